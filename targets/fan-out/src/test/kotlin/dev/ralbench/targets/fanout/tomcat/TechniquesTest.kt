package dev.ralbench.targets.fanout.tomcat

import dev.ralbench.targets.fanout.steps.Answer
import dev.ralbench.targets.fanout.steps.Counters
import dev.ralbench.targets.fanout.steps.FakeSteps
import dev.ralbench.targets.fanout.steps.FanOutSettings
import dev.ralbench.targets.fanout.steps.Ids
import dev.ralbench.targets.fanout.steps.Kind
import dev.ralbench.targets.fanout.steps.settings
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.future.future
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.assertj.core.api.Assumptions.assumeThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.EnumSource
import java.util.concurrent.CancellationException
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
        PooledFanOut(steps, counters, settings(queue = FanOutSettings.UNBOUNDED)).use { pooled ->
            val request = onRequestThread { pooled.fanOut(ids) }
            steps.awaitEntered(10)

            assertThat(finish(request)).isEqualTo(16)
            assertThat(steps.peak).isEqualTo(10)
            assertThat(steps.threads.distinct()).hasSize(10).allMatch { it.startsWith("taskExecutor-") }
        }
    }

    @Test
    fun coroutinesAreTwelveStepsThatWaitAndAsManyThatComputeAsThereAreProcessors() {
        val request = inCoroutine(CoroutinesFanOut(steps, counters, settings()))
        steps.awaitEntered(12 + COMPUTING)

        assertThat(finish(request)).isEqualTo(16)
        assertThat(steps.peak).isEqualTo(12 + COMPUTING)
        assertThat(steps.threads).allMatch { it.startsWith("DefaultDispatcher-worker-") }
    }

    /** Sixty-four threads are for what blocks: were a call of the remote API to hold one, not all of these could begin. */
    @Test
    fun aCoroutineThatWaitsForTheRemoteApiHoldsNoThread() {
        val coroutines = CoroutinesFanOut(steps, counters, settings())
        val requests = List(7) { inCoroutine(coroutines) }
        steps.awaitEntered(7 * 12)
        steps.letGo()

        assertThat(requests).allSatisfy { assertThat(it.get(60, SECONDS).data.trendModels).hasSize(4) }
    }

    /** Its client has left, for one. */
    @Test
    fun aCancelledCoroutineCancelsItsCallsOfTheRemoteApi() {
        val request = inCoroutine(CoroutinesFanOut(steps, counters, settings()))
        steps.awaitEntered(12 + COMPUTING)
        request.cancel(true)

        assertThat(steps.trends).hasSize(4).allSatisfy { assertThat(it).isCancelled() }
    }

    @Test
    fun whatWaitsInCoroutinesHasAsManyThreadsAsTheOptionSays() {
        val request = inCoroutine(CoroutinesFanOut(steps, counters, settings(ioParallelism = 3)))
        steps.awaitEntered(3 + COMPUTING)
        steps.letGo(Kind.CPU)
        steps.awaitEntered(4 - COMPUTING)

        assertThat(steps.calls.filterNot { it == "cpu" }).hasSize(3)
        assertThat(finish(request)).isEqualTo(16)
    }

    @ParameterizedTest
    @EnumSource(names = ["VIRTUAL_THREADS", "VIRTUAL_THREADS_IN_ORDER"])
    fun virtualThreadsAreAllSixteenStepsEachOnAVirtualThread(technique: Technique) {
        val request = technique.start(this)
        steps.awaitEntered(16)

        assertThat(finish(request)).isEqualTo(16)
        assertThat(steps.peak).isEqualTo(16)
        assertThat(steps.virtual).hasSize(16).containsOnly(true)
    }

    /** However many carriers there are, those who compute have them all when the calls have been sent, and not before. */
    @Test
    fun virtualThreadsCallTheRemoteApiBeforeTheyCompute() {
        steps.computing = true
        val request = Technique.VIRTUAL_THREADS.start(this)
        steps.awaitEntered(12 + CARRIERS)

        assertThat(steps.calls.filter { it == "upstream" }).hasSize(4)
        assertThat(finish(request)).isEqualTo(16)
    }

    @Test
    fun virtualThreadsInOrderComputeBeforeTheyCallTheRemoteApi() {
        assumeThat(Runtime.getRuntime().availableProcessors()).isLessThanOrEqualTo(4)
        steps.computing = true
        val request = Technique.VIRTUAL_THREADS_IN_ORDER.start(this)
        steps.awaitEntered(8 + CARRIERS)

        assertThat(steps.calls).doesNotContain("upstream")
        assertThat(finish(request)).isEqualTo(16)
    }

    @ParameterizedTest
    @EnumSource(names = ["COROUTINES", "VIRTUAL_THREADS", "VIRTUAL_THREADS_IN_ORDER"])
    fun aStepThatFailsEndsTheCallsOfItsSiblings(technique: Technique) {
        val request = technique.start(this)
        steps.awaitEntered(if (technique == Technique.COROUTINES) 12 + COMPUTING else 16)
        steps.failing = Kind.SQL
        steps.letGo(Kind.SQL)

        assertThat(steps.trends).hasSize(4).allSatisfy {
            assertThatThrownBy { it.get(60, SECONDS) }.isInstanceOf(CancellationException::class.java)
        }
        steps.letGo()
        assertThatThrownBy { request.get(60, SECONDS) }.hasRootCauseMessage("SQL is down")
    }

    @Test
    fun thePublishedPoolGoesOnWhenAStepHasFailed() {
        PooledFanOut(steps, counters, settings()).use { pooled ->
            val request = onRequestThread { pooled.fanOut(ids) }
            steps.awaitEntered(10)
            steps.failing = Kind.SQL
            steps.letGo()

            assertThatThrownBy { request.get(60, SECONDS) }.hasRootCauseMessage("SQL is down")
            steps.awaitEntered(6)
            assertThat(steps.trends).hasSize(4).allSatisfy { assertThat(it.get(60, SECONDS)).isEmpty() }
        }
    }

    /** Not on the thread that lets the calls go, which stands for the client's event loop. */
    @ParameterizedTest
    @EnumSource
    fun whatTheRemoteApiAnswersIsReadOnATechniquesOwnThread(technique: Technique) {
        val request = technique.start(this)
        listOf(Kind.SQL, Kind.REDIS, Kind.CPU).forEach(steps::letGo)
        steps.awaitEntered(13)

        assertThat(finish(request)).isEqualTo(16)
        assertThat(steps.readers).hasSize(4).allMatch(technique.ownThread)
    }

    /** Where a test starts a technique, and whose thread is its own. */
    enum class Technique(
        val ownThread: (Thread) -> Boolean,
        val start: TechniquesTest.() -> CompletableFuture<Answer>,
    ) {
        SEQUENTIAL({ it.name == "request" }, { onRequestThread { SequentialFanOut(steps, counters).fanOut(ids) } }),
        POOLED(
            { it.name.startsWith("taskExecutor-") },
            { onRequestThread { PooledFanOut(steps, counters, settings()).use { it.fanOut(ids) } } },
        ),
        COROUTINES(
            { it.name.startsWith("DefaultDispatcher-worker-") },
            { inCoroutine(CoroutinesFanOut(steps, counters, settings())) },
        ),
        VIRTUAL_THREADS(
            Thread::isVirtual,
            { onRequestThread { VirtualThreadsFanOut(steps, counters).fanOut(ids) } },
        ),
        VIRTUAL_THREADS_IN_ORDER(
            Thread::isVirtual,
            { onRequestThread { VirtualThreadsFanOut(steps, counters).fanOutInOrder(ids) } },
        ),
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
        /** Steps that compute at once on virtual threads, which have a carrier for each processor. */
        val CARRIERS = Runtime.getRuntime().availableProcessors().coerceAtMost(4)

        /** Steps that compute at once: the default dispatcher has a thread for each processor, and two where there is one. */
        val COMPUTING = Runtime.getRuntime().availableProcessors().coerceIn(2, 4)
    }
}
