package dev.ralbench.targets.netty.delay

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.RestController

/** The published path, which has its delay built in, in the build with reactive code. */
@RestController
@ConditionalOnProperty("endpoint.technique", havingValue = "reactive")
class PublishedReactiveDelay(
    private val technique: ReactiveDelay,
    private val settings: EndpointSettings,
) {
    @GetMapping("/endpoint")
    fun endpoint() = technique.endpoint(settings.delay)
}

/** The same in the build with coroutines. */
@RestController
@ConditionalOnProperty("endpoint.technique", havingValue = "coroutines")
class PublishedCoroutineDelay(
    private val technique: CoroutineDelay,
    private val settings: EndpointSettings,
) {
    @GetMapping("/endpoint")
    suspend fun endpoint() = technique.endpoint(settings.delay)
}
