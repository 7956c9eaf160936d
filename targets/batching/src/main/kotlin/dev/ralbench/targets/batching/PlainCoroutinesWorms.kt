package dev.ralbench.targets.batching

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RestController

/** A query for each request, which waits for a connection and for its answer on a thread of the IO dispatcher. */
@RestController
class PlainCoroutinesWorms(
    private val worms: Worms,
    private val counters: Counters,
) {
    @GetMapping("/plain-coroutines/worms/{class}")
    suspend fun worms(
        @PathVariable("class") wormClass: String,
    ): List<Worm> = counters.request { withContext(Dispatchers.IO) { worms.ofClass(wormClass) } }
}
