package dev.ralbench.targets.netty.delay

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT
import org.springframework.boot.test.context.TestConfiguration
import org.springframework.boot.test.web.server.LocalServerPort
import org.springframework.context.annotation.Bean
import org.springframework.web.server.WebFilter
import java.net.Socket
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.TimeUnit.SECONDS

/** Whose client leaves is ended at once, and keeps neither a coroutine nor a timer for the rest of its delay. */
@SpringBootTest(webEnvironment = RANDOM_PORT)
class LeavingClientTest(
    @LocalServerPort private val port: Int,
    @Autowired private val fates: LinkedBlockingQueue<String>,
) {
    @TestConfiguration
    class Observed {
        @Bean
        fun fates() = LinkedBlockingQueue<String>()

        @Bean
        fun observer(fates: LinkedBlockingQueue<String>) =
            WebFilter { exchange, chain ->
                chain
                    .filter(exchange)
                    .doOnSubscribe { fates += "begun" }
                    .doOnCancel { fates += "cancelled" }
            }
    }

    @ParameterizedTest
    @ValueSource(strings = ["/reactive/endpoint", "/coroutines/endpoint"])
    fun aRequestWhoseClientLeavesIsCancelled(path: String) {
        val client = Socket("127.0.0.1", port)
        client.outputStream.write("GET $path?delay=60s HTTP/1.1\r\nHost: netty\r\n\r\n".toByteArray())
        assertThat(fates.poll(30, SECONDS)).isEqualTo("begun")

        client.close()

        assertThat(fates.poll(30, SECONDS)).isEqualTo("cancelled")
    }
}
