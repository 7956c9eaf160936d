package dev.ralbench.targets.tomcat.delay

import dev.ralbench.targets.tomcat.TargetClient
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT
import org.springframework.boot.test.web.server.LocalServerPort
import java.time.Duration

/** `GET /endpoint`, as published: no parameters, and a delay that is built in. */
@SpringBootTest(webEnvironment = RANDOM_PORT, properties = ["endpoint.delay=300ms"])
class PublishedPathTest(
    @LocalServerPort port: Int,
) {
    private val client = TargetClient(port)

    @AfterEach
    fun closeClient() = client.close()

    @Test
    fun theEmptyAnswerWaitsForTheDelayThatIsBuiltIn() {
        val startNanos = System.nanoTime()
        val response = client.get("/endpoint")
        val waited = Duration.ofNanos(System.nanoTime() - startNanos)

        assertThat(response.statusCode()).isEqualTo(200)
        assertThat(response.body()).isEmpty()
        assertThat(waited).isGreaterThanOrEqualTo(Duration.ofMillis(300))
    }

    @Test
    fun aDelayOutsideTheContractIsExplained() {
        for (delay in listOf(Duration.ofMillis(-1), Duration.ofMillis(60_001))) {
            assertThatThrownBy { EndpointSettings(delay) }
                .hasMessage(
                    "endpoint.delay: must be between 0 and 60s, as in 0, 200ms or 1s, got ${delay.toMillis()}ms",
                )
        }
        assertThat(EndpointSettings(Duration.ofSeconds(60)).delay).isEqualTo(DelayConverter.LONGEST)
    }
}
