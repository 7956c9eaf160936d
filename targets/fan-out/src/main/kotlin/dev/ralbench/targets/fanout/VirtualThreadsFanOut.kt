package dev.ralbench.targets.fanout

import dev.ralbench.targets.fanout.Steps.Companion.NUMBERS
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController
import java.util.concurrent.Callable
import java.util.concurrent.Executors
import java.util.concurrent.Future

/** A virtual thread for each of the sixteen steps; the request thread waits for them all. Each may block: it costs no other thread. */
@RestController
class VirtualThreadsFanOut(
    private val steps: Steps,
    private val counters: Counters,
) : AutoCloseable {
    private val threads = Executors.newVirtualThreadPerTaskExecutor()

    @GetMapping("/virtual-threads/fan-out")
    fun fanOut(ids: Ids) =
        counters.request {
            val rows = NUMBERS.map { submit { steps.sql(it, ids[it]) } }
            val cached = NUMBERS.map { submit { steps.cache(it, ids[it]) } }
            val results = NUMBERS.map { submit { steps.cpu() } }
            val trends = NUMBERS.map { submit { steps.trend().join() } }
            Answer.of(rows.map { it.get() }, cached.map { it.get() }, results.map { it.get() }, trends.map { it.get() })
        }

    private fun <T> submit(step: () -> T): Future<T> = threads.submit(Callable { step() })

    override fun close() {
        threads.shutdownNow()
    }
}
