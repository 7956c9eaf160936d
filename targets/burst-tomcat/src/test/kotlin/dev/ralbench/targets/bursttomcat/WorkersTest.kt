package dev.ralbench.targets.bursttomcat

import org.apache.coyote.AbstractProtocol
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT
import org.springframework.boot.tomcat.TomcatWebServer
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext

@SpringBootTest(webEnvironment = RANDOM_PORT)
class WorkersTest(
    @Autowired private val context: ServletWebServerApplicationContext,
) {
    @Test
    fun theStatedSizesReachTheServer() {
        val server = context.webServer as TomcatWebServer
        val protocol = server.tomcat.connector.protocolHandler as AbstractProtocol<*>

        assertThat(protocol.maxThreads).isEqualTo(200)
        assertThat(protocol.minSpareThreads).isEqualTo(10)
        assertThat(protocol.maxConnections).isEqualTo(8192)
        assertThat(protocol.acceptCount).isEqualTo(4096)
        assertThat(protocol.processorCache).isEqualTo(-1)
    }
}
