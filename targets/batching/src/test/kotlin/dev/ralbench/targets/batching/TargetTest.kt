package dev.ralbench.targets.batching

import com.zaxxer.hikari.HikariDataSource
import org.apache.coyote.AbstractProtocol
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.tomcat.TomcatWebServer
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext

@WithoutDatabase
class TargetTest(
    @Autowired private val context: ServletWebServerApplicationContext,
    @Autowired private val pool: HikariDataSource,
) {
    private val server = context.webServer as TomcatWebServer
    private val client = TargetClient(server.port)

    @AfterEach
    fun closeClient() = client.close()

    @Test
    fun theStatedSizesReachTheServer() {
        val protocol = server.tomcat.connector.protocolHandler as AbstractProtocol<*>

        assertThat(protocol.maxThreads).isEqualTo(200)
        assertThat(protocol.minSpareThreads).isEqualTo(10)
        assertThat(protocol.maxConnections).isEqualTo(8192)
        assertThat(protocol.acceptCount).isEqualTo(4096)
        assertThat(protocol.processorCache).isEqualTo(-1)
    }

    @Test
    fun fiveConnectionsAreAllThatThereAre() {
        assertThat(pool.minimumIdle).isEqualTo(5)
        assertThat(pool.maximumPoolSize).isEqualTo(5)
    }

    @Test
    fun notReadyWithoutItsDatabaseButUp() {
        val response = client.get("/ready")

        assertThat(response.statusCode()).isEqualTo(503)
        assertThat(response.body()).startsWith("MySQL: ").doesNotContain("\n")
    }

    @Test
    fun anUnknownPathIsNotFound() {
        assertThat(client.get("/worms").statusCode()).isEqualTo(404)
    }

    @Test
    fun countersAreInPrometheusTextFormat() {
        val response = client.get("/counters")

        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain;version=0.0.4")
        assertThat(response.body()).containsPattern(
            """
            # TYPE batching_started_total counter
            batching_started_total \d+
            # TYPE batching_completed_total counter
            batching_completed_total \d+
            # TYPE batching_active gauge
            batching_active 0
            # TYPE batching_queries_total counter
            batching_queries_total \d+
            # TYPE batching_joined_total counter
            batching_joined_total \d+
            """.trimIndent(),
        )
    }
}
