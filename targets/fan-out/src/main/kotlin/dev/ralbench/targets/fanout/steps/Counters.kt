package dev.ralbench.targets.fanout.steps

import org.springframework.stereotype.Component
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController
import reactor.core.publisher.Mono
import java.util.concurrent.atomic.LongAdder

/** The kinds of step, in the order in which a request submits them. */
enum class Kind { SQL, REDIS, CPU, UPSTREAM }

/** Counts requests while they are in a handler, and the tasks that a full pool dropped. */
@Component
class Counters {
    private val started = LongAdder()
    private val completed = LongAdder()
    private val ended = LongAdder()
    private val dropped = Kind.entries.associateWith { LongAdder() }

    /** Inline, so that a suspending handler can suspend inside. A hung request has started and never ends. */
    final inline fun <T> request(handle: () -> T): T {
        start()
        try {
            return handle().also { complete() }
        } finally {
            end()
        }
    }

    /** A request that is answered when the publisher has its value, long after the handler has returned. */
    fun <T : Any> request(answer: Mono<T>): Mono<T> =
        answer.doFirst(::start).doOnSuccess { complete() }.doFinally { end() }

    @PublishedApi
    internal fun start() = started.increment()

    @PublishedApi
    internal fun complete() = completed.increment()

    @PublishedApi
    internal fun end() = ended.increment()

    fun drop(kind: Kind) = dropped.getValue(kind).increment()

    fun started() = started.sum()

    /** Those that gave an answer; those that failed have ended too. */
    fun completed() = completed.sum()

    /** Read in this order, so that it is never negative. */
    fun active() = ended.sum().let { started.sum() - it }

    fun dropped(kind: Kind) = dropped.getValue(kind).sum()
}

/** The counters in Prometheus' text format. */
@RestController
class CountersEndpoint(
    private val counters: Counters,
) {
    @GetMapping("/counters", produces = ["text/plain;version=0.0.4"])
    fun counters() =
        buildString {
            metric("fan_out_started_total", "counter", counters.started())
            metric("fan_out_completed_total", "counter", counters.completed())
            metric("fan_out_active", "gauge", counters.active())
            appendLine("# TYPE fan_out_dropped_tasks_total counter")
            for (kind in Kind.entries) {
                appendLine("""fan_out_dropped_tasks_total{kind="${kind.name.lowercase()}"} ${counters.dropped(kind)}""")
            }
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
