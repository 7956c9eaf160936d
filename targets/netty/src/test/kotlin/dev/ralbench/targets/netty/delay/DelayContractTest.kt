package dev.ralbench.targets.netty.delay

import dev.ralbench.targets.netty.TargetClient
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.params.Parameter
import org.junit.jupiter.params.ParameterizedClass
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT
import org.springframework.boot.test.web.server.LocalServerPort
import java.time.Duration

/** What every technique of the delay study answers; the other targets are held to the same text. */
@SpringBootTest(webEnvironment = RANDOM_PORT)
@ParameterizedClass
@ValueSource(strings = ["/reactive/endpoint", "/coroutines/endpoint"])
class DelayContractTest(
    @LocalServerPort port: Int,
) {
    @Parameter
    lateinit var path: String

    private val client = TargetClient(port)

    @AfterEach
    fun closeClient() = client.close()

    @ParameterizedTest
    @ValueSource(strings = ["", "?delay=0", "?delay=20ms"])
    fun theAnswerIsEmptyWhateverTheDelay(query: String) {
        val response = client.get("$path$query")

        assertThat(response.statusCode()).isEqualTo(200)
        assertThat(response.body()).isEmpty()
        assertThat(response.headers().firstValue("Content-Length")).hasValue("0")
    }

    @ParameterizedTest
    @CsvSource("50ms, 50", "300ms, 300", "1s, 1000")
    fun theAnswerWaitsForTheDelay(
        delay: String,
        delayMillis: Long,
    ) {
        val startNanos = System.nanoTime()
        client.get("$path?delay=$delay")
        val waited = Duration.ofNanos(System.nanoTime() - startNanos)

        assertThat(waited).isGreaterThanOrEqualTo(Duration.ofMillis(delayMillis))
    }

    @ParameterizedTest
    @ValueSource(strings = ["abc", "-5ms", "2h", "60001ms", "1s2s", "99999999999999999999ms"])
    fun aDelayOutsideTheContractIsExplained(delay: String) {
        val response = client.get("$path?delay=$delay")

        assertThat(response.statusCode()).isEqualTo(400)
        assertThat(response.body()).isEqualTo("delay: must be between 0 and 60s, as in 0, 200ms or 1s, got $delay")
    }
}
