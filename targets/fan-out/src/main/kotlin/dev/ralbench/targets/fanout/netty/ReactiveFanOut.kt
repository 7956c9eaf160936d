package dev.ralbench.targets.fanout.netty

import dev.ralbench.targets.fanout.steps.Answer
import dev.ralbench.targets.fanout.steps.Counters
import dev.ralbench.targets.fanout.steps.FanOutSettings
import dev.ralbench.targets.fanout.steps.Ids
import dev.ralbench.targets.fanout.steps.Steps
import dev.ralbench.targets.fanout.steps.Steps.Companion.NUMBERS
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController
import reactor.core.publisher.Mono
import reactor.core.scheduler.Schedulers
import java.util.Optional

/**
 * Sixteen publishers, joined without a thread that waits for them. SQL and Redis block a thread each of a scheduler that has as many
 * as the IO dispatcher of the coroutines; the four that compute have Reactor's own, with one thread for each CPU. The calls of the remote
 * API are sent by the event loop that has read the request, which goes on at once.
 */
@RestController
class ReactiveFanOut(
    private val steps: Steps,
    private val counters: Counters,
    settings: FanOutSettings,
) : AutoCloseable {
    private val io = Schedulers.newBoundedElastic(settings.ioParallelism, Int.MAX_VALUE, "reactive-io")

    @GetMapping("/reactive/fan-out")
    fun fanOut(ids: Ids): Mono<Answer> {
        val rows = four { blocking { steps.sql(it, ids[it]) } }
        val cached = four { blocking { Optional.ofNullable(steps.cache(it, ids[it])) } } // a publisher cannot hold null
        val results = four { Mono.fromCallable { steps.cpu() }.subscribeOn(Schedulers.parallel()) }
        val trends = four { Mono.fromFuture { steps.call() }.flatMap { body -> blocking { steps.read(body) } } }
        return counters.request(
            Mono.zip(rows, cached, results, trends).map { all ->
                Answer.of(all.t1, all.t2.map { it.orElse(null) }, all.t3, all.t4)
            },
        )
    }

    /** Takes a thread when it begins, and not when it is subscribed to: `publishOn` would hold one while the remote API is waited for. */
    private fun <T : Any> blocking(step: () -> T): Mono<T> = Mono.fromCallable(step).subscribeOn(io)

    /** Subscribes to all four at once, and keeps their order. The first that fails cancels the others. */
    @Suppress("UNCHECKED_CAST") // `zip` passes on an untyped array
    private fun <T : Any> four(step: (Int) -> Mono<T>): Mono<List<T>> =
        Mono.zip(NUMBERS.map(step)) { results -> results.map { it as T } }

    override fun close() = io.dispose()
}
