package dev.ralbench.targets.fanout.tomcat

import dev.ralbench.targets.fanout.steps.Answer
import dev.ralbench.targets.fanout.steps.Counters
import dev.ralbench.targets.fanout.steps.Ids
import dev.ralbench.targets.fanout.steps.Row
import dev.ralbench.targets.fanout.steps.Steps
import dev.ralbench.targets.fanout.steps.Steps.Companion.NUMBERS
import dev.ralbench.targets.fanout.steps.Trend
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController

/**
 * A virtual thread for each of the sixteen steps; the request thread waits for them all. Each may block: it costs no
 * other thread.
 *
 * The order in which they start matters, as it does in no other technique: virtual threads have a carrier for each CPU,
 * first come, first served, and a computing one keeps it to the end. Platform threads take turns by time.
 */
@RestController
class VirtualThreadsFanOut(
    private val steps: Steps,
    private val counters: Counters,
) {
    /** Sends the longest waits first and computes last. */
    @GetMapping("/virtual-threads/fan-out")
    fun fanOut(ids: Ids) = fanOut(ids, callsFirst = true)

    /** The order of the published pool: the remote API is called when the carriers have done computing. */
    @GetMapping("/virtual-threads-in-order/fan-out")
    fun fanOutInOrder(ids: Ids) = fanOut(ids, callsFirst = false)

    private fun fanOut(
        ids: Ids,
        callsFirst: Boolean,
    ) = counters.request {
        Forks().use { forks ->
            val early = if (callsFirst) forks.trends() else null
            val rows = forks.rows(ids)
            val cached = forks.cached(ids)
            val results = forks.results()
            val trends = early ?: forks.trends()
            forks.join()
            answer(rows, cached, results, trends)
        }
    }

    // A step that has begun goes on, as it does in a coroutine; an interrupt would also close its database connection.
    private fun Forks.rows(ids: Ids) = NUMBERS.map { fork { steps.sql(it, ids[it]) } }

    private fun Forks.cached(ids: Ids) = NUMBERS.map { fork { steps.cache(it, ids[it]) } }

    private fun Forks.results() = NUMBERS.map { fork { steps.cpu() } }

    private fun Forks.trends() = NUMBERS.map { fork(interruptible = true) { steps.trend() } }

    private fun answer(
        rows: List<Forks.Fork<List<Row>>>,
        cached: List<Forks.Fork<String?>>,
        results: List<Forks.Fork<String>>,
        trends: List<Forks.Fork<Trend>>,
    ) = Answer.of(rows.map { it.get() }, cached.map { it.get() }, results.map { it.get() }, trends.map { it.get() })
}
