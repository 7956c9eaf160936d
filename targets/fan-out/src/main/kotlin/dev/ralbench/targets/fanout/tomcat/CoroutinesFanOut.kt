package dev.ralbench.targets.fanout.tomcat

import dev.ralbench.targets.fanout.steps.Answer
import dev.ralbench.targets.fanout.steps.Counters
import dev.ralbench.targets.fanout.steps.FanOutSettings
import dev.ralbench.targets.fanout.steps.Ids
import dev.ralbench.targets.fanout.steps.Steps
import dev.ralbench.targets.fanout.steps.Steps.Companion.NUMBERS
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.future.await
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController

/**
 * Sixteen child coroutines, twelve on the IO dispatcher and the four that compute on Default, as published. SQL and Redis block an IO
 * thread each; the call of the remote API suspends and holds none.
 */
@RestController
class CoroutinesFanOut(
    private val steps: Steps,
    private val counters: Counters,
    settings: FanOutSettings,
) {
    /** `Dispatchers.IO` itself is such a view too, of max(64, processors) threads: another study on a large machine. */
    private val io = Dispatchers.IO.limitedParallelism(settings.ioParallelism)

    @GetMapping("/coroutines/fan-out", "/api/ral/v3/test")
    suspend fun fanOut(ids: Ids) =
        counters.request {
            coroutineScope {
                val rows = NUMBERS.map { async(io) { steps.sql(it, ids[it]) } }
                val cached = NUMBERS.map { async(io) { steps.cache(it, ids[it]) } }
                val results = NUMBERS.map { async(Dispatchers.Default) { steps.cpu() } }
                val trends = NUMBERS.map { async(io) { steps.read(steps.call().await()) } }
                Answer.of(rows.awaitAll(), cached.awaitAll(), results.awaitAll(), trends.awaitAll())
            }
        }
}
