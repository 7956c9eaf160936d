package dev.ralbench.targets.bursttomcat.burst

import dev.ralbench.targets.bursttomcat.TargetClient
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
import org.springframework.context.annotation.Import
import org.springframework.context.annotation.Primary
import java.util.concurrent.TimeUnit.SECONDS

/** What the techniques do to a server of two workers: on which threads its requests wait, and how many at once. */
@SpringBootTest(
    webEnvironment = RANDOM_PORT,
    properties = ["server.tomcat.threads.max=2", "server.tomcat.threads.min-spare=1"],
)
@Import(Held::class)
class WorkerThreadsTest(
    @LocalServerPort port: Int,
    @Autowired private val waiting: HeldWaiting,
) {
    private val client = TargetClient(port)

    @BeforeEach
    fun reset() = waiting.reset()

    @AfterEach
    fun close() {
        waiting.letGo()
        client.close()
    }

    @Test
    fun aHandlerThatBlocksHoldsAWorkerSoThatNoMoreWaitThanThereAreWorkers() {
        val threads = serve(client, waiting, "/api/test2", requests = 5, atOnce = 2)

        assertThat(waiting.peak).isEqualTo(2)
        assertThat(threads.map { it.name }.distinct()).hasSize(2).allMatch(WORKER::containsMatchIn)
    }

    @Test
    fun aScopeWithoutADispatcherStartsOnTheWorkersAndHoldsNone() {
        val threads = serve(client, waiting, "/api/test3", requests = 20, atOnce = 20)

        assertThat(threads.map { it.name }.distinct()).hasSizeLessThanOrEqualTo(2).allMatch(WORKER::containsMatchIn)
    }

    @ParameterizedTest
    @ValueSource(strings = ["/api/test", "/api/default"])
    fun aDispatcherHasThreadsOfItsOwn(path: String) {
        val threads = serve(client, waiting, path, requests = 20, atOnce = 20)

        assertThat(threads.map { it.name }).allMatch { it.startsWith("DefaultDispatcher-worker-") }
    }

    private companion object {
        val WORKER = Regex("^http-nio-.*-exec-")
    }
}

@SpringBootTest(
    webEnvironment = RANDOM_PORT,
    properties = ["server.tomcat.threads.max=2", "spring.threads.virtual.enabled=true"],
)
@Import(Held::class)
class VirtualWorkersTest(
    @LocalServerPort private val port: Int,
    @Autowired private val waiting: HeldWaiting,
) {
    @Test
    fun aHandlerThatBlocksHoldsAVirtualThreadOfWhichThereIsNoEnd() {
        TargetClient(port).use { client ->
            val threads = serve(client, waiting, "/api/test2", requests = 20, atOnce = 20)

            assertThat(threads).allMatch { it.isVirtual }
        }
    }
}

/** With the default of the target no timeout can come before the delay; here it comes within a second or two, and the delay never. */
@SpringBootTest(webEnvironment = RANDOM_PORT, properties = ["spring.mvc.async.request-timeout=100ms"])
@Import(Held::class)
class AsynchronousTimeoutTest(
    @LocalServerPort private val port: Int,
    @Autowired private val waiting: HeldWaiting,
) {
    @BeforeEach
    fun reset() = waiting.reset()

    @ParameterizedTest
    @ValueSource(strings = ["/api/test", "/api/test3", "/api/default"])
    fun aSuspendingHandlerBeyondItIsAnswered503(path: String) {
        TargetClient(port).use { client ->
            val answer = client.post(path).single()

            assertThat(answer.get(60, SECONDS).statusCode()).isEqualTo(503)
            waiting.letGo()
        }
    }
}

@TestConfiguration
class Held {
    @Bean
    @Primary
    fun heldWaiting() = HeldWaiting()
}

/** The threads on which requests came to wait. */
private fun serve(
    client: TargetClient,
    waiting: HeldWaiting,
    path: String,
    requests: Int,
    atOnce: Int,
): List<Thread> {
    val answers = client.post(path, requests)
    waiting.awaitEntered(atOnce)
    waiting.letGo()
    assertThat(answers).allSatisfy { assertThat(it.get(60, SECONDS).statusCode()).isEqualTo(200) }
    waiting.awaitEntered(requests - atOnce)
    return waiting.threads.toList()
}
