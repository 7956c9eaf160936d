package dev.ralbench.targets.mini

import java.util.concurrent.atomic.LongAdder

/** Counts of requests and their outcomes, since the start. */
class Counters {
    private val started = LongAdder()
    private val completed = LongAdder()
    private val failed = LongAdder()
    private val slept = LongAdder()

    /** Bytes that a leak keeps. Set before the first request, by whoever leaks. */
    @Volatile
    var leakedBytes: () -> Long = { 0 }

    fun started() = started.increment()

    fun completed() = completed.increment()

    fun failed() = failed.increment()

    fun slept() = slept.increment()

    /** Prometheus' text format. */
    fun text() =
        buildString {
            // Ends are read first, so that active is never negative.
            val ended = completed.sum() to failed.sum()
            val begun = started.sum()
            metric("mini_started_total", "counter", begun)
            metric("mini_completed_total", "counter", ended.first)
            metric("mini_failed_total", "counter", ended.second)
            metric("mini_active", "gauge", begun - ended.first - ended.second)
            metric("mini_slept_total", "counter", slept.sum())
            metric("mini_leaked_bytes", "gauge", leakedBytes())
        }

    private fun StringBuilder.metric(
        name: String,
        type: String,
        value: Long,
    ) {
        appendLine("# TYPE $name $type")
        appendLine("$name $value")
    }
}
