package dev.ralbench.targets.batching

import org.springframework.stereotype.Component
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController
import java.util.concurrent.atomic.LongAdder

/** Counts requests while they are in a handler, the queries that are made for them, and the requests that share another's query. */
@Component
class Counters {
    private val started = LongAdder()
    private val completed = LongAdder()
    private val ended = LongAdder()
    private val queries = LongAdder()
    private val joined = LongAdder()

    /** Inline, so that a suspending handler can suspend inside. */
    final inline fun <T> request(handle: () -> T): T {
        start()
        try {
            return handle().also { complete() }
        } finally {
            end()
        }
    }

    @PublishedApi
    internal fun start() = started.increment()

    @PublishedApi
    internal fun complete() = completed.increment()

    @PublishedApi
    internal fun end() = ended.increment()

    /** A query is sent to the database. */
    fun query() = queries.increment()

    /** A request waits for the query of another one. */
    fun join() = joined.increment()

    fun started() = started.sum()

    /** Those that gave an answer; those that failed have ended too. */
    fun completed() = completed.sum()

    /** Read in this order, so that it is never negative. */
    fun active() = ended.sum().let { started.sum() - it }

    fun queries() = queries.sum()

    fun joined() = joined.sum()
}

/** The counters in Prometheus' text format. */
@RestController
class CountersEndpoint(
    private val counters: Counters,
) {
    @GetMapping("/counters", produces = ["text/plain;version=0.0.4"])
    fun counters() =
        buildString {
            metric("batching_started_total", "counter", counters.started())
            metric("batching_completed_total", "counter", counters.completed())
            metric("batching_active", "gauge", counters.active())
            metric("batching_queries_total", "counter", counters.queries())
            metric("batching_joined_total", "counter", counters.joined())
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
