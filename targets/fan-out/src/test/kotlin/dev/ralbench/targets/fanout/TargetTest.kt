package dev.ralbench.targets.fanout

import com.zaxxer.hikari.HikariDataSource
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

    @Test
    fun notReadyWithoutItsServersButUp() {
        val response = TargetClient(context.webServer?.port ?: 0).use { it.get("/ready") }

        assertThat(response.statusCode()).isEqualTo(503)
        assertThat(response.body()).contains("MySQL: ", "Redis: ", "upstream: ").doesNotContain("\n")
    }

    @Test
    fun countersAreInPrometheusTextFormat() {
        val response = TargetClient(context.webServer?.port ?: 0).use { it.get("/counters") }

        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain;version=0.0.4")
        assertThat(response.body()).containsPattern(
            """
            # TYPE fan_out_started_total counter
            fan_out_started_total \d+
            # TYPE fan_out_completed_total counter
            fan_out_completed_total \d+
            # TYPE fan_out_active gauge
            fan_out_active 0
            # TYPE fan_out_dropped_tasks_total counter
            fan_out_dropped_tasks_total\{kind="sql"} 0
            fan_out_dropped_tasks_total\{kind="redis"} 0
            fan_out_dropped_tasks_total\{kind="cpu"} 0
            fan_out_dropped_tasks_total\{kind="upstream"} 0
            """.trimIndent(),
        )
    }
}
