package dev.ralbench.targets.upstream

import java.util.concurrent.atomic.AtomicLong

/** Counts of calls and their outcomes, since the start. */
class Counters {
    private val calls = AtomicLong()
    private val answered = AtomicLong()
    private val failed = AtomicLong()
    private val stalled = AtomicLong()
    private val waiting = AtomicLong()
    private val peak = AtomicLong()

    fun called(fate: Fate) {
        calls.incrementAndGet()
        if (fate is Fate.Stalled) stalled.incrementAndGet()
        val now = waiting.incrementAndGet()
        peak.accumulateAndGet(now, ::maxOf)
    }

    /** The call has been answered in full. */
    fun ended(fate: Fate) {
        if (fate is Fate.Answered) answered.incrementAndGet() else failed.incrementAndGet()
        waiting.decrementAndGet()
    }

    /** The caller hung up while the call waited. */
    fun abandoned() {
        waiting.decrementAndGet()
    }

    fun waiting() = waiting.get()

    /** Prometheus' text format. */
    fun text() =
        buildString {
            metric("upstream_calls_total", "counter", calls)
            metric("upstream_answered_total", "counter", answered)
            metric("upstream_failed_total", "counter", failed)
            // As soon as it is known that there will be no answer.
            metric("upstream_stalled_total", "counter", stalled)
            // Received, not answered, and the caller has not hung up; stalled calls among them.
            metric("upstream_waiting", "gauge", waiting)
            // The most since the start: reading it does not reset it.
            metric("upstream_waiting_peak", "gauge", peak)
        }

    private fun StringBuilder.metric(
        name: String,
        type: String,
        value: AtomicLong,
    ) {
        append("# TYPE ")
            .append(name)
            .append(' ')
            .append(type)
            .append('\n')
        append(name).append(' ').append(value.get()).append('\n')
    }
}
