package dev.ralbench.targets.combined

import org.springframework.http.MediaType.TEXT_PLAIN_VALUE
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RestController

/** The API that takes its time: it sleeps on the worker thread that serves it. */
@RestController
class SlowApi(
    private val pause: Pause,
    private val counters: Counters,
) {
    @RequestMapping("/legacy/slow/{id}", produces = [TEXT_PLAIN_VALUE])
    fun slow(
        @PathVariable id: Int,
    ): String {
        counters.slowCall()
        pause.take()
        return "C_$id"
    }
}

/** The wait of a slow API call. */
fun interface Pause {
    fun take()
}
