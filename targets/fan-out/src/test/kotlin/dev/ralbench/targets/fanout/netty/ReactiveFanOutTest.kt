package dev.ralbench.targets.fanout.netty

import dev.ralbench.targets.fanout.steps.Answer
import dev.ralbench.targets.fanout.steps.Counters
import dev.ralbench.targets.fanout.steps.FakeSteps
import dev.ralbench.targets.fanout.steps.Ids
import dev.ralbench.targets.fanout.steps.Kind
import dev.ralbench.targets.fanout.steps.settings
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import reactor.core.scheduler.Schedulers
import java.util.concurrent.CancellationException
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit.SECONDS

/** How many steps it has on their way at once, and on which threads. */
class ReactiveFanOutTest {
    private val steps = FakeSteps().apply { hold() }
    private val counters = Counters()
    private val ids = Ids(setOf(1), setOf(1), setOf(1), setOf(1))
    private val reactive = ReactiveFanOut(steps, counters, settings())

    @AfterEach
    fun close() {
        steps.letGo()
        reactive.close()
    }

    @Test
    fun twelveStepsThatWaitAndAsManyThatComputeAsThereAreCpus() {
        val request = request()
        steps.awaitEntered(12 + COMPUTING)
        assertThat(steps.peak).isEqualTo(12 + COMPUTING)

        assertThat(finish(request)).isEqualTo(16)
        val threads = steps.threads.groupingBy { it.substringBeforeLast('-') }.eachCount()
        assertThat(threads).containsEntry("reactive-io", 8).containsEntry("parallel", 4)
        assertThat(steps.threads.filter { it == Thread.currentThread().name }).describedAs("calls").hasSize(4)
    }

    /** With a single thread for all that blocks: were a call of the remote API to hold it, not all of these could begin. */
    @Test
    fun aRequestThatWaitsForTheRemoteApiHoldsNoThread() {
        ReactiveFanOut(steps, counters, settings(ioParallelism = 1)).use { reactive ->
            listOf(Kind.SQL, Kind.REDIS, Kind.CPU).forEach(steps::letGo)
            val requests = List(3) { reactive.fanOut(ids).toFuture() }
            steps.awaitEntered(3 * 16)
            assertThat(counters.active()).isEqualTo(3)
            steps.letGo()

            assertThat(requests).allSatisfy { assertThat(it.get(60, SECONDS)?.data?.trendModels).hasSize(4) }
            assertThat(counters.completed()).isEqualTo(3)
        }
    }

    /** Its client has left, for one. */
    @Test
    fun aCancelledRequestCancelsItsCallsOfTheRemoteApi() {
        val request = request()
        steps.awaitEntered(12 + COMPUTING)
        request.cancel(true)

        assertThat(steps.trends).hasSize(4).allSatisfy { assertThat(it).isCancelled() }
    }

    @Test
    fun aStepThatFailsEndsTheCallsOfItsSiblings() {
        val request = request()
        steps.awaitEntered(12 + COMPUTING)
        steps.failing = Kind.SQL
        steps.letGo(Kind.SQL)

        assertThatThrownBy { request.get(60, SECONDS) }.hasRootCauseMessage("SQL is down")
        assertThat(steps.trends).hasSize(4).allSatisfy {
            assertThatThrownBy { it.get(60, SECONDS) }.isInstanceOf(CancellationException::class.java)
        }
    }

    /** Not on the thread that lets the calls go, which stands for the event loop. */
    @Test
    fun whatTheRemoteApiAnswersIsReadOnAThreadForWhatBlocks() {
        val request = request()
        listOf(Kind.SQL, Kind.REDIS, Kind.CPU).forEach(steps::letGo)
        steps.awaitEntered(16)

        assertThat(finish(request)).isEqualTo(16)
        assertThat(steps.readers).hasSize(4).allMatch { it.name.startsWith("reactive-io-") }
    }

    private fun request(): CompletableFuture<Answer?> = reactive.fanOut(ids).toFuture()

    /** How many steps it took. */
    private fun finish(request: CompletableFuture<Answer?>): Int {
        steps.letGo()
        assertThat(request.get(60, SECONDS)?.data?.engineResult).hasSize(4)
        return steps.calls.size
    }

    private companion object {
        /** Steps that compute at once: Reactor has a thread for each CPU. */
        val COMPUTING = Schedulers.DEFAULT_POOL_SIZE.coerceAtMost(4)
    }
}
