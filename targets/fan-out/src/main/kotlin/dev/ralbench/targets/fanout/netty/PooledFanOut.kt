package dev.ralbench.targets.fanout.netty

import dev.ralbench.targets.fanout.steps.Answer
import dev.ralbench.targets.fanout.steps.Counters
import dev.ralbench.targets.fanout.steps.FanOutSettings
import dev.ralbench.targets.fanout.steps.Ids
import dev.ralbench.targets.fanout.steps.Kind
import dev.ralbench.targets.fanout.steps.Kind.CPU
import dev.ralbench.targets.fanout.steps.Kind.REDIS
import dev.ralbench.targets.fanout.steps.Kind.SQL
import dev.ralbench.targets.fanout.steps.Kind.UPSTREAM
import dev.ralbench.targets.fanout.steps.Rejected
import dev.ralbench.targets.fanout.steps.Steps
import dev.ralbench.targets.fanout.steps.Steps.Companion.NUMBERS
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController
import java.util.concurrent.CompletableFuture
import java.util.concurrent.RejectedExecutionHandler
import java.util.concurrent.ThreadPoolExecutor.AbortPolicy
import java.util.concurrent.ThreadPoolExecutor.CallerRunsPolicy

/**
 * Sixteen tasks for one bounded pool that all requests share; the request thread joins them without a timeout, as published. Here that
 * thread is an event loop:
 *
 * - The client of the remote API shares the server's event loops. It is called on threads of the pool, so its connections may
 *   belong to any loop.
 * - If one of them belongs to the loop that joins, this loop waits for a call that it would have to send itself.
 * - As many requests at once as there are event loops always hang: no loop is left that could send a call.
 *
 * Whether one request alone hangs depends on the version of Reactor Netty. With the study's it did in 8 of 8 tries with four loops, and in
 * 3 of 6 with eight. With 1.3.7 the four connections of the first request were on two other loops in 6 of 6 tries, and it was answered.
 * [SequentialFanOut] says what else stands still.
 */
@RestController
class PooledFanOut(
    private val steps: Steps,
    private val counters: Counters,
    settings: FanOutSettings,
) : AutoCloseable {
    private val pool =
        ThreadPoolTaskExecutor().apply {
            setThreadNamePrefix("taskExecutor-")
            corePoolSize = 10
            // Reached only when the queue is full: an unbounded one keeps the pool at ten.
            maxPoolSize = 20
            queueCapacity = if (settings.queue == FanOutSettings.UNBOUNDED) Int.MAX_VALUE else settings.queue
            keepAliveSeconds = 60
            setRejectedExecutionHandler(handler(settings.rejected))
            initialize()
        }

    @GetMapping("/pooled/fan-out", "/api/ral/v2/test")
    fun fanOut(ids: Ids) =
        counters.request {
            val rows = NUMBERS.map { submit(SQL) { steps.sql(it, ids[it]) } }
            val cached = NUMBERS.map { submit(REDIS) { steps.cache(it, ids[it]) } }
            val results = NUMBERS.map { submit(CPU) { steps.cpu() } }
            val trends = NUMBERS.map { submit(UPSTREAM) { steps.trend() } }
            Answer.of(
                rows.map { it.join() },
                cached.map { it.join() },
                results.map { it.join() },
                trends.map { it.join() },
            )
        }

    private fun <T> submit(
        kind: Kind,
        step: () -> T,
    ): CompletableFuture<T> = Task(kind, step).also { pool.execute(it) }.result

    private fun handler(rejected: Rejected) =
        when (rejected) {
            Rejected.DROP -> RejectedExecutionHandler { task, _ -> counters.drop((task as Task<*>).kind) }
            Rejected.CALLER_RUNS -> CallerRunsPolicy()
            Rejected.FAIL -> AbortPolicy()
        }

    override fun close() = pool.shutdown()

    /** A task in the pool: it knows its kind, so that a dropped one can be counted. */
    private class Task<T>(
        val kind: Kind,
        private val step: () -> T,
    ) : Runnable {
        val result = CompletableFuture<T>()

        override fun run() {
            try {
                result.complete(step())
            } catch (failure: Throwable) {
                result.completeExceptionally(failure)
            }
        }
    }
}
