package dev.ralbench.targets.netty.delay

import dev.ralbench.targets.netty.TargetClient
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.ObjectProvider
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT
import org.springframework.boot.test.web.server.LocalServerPort
import java.time.Duration

/** `GET /endpoint`, as published: no parameters, and a delay and a technique that are built in. */
abstract class PublishedPathTest(
    private val port: Int,
) {
    @Test
    fun theEmptyAnswerWaitsForTheDelayThatIsBuiltIn() {
        TargetClient(port).use { client ->
            val startNanos = System.nanoTime()
            val response = client.get("/endpoint")
            val waited = Duration.ofNanos(System.nanoTime() - startNanos)

            assertThat(response.statusCode()).isEqualTo(200)
            assertThat(response.body()).isEmpty()
            assertThat(waited).isGreaterThanOrEqualTo(Duration.ofMillis(300))
        }
    }
}

@SpringBootTest(webEnvironment = RANDOM_PORT, properties = ["endpoint.delay=300ms"])
class PublishedReactivePathTest(
    @LocalServerPort port: Int,
    @Autowired private val coroutines: ObjectProvider<PublishedCoroutineDelay>,
) : PublishedPathTest(port) {
    @Test
    fun reactiveCodeAnswersUnlessAnotherTechniqueIsAskedFor() {
        assertThat(coroutines.ifAvailable).isNull()
    }

    @Test
    fun aDelayOutsideTheContractIsExplained() {
        for (delay in listOf(Duration.ofMillis(-1), Duration.ofMillis(60_001))) {
            assertThatThrownBy { EndpointSettings(delay, Technique.REACTIVE) }
                .hasMessage(
                    "endpoint.delay: must be between 0 and 60s, as in 0, 200ms or 1s, got ${delay.toMillis()}ms",
                )
        }
    }
}

@SpringBootTest(
    webEnvironment = RANDOM_PORT,
    properties = ["endpoint.delay=300ms", "endpoint.technique=coroutines"],
)
class PublishedCoroutinePathTest(
    @LocalServerPort port: Int,
    @Autowired private val reactive: ObjectProvider<PublishedReactiveDelay>,
) : PublishedPathTest(port) {
    @Test
    fun coroutinesAnswer() {
        assertThat(reactive.ifAvailable).isNull()
    }
}
