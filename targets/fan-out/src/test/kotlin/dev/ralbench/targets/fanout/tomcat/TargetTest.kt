package dev.ralbench.targets.fanout.tomcat

import com.zaxxer.hikari.HikariDataSource
import dev.ralbench.targets.fanout.steps.Answer
import dev.ralbench.targets.fanout.steps.Row
import dev.ralbench.targets.fanout.steps.TargetContract
import dev.ralbench.targets.fanout.steps.WithoutServers
import dev.ralbench.targets.fanout.steps.cpuStep
import org.apache.coyote.AbstractProtocol
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.tomcat.TomcatWebServer
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext
import tools.jackson.databind.json.JsonMapper

@WithoutServers
class TargetTest(
    @Autowired private val context: ServletWebServerApplicationContext,
    @Autowired private val mapper: JsonMapper,
    @Autowired private val pool: HikariDataSource,
) : TargetContract(context) {
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

    @Test
    fun theStatedSizesReachTheConnectionPool() {
        assertThat(pool.minimumIdle).isEqualTo(10)
        assertThat(pool.maximumPoolSize).isEqualTo(20)
    }

    @Test
    fun withoutRowsValuesAndTrendsTheBodyIsAsLongAsThePublishedOne() {
        val none = List(4) { emptyList<Row>() }
        val empty = Answer.of(none, List(4) { null }, List(4) { cpuStep(1) }, emptyList())

        assertThat(mapper.writeValueAsBytes(empty)).hasSize(239)
    }
}
