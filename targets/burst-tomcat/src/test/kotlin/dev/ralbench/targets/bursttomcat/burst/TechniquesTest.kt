package dev.ralbench.targets.bursttomcat.burst

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.future.future
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.EnumSource
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit.SECONDS

/** What each technique is: on which threads its requests wait, and how many at once. Also of Netty's, which are the same text. */
class TechniquesTest {
    private val request = Executors.newSingleThreadExecutor { Thread(it, "request").apply { isDaemon = true } }
    private var waiting = HeldWaiting()

    @AfterEach
    fun close() {
        waiting.letGo()
        request.shutdownNow()
    }

    @ParameterizedTest
    @EnumSource
    fun aCoroutineThatWaitsHoldsNoThreadWhereverItRuns(technique: Technique) {
        val answers = start(technique, requests = 100, ioParallelism = 1)
        waiting.awaitEntered(100)

        assertThat(waiting.threads.map { it.name }).allMatch { it.startsWith(technique.threads) }
        finish(answers)
    }

    @Test
    fun theIoDispatcherHasAsManyThreadsAsTheOptionSays() {
        waiting = HeldWaiting(holdsThreads = true)
        val answers = start(Technique.IO, requests = 20, ioParallelism = 3)
        waiting.awaitEntered(3)
        finish(answers)

        assertThat(waiting.peak).isEqualTo(3)
    }

    @Test
    fun theDefaultDispatcherHasAThreadForEachCpu() {
        waiting = HeldWaiting(holdsThreads = true)
        val answers = start(Technique.DEFAULT, requests = 20 + CPUS, ioParallelism = 64)
        waiting.awaitEntered(CPUS)
        finish(answers)

        assertThat(waiting.peak).isEqualTo(CPUS)
    }

    @Test
    fun aHandlerThatBlocksHoldsTheThreadThatCallsIt() {
        val settings = settings(ioParallelism = 64)
        val blocking = BlockingBurst(Answers(settings), waiting)
        val answers = List(2) { CompletableFuture.supplyAsync({ blocking.burst() }, request) }
        waiting.awaitEntered(1)
        finish(answers)

        assertThat(waiting.peak).isEqualTo(1)
        assertThat(waiting.threads.map { it.name }).containsExactly("request", "request")
    }

    /** Coroutines, and the names of the threads on which they come to wait; all are started by one thread. */
    enum class Technique(
        val threads: String,
    ) {
        IO("DefaultDispatcher-worker-"),
        SCOPE_ONLY("request"),
        DEFAULT("DefaultDispatcher-worker-"),
    }

    private fun start(
        technique: Technique,
        requests: Int,
        ioParallelism: Int,
    ): List<CompletableFuture<Map<String, Any>>> {
        val settings = settings(ioParallelism)
        val answers = Answers(settings)
        val handler: suspend () -> Map<String, Any> =
            when (technique) {
                Technique.IO -> IoBurst(answers, waiting, settings)::burst
                Technique.SCOPE_ONLY -> ScopeOnlyBurst(answers, waiting)::burst
                Technique.DEFAULT -> DefaultBurst(answers, waiting)::burst
            }
        val scope = CoroutineScope(Dispatchers.Unconfined)
        return CompletableFuture
            .supplyAsync({ List(requests) { scope.future { handler() } } }, request)
            .get(60, SECONDS)
    }

    private fun settings(ioParallelism: Int) = BurstSettings(Duration.ZERO, log = false, ioParallelism)

    private fun finish(answers: List<CompletableFuture<Map<String, Any>>>) {
        waiting.letGo()
        assertThat(answers).allSatisfy { assertThat(it.get(60, SECONDS)).containsKeys("A", "B", "C", "Time") }
    }

    private companion object {
        /** Threads of the default dispatcher: two where there is one CPU. */
        val CPUS = Runtime.getRuntime().availableProcessors().coerceAtLeast(2)
    }
}
