package dev.ralbench.targets.combined

import org.springframework.stereotype.Component
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController
import reactor.core.publisher.Mono
import java.util.concurrent.atomic.LongAdder

/** Counts requests while they wait for their two calls, and the calls. */
@Component
class Counters {
    private val started = LongAdder()
    private val completed = LongAdder()
    private val ended = LongAdder()
    private val failedCalls = LongAdder()
    private val slowCalls = LongAdder()

    /** A request that is answered when its handler returns. One that polls for ever has started and never ends. */
    fun <T> request(handle: () -> T): T {
        started.increment()
        try {
            return handle().also { completed.increment() }
        } finally {
            ended.increment()
        }
    }

    /** A request that is answered when the publisher has its value, long after the handler has returned. */
    fun <T : Any> request(answer: Mono<T>): Mono<T> =
        answer
            .doFirst(started::increment)
            .doOnSuccess { completed.increment() }
            .doFinally { ended.increment() }

    /** A call of the slow API came to nothing. */
    fun failedCall() = failedCalls.increment()

    /** A call has reached this server's own slow API. */
    fun slowCall() = slowCalls.increment()

    fun started() = started.sum()

    /** Those that gave an answer; those that failed have ended too. */
    fun completed() = completed.sum()

    /** Read in this order, so that it is never negative. */
    fun active() = ended.sum().let { started.sum() - it }

    fun failedCalls() = failedCalls.sum()

    fun slowCalls() = slowCalls.sum()
}

/** The counters in Prometheus' text format. */
@RestController
class CountersEndpoint(
    private val counters: Counters,
) {
    @GetMapping("/counters", produces = ["text/plain;version=0.0.4"])
    fun counters() =
        buildString {
            metric("combined_started_total", "counter", counters.started())
            metric("combined_completed_total", "counter", counters.completed())
            metric("combined_active", "gauge", counters.active())
            metric("combined_failed_calls_total", "counter", counters.failedCalls())
            metric("combined_slow_calls_total", "counter", counters.slowCalls())
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
