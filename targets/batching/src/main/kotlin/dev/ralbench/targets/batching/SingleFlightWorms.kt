package dev.ralbench.targets.batching

import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RestController
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ConcurrentHashMap

/**
 * One query at a time for each class: the first request makes it, on its own thread; requests that come meanwhile block until it has
 * its answer, which is theirs too.
 */
@RestController
class SingleFlightWorms(
    private val worms: Worms,
    private val counters: Counters,
) {
    private val underWay = ConcurrentHashMap<String, CompletableFuture<List<Worm>>>()

    @GetMapping("/single-flight/worms/{class}")
    fun worms(
        @PathVariable("class") wormClass: String,
    ): List<Worm> =
        counters.request {
            val own = CompletableFuture<List<Worm>>()
            val others = underWay.putIfAbsent(wormClass, own)
            if (others == null) {
                makeQuery(wormClass, own)
            } else {
                counters.join()
                others.join()
            }
        }

    /** No request joins a query that has ended, or failed: its entry is removed before waiters are notified. */
    private fun makeQuery(
        wormClass: String,
        query: CompletableFuture<List<Worm>>,
    ): List<Worm> {
        val outcome = runCatching { worms.ofClass(wormClass) }
        underWay.remove(wormClass)
        outcome.fold(query::complete, query::completeExceptionally)
        return outcome.getOrThrow()
    }
}
