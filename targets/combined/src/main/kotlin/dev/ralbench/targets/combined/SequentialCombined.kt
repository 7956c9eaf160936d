package dev.ralbench.targets.combined

import org.springframework.http.MediaType.TEXT_PLAIN_VALUE
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.client.RestTemplate

/** As published: a blocking client for each request, which has no thread and no timeout, and two calls one after the other. */
@RestController
class SequentialCombined(
    private val slow: SlowUrl,
    private val counters: Counters,
) {
    @RequestMapping("/seq/combined", produces = [TEXT_PLAIN_VALUE])
    fun combined() =
        counters.request {
            val client = RestTemplate()
            val first = client.getForObject(slow.of(1), String::class.java)
            val second = client.getForObject(slow.of(2), String::class.java)
            "$first|$second"
        }
}
