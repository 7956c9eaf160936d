package dev.ralbench.targets.combined

import org.apache.coyote.AbstractProtocol
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT
import org.springframework.boot.tomcat.TomcatWebServer
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext
import java.time.Duration

@SpringBootTest(webEnvironment = RANDOM_PORT)
class TargetTest(
    @Autowired private val context: ServletWebServerApplicationContext,
    @Autowired private val settings: CombinedSettings,
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
    fun timesAreThePublishedOnes() {
        assertThat(settings.sleep).isEqualTo(Duration.ofSeconds(2))
        assertThat(settings.poll).isEqualTo(Duration.ofMillis(200))
        assertThat(settings.idle).isEqualTo(Duration.ofMinutes(1))
        assertThat(settings.slowApi).isEqualTo(CombinedSettings.Place.OWN)
    }

    @Test
    fun withItsOwnSlowApiItIsReadyAsSoonAsItListens() {
        val response = client.get("/ready")

        assertThat(response.statusCode()).isEqualTo(200)
        assertThat(response.body()).isEqualTo("ready")
    }

    @Test
    fun anIdThatIsNoNumberIsExplained() {
        val response = client.get("/legacy/slow/one")

        assertThat(response.statusCode()).isEqualTo(400)
        assertThat(response.body()).isEqualTo("id: must be a whole number, got one")
    }

    @Test
    fun anUnknownPathIsNotFound() {
        assertThat(client.get("/combined").statusCode()).isEqualTo(404)
    }

    @Test
    fun countersAreInPrometheusTextFormat() {
        val response = client.get("/counters")

        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain;version=0.0.4")
        assertThat(response.body()).isEqualTo(
            """
            # TYPE combined_started_total counter
            combined_started_total 0
            # TYPE combined_completed_total counter
            combined_completed_total 0
            # TYPE combined_active gauge
            combined_active 0
            # TYPE combined_failed_calls_total counter
            combined_failed_calls_total 0
            # TYPE combined_slow_calls_total counter
            combined_slow_calls_total 0

            """.trimIndent(),
        )
    }
}
