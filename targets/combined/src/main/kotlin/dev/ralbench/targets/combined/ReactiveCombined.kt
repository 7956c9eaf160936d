package dev.ralbench.targets.combined

import org.springframework.http.MediaType.TEXT_PLAIN_VALUE
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.reactive.function.client.WebClient
import org.springframework.web.reactive.function.client.bodyToMono
import reactor.core.publisher.Mono

/**
 * As published, and reactive by name: a WebClient for each request, which costs little because event loops and connections are shared
 * by all, two calls at once, and the request thread polls for both. The publisher that it gives has its value already.
 */
@RestController
class ReactiveCombined(
    private val slow: SlowUrl,
    private val counters: Counters,
    private val settings: CombinedSettings,
) {
    @RequestMapping("/webflux/combined", produces = [TEXT_PLAIN_VALUE])
    fun combined(): Mono<String> =
        counters.request {
            val client = WebClient.create()
            val answers = PolledAnswers(settings.poll, counters)
            client
                .get()
                .uri(slow.of(1))
                .retrieve()
                .bodyToMono<String>()
                .subscribe(answers::keepFirst, answers::failed)
            client
                .get()
                .uri(slow.of(2))
                .retrieve()
                .bodyToMono<String>()
                .subscribe(answers::keepSecond, answers::failed)
            Mono.just(answers.await())
        }
}
