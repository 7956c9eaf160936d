package dev.ralbench.targets.batching

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart.LAZY
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.async
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RestController
import java.util.concurrent.ConcurrentHashMap

/** The same as [SingleFlightWorms] with handlers that suspend: a request that waits for a query holds no thread. */
@RestController
class CoroutinesWorms(
    private val worms: Worms,
    private val counters: Counters,
) {
    /** Of the queries, which belong to no single request: one that ends early must not end the query of the others. */
    private val queries = CoroutineScope(SupervisorJob() + Dispatchers.IO)

    private val underWay = ConcurrentHashMap<String, Deferred<List<Worm>>>()

    @GetMapping("/coroutines/worms/{class}")
    suspend fun worms(
        @PathVariable("class") wormClass: String,
    ): List<Worm> =
        counters.request {
            var isFirst = false
            val query =
                underWay.computeIfAbsent(wormClass) {
                    isFirst = true
                    query(it)
                }
            if (!isFirst) counters.join()
            query.await()
        }

    /** Begins at the first wait for it. Its entry is removed before waiters are notified, whatever the outcome. */
    private fun query(wormClass: String) =
        queries.async(start = LAZY) {
            try {
                worms.ofClass(wormClass)
            } finally {
                underWay.remove(wormClass)
            }
        }
}
