package dev.ralbench.targets.fanout.netty

import dev.ralbench.targets.fanout.steps.Answer
import dev.ralbench.targets.fanout.steps.Counters
import dev.ralbench.targets.fanout.steps.Ids
import dev.ralbench.targets.fanout.steps.Steps
import dev.ralbench.targets.fanout.steps.Steps.Companion.NUMBERS
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController

/**
 * Sixteen steps, one after the other, on the request thread, as published. Here that thread is an event loop, and the very first request
 * never ends:
 *
 * - The client of the remote API has no event loops of its own. It shares those of the server, as Reactor Netty's clients do by default.
 * - A client that is called on an event loop opens its connection on that same loop, which saves a change of threads.
 * - The loop then waits for the answer to a request that it would have to send itself. The five seconds after which a call
 *   fails are a task of the same loop, so that it never fails either.
 *
 * A call over a connection of another loop is answered, unless that loop waits as well. Everything else that belongs to a loop that waits
 * stands still with it: its users' connections, `/ready`, and new connections if it is the loop that accepts them.
 *
 * Reactor refuses its own `block()` on an event loop. It does not see the study's coroutine bridge, nor the future here.
 */
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
