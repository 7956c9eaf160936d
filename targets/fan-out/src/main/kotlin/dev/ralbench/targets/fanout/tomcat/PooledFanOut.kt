package dev.ralbench.targets.fanout.tomcat

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

/** Sixteen tasks for one bounded pool that all requests share; the request thread joins them without a timeout, as published. */
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
