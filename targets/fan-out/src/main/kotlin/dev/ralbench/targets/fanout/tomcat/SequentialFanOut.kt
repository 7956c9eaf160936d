package dev.ralbench.targets.fanout.tomcat

import dev.ralbench.targets.fanout.steps.Answer
import dev.ralbench.targets.fanout.steps.Counters
import dev.ralbench.targets.fanout.steps.Ids
import dev.ralbench.targets.fanout.steps.Steps
import dev.ralbench.targets.fanout.steps.Steps.Companion.NUMBERS
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController

/** Sixteen steps, one after the other, on the request thread. */
@RestController
class SequentialFanOut(
    private val steps: Steps,
    private val counters: Counters,
) {
    @GetMapping("/sequential/fan-out", "/api/ral/v1/test")
    fun fanOut(ids: Ids) =
        counters.request {
            Answer.of(
                rows = NUMBERS.map { steps.sql(it, ids[it]) },
                cached = NUMBERS.map { steps.cache(it, ids[it]) },
                results = NUMBERS.map { steps.cpu() },
                trends = NUMBERS.map { steps.trend() },
            )
        }
}
