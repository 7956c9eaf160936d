package dev.ralbench.targets.fanout.tomcat

import dev.ralbench.targets.fanout.steps.Answer
import dev.ralbench.targets.fanout.steps.Counters
import dev.ralbench.targets.fanout.steps.FakeSteps
import dev.ralbench.targets.fanout.steps.Ids
import dev.ralbench.targets.fanout.steps.Kind
import dev.ralbench.targets.fanout.steps.Rejected
import dev.ralbench.targets.fanout.steps.Rejected.CALLER_RUNS
import dev.ralbench.targets.fanout.steps.Rejected.DROP
import dev.ralbench.targets.fanout.steps.Rejected.FAIL
import dev.ralbench.targets.fanout.steps.settings
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.springframework.core.task.TaskRejectedException
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit.SECONDS

/** What a full pool does. Without a queue it holds twenty tasks: one request and a quarter of the next. */
class PooledFanOutTest {
    private val steps = FakeSteps().apply { hold() }
    private val counters = Counters()
    private val requestThreads = Executors.newCachedThreadPool { Thread(it, "request").apply { isDaemon = true } }

    @AfterEach
    fun close() {
        steps.letGo()
        requestThreads.shutdownNow()
    }

    @Test
    fun droppedTasksAreCountedByKindAndTheirRequestHangs() {
        pooled(DROP, queue = 0).use { pooled ->
            val first = request(pooled)
            steps.awaitEntered(16)
            val second = request(pooled)
            steps.awaitEntered(4)
            // Before any step is let go: a thread that is free would take the next task.
            waitUntil { Kind.entries.map(counters::dropped) == listOf(0L, 4L, 4L, 4L) }
            steps.letGo()

            assertThat(first.get(60, SECONDS).data.trendModels).hasSize(4)
            assertThat(second).isNotDone()
            assertThat(counters.active()).isEqualTo(1)
            assertThat(counters.completed()).isEqualTo(1)
        }
    }

    @Test
    fun theRequestThreadRunsWhatThePoolRejects() {
        pooled(CALLER_RUNS, queue = 0).use { pooled ->
            val first = request(pooled)
            steps.awaitEntered(16)
            val second = request(pooled)
            steps.awaitEntered(5)
            assertThat(steps.threads.filterNot { it.startsWith("taskExecutor-") }).containsExactly("request")
            steps.letGo()

            assertThat(first.get(60, SECONDS)).isEqualTo(second.get(60, SECONDS))
            assertThat(steps.calls).hasSize(32)
            assertThat(Kind.entries.map(counters::dropped)).containsOnly(0)
        }
    }

    @Test
    fun aRejectedTaskFailsItsRequest() {
        pooled(FAIL, queue = 0).use { pooled ->
            val first = request(pooled)
            steps.awaitEntered(16)
            val second = request(pooled)

            assertThat(second)
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableOfType(ExecutionException::class.java)
                .withCauseInstanceOf(TaskRejectedException::class.java)
            steps.letGo()
            assertThat(first.get(60, SECONDS).data.engineResult).hasSize(4)
            assertThat(Kind.entries.map(counters::dropped)).containsOnly(0)
            assertThat(counters.active()).isZero()
        }
    }

    @Test
    fun anUnboundedQueueKeepsThePoolAtTen() {
        pooled(DROP, queue = -1).use { pooled ->
            val requests = List(10) { request(pooled) }
            steps.awaitEntered(10)
            steps.letGo()

            assertThat(requests).allSatisfy { assertThat(it.get(60, SECONDS).data.test4).hasSize(1) }
            assertThat(steps.threads.distinct()).hasSize(10)
        }
    }

    @Test
    fun thePublishedSizesHoldFortyTasks() {
        pooled(DROP, queue = 20).use { pooled ->
            repeat(3) { request(pooled) }
            steps.awaitEntered(20)

            waitUntil { Kind.entries.sumOf(counters::dropped) == 8L }
        }
    }

    private fun pooled(
        rejected: Rejected,
        queue: Int,
    ) = PooledFanOut(steps, counters, settings(rejected = rejected, queue = queue))

    private fun request(pooled: PooledFanOut): CompletableFuture<Answer> {
        val ids = Ids(setOf(1), setOf(1), setOf(1), setOf(1))
        return CompletableFuture.supplyAsync({ pooled.fanOut(ids) }, requestThreads)
    }

    /** A dropped task leaves no trace but the counter. */
    private fun waitUntil(condition: () -> Boolean) {
        val deadline = System.nanoTime() + SECONDS.toNanos(60)
        while (!condition()) {
            check(System.nanoTime() < deadline) { "dropped by kind: ${Kind.entries.map(counters::dropped)}" }
            Thread.onSpinWait()
        }
    }
}
