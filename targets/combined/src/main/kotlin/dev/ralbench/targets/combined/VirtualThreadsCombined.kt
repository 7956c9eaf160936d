package dev.ralbench.targets.combined

import org.springframework.http.MediaType.TEXT_PLAIN_VALUE
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.client.RestTemplate
import java.util.concurrent.Callable
import java.util.concurrent.Executors

/** A virtual thread for each of the two calls, which blocks; with `virtualThreads: true` the request, and the slow API, have one too. */
@RestController
class VirtualThreadsCombined(
    private val slow: SlowUrl,
    private val counters: Counters,
) {
    private val client = RestTemplate()

    @RequestMapping("/virtual-threads/combined", produces = [TEXT_PLAIN_VALUE])
    fun combined() =
        counters.request {
            Executors.newVirtualThreadPerTaskExecutor().use { threads ->
                val first = threads.submit(Callable { client.getForObject(slow.of(1), String::class.java) })
                val second = threads.submit(Callable { client.getForObject(slow.of(2), String::class.java) })
                "${first.get()}|${second.get()}"
            }
        }
}
