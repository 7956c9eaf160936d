package dev.ralbench.targets.fanout

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.future.future
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import java.net.URI
import java.util.concurrent.CompletableFuture
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit.SECONDS

/** What each technique is: how many steps it has on their way at once, and on which threads. */
class TechniquesTest {
    private val steps = FakeSteps().apply { hold() }
    private val counters = Counters()
    private val ids = Ids(setOf(1), setOf(1), setOf(1), setOf(1))
    private val requestThreads = Executors.newCachedThreadPool { Thread(it, "request").apply { isDaemon = true } }

    @AfterEach
    fun close() {
        steps.letGo()
        requestThreads.shutdownNow()
    }

    @Test
    fun sequentialIsOneStepAtATimeOnTheThreadOfTheRequest() {
        val sequential = SequentialFanOut(steps, counters)
        val request = onRequestThread { sequential.fanOut(ids) }
        steps.awaitEntered(1)

        assertThat(finish(request)).isEqualTo(16)
        assertThat(steps.peak).isEqualTo(1)
        assertThat(steps.threads).containsOnly("request")
    }

    @Test
    fun pooledIsAsManyStepsAsThePoolHasThreads() {
        val settings =
            FanOutSettings(URI("http://127.0.0.1:1"), cpuIterations = 1, Rejected.DROP, FanOutSettings.UNBOUNDED)
        PooledFanOut(steps, counters, settings).use { pooled ->
            val request = onRequestThread { pooled.fanOut(ids) }
            steps.awaitEntered(10)

            assertThat(finish(request)).isEqualTo(16)
            assertThat(steps.peak).isEqualTo(10)
            assertThat(steps.threads.distinct()).hasSize(10).allMatch { it.startsWith("taskExecutor-") }
        }
    }

    @Test
    fun coroutinesAreTwelveStepsThatWaitAndAsManyThatComputeAsThereAreProcessors() {
        val request = inCoroutine(CoroutinesFanOut(steps, counters))
        steps.awaitEntered(12 + COMPUTING)

        assertThat(finish(request)).isEqualTo(16)
        assertThat(steps.peak).isEqualTo(12 + COMPUTING)
        assertThat(steps.threads).allMatch { it.startsWith("DefaultDispatcher-worker-") }
    }

    /** Sixty-four threads are for what blocks: were a call of the remote API to hold one, not all of these could begin. */
    @Test
    fun aCoroutineThatWaitsForTheRemoteApiHoldsNoThread() {
        val coroutines = CoroutinesFanOut(steps, counters)
        val requests = List(7) { inCoroutine(coroutines) }
        steps.awaitEntered(7 * 12)
        steps.letGo()

        assertThat(requests).allSatisfy { assertThat(it.get(60, SECONDS).data.trendModels).hasSize(4) }
    }

    /** Its client has left, for one. */
    @Test
    fun aCancelledCoroutineCancelsItsCallsOfTheRemoteApi() {
        val request = inCoroutine(CoroutinesFanOut(steps, counters))
        steps.awaitEntered(12 + COMPUTING)
        request.cancel(true)

        assertThat(steps.trends).hasSize(4).allSatisfy { assertThat(it).isCancelled() }
    }

    @Test
    fun virtualThreadsAreAllSixteenStepsEachOnAVirtualThread() {
        VirtualThreadsFanOut(steps, counters).use { virtualThreads ->
            val request = onRequestThread { virtualThreads.fanOut(ids) }
            steps.awaitEntered(16)

            assertThat(finish(request)).isEqualTo(16)
            assertThat(steps.peak).isEqualTo(16)
            assertThat(steps.virtual).hasSize(16).containsOnly(true)
        }
    }

    private fun onRequestThread(fanOut: () -> Answer) = CompletableFuture.supplyAsync(fanOut, requestThreads)

    private fun inCoroutine(coroutines: CoroutinesFanOut) =
        CoroutineScope(Dispatchers.Unconfined).future { coroutines.fanOut(ids) }

    /** How many steps it took. */
    private fun finish(request: CompletableFuture<Answer>): Int {
        steps.letGo()
        assertThat(request.get(60, SECONDS).data.engineResult).hasSize(4)
        return steps.calls.size
    }

    private companion object {
        /** Steps that compute at once: the default dispatcher has a thread for each processor, and two where there is one. */
        val COMPUTING = Runtime.getRuntime().availableProcessors().coerceIn(2, 4)
    }
}
