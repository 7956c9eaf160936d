package dev.ralbench.targets.combined

import org.springframework.http.MediaType.TEXT_PLAIN_VALUE
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.reactive.function.client.WebClient
import org.springframework.web.reactive.function.client.bodyToMono
import reactor.core.publisher.Mono

/**
 * Truly reactive: two calls at once, joined without a thread that waits. At this path in a later state of the source.
 */
@RestController
class ZipCombined(
    private val slow: SlowUrl,
    private val counters: Counters,
) {
    private val client = WebClient.create()

    @RequestMapping("/webflux/combined2", produces = [TEXT_PLAIN_VALUE])
    fun combined(): Mono<String> =
        counters.request(
            Mono.zip(
                client
                    .get()
                    .uri(slow.of(1))
                    .retrieve()
                    .bodyToMono<String>(),
                client
                    .get()
                    .uri(slow.of(2))
                    .retrieve()
                    .bodyToMono<String>(),
            ) { first, second -> "$first|$second" },
        )
}
