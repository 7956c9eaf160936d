package dev.ralbench.targets.batching

import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RestController

/** A query for each request, on the thread of the request. */
@RestController
class PlainWorms(
    private val worms: Worms,
    private val counters: Counters,
) {
    @GetMapping("/plain/worms/{class}")
    fun worms(
        @PathVariable("class") wormClass: String,
    ): List<Worm> = counters.request { worms.ofClass(wormClass) }
}
