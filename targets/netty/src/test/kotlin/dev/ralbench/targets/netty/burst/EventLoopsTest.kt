package dev.ralbench.targets.netty.burst

import dev.ralbench.targets.netty.TargetClient
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT
import org.springframework.boot.test.context.TestConfiguration
import org.springframework.boot.test.web.server.LocalServerPort
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Primary
import org.springframework.http.client.ReactorResourceFactory
import reactor.netty.resources.LoopResources
import java.util.concurrent.TimeUnit.SECONDS

/** What the techniques do to a server of two event loops: on which threads its requests wait, and how many at once. */
@SpringBootTest(webEnvironment = RANDOM_PORT)
class EventLoopsTest(
    @LocalServerPort port: Int,
    @Autowired private val waiting: HeldWaiting,
) {
    @TestConfiguration
    class TwoLoops {
        @Bean
        @Primary
        fun heldWaiting() = HeldWaiting()

        @Bean
        fun twoLoops() =
            ReactorResourceFactory().apply {
                isUseGlobalResources = false
                // With a third one to accept connections: a handler that blocks the loop which accepts keeps the others out.
                setLoopResourcesSupplier { LoopResources.create(LOOP, 1, 2, true) }
            }
    }

    private val client = TargetClient(port)

    @BeforeEach
    fun reset() = waiting.reset()

    @AfterEach
    fun close() {
        waiting.letGo()
        client.close()
    }

    @Test
    fun aHandlerThatBlocksHoldsAnEventLoopSoThatNoMoreWaitThanThereAreLoops() {
        val threads = serve("/api/test2", requests = 5, atOnce = 2)

        assertThat(waiting.peak).isEqualTo(2)
        assertThat(threads.distinct()).hasSize(2).allMatch { it.startsWith(LOOP) }
    }

    @Test
    fun aScopeWithoutADispatcherStartsOnTheEventLoopsAndHoldsNone() {
        val threads = serve("/api/test3", requests = 20, atOnce = 20)

        assertThat(threads.distinct()).hasSizeLessThanOrEqualTo(2).allMatch { it.startsWith(LOOP) }
    }

    @ParameterizedTest
    @ValueSource(strings = ["/api/test", "/api/default"])
    fun aDispatcherHasThreadsOfItsOwn(path: String) {
        val threads = serve(path, requests = 20, atOnce = 20)

        assertThat(threads).allMatch { it.startsWith("DefaultDispatcher-worker-") }
    }

    /** The names of the threads on which requests came to wait. */
    private fun serve(
        path: String,
        requests: Int,
        atOnce: Int,
    ): List<String> {
        val answers = client.post(path, requests)
        waiting.awaitEntered(atOnce)
        waiting.letGo()
        assertThat(answers).allSatisfy { assertThat(it.get(60, SECONDS).statusCode()).isEqualTo(200) }
        waiting.awaitEntered(requests - atOnce)
        return waiting.threads.map { it.name }
    }

    private companion object {
        const val LOOP = "two-loops"
    }
}
