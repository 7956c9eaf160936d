package dev.ralbench.targets.fanout.steps

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.boot.web.server.context.WebServerApplicationContext

/** What the target answers at its other paths, on either server. */
abstract class TargetContract(
    private val server: WebServerApplicationContext,
) {
    @Test
    fun notReadyWithoutItsServersButUp() {
        val response = TargetClient(server.webServer?.port ?: 0).use { it.get("/ready") }

        assertThat(response.statusCode()).isEqualTo(503)
        assertThat(response.body()).contains("MySQL: ", "Redis: ", "upstream: ").doesNotContain("\n")
    }

    @Test
    fun countersAreInPrometheusTextFormat() {
        val response = TargetClient(server.webServer?.port ?: 0).use { it.get("/counters") }

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
