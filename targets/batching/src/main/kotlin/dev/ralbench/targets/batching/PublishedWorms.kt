package dev.ralbench.targets.batching

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RestController

private const val PUBLISHED_PATH = "/api/v1/worms/{class}"

/** The published path in the server that makes a query for each request. */
@RestController
@ConditionalOnProperty("batching.technique", havingValue = "plain")
class PublishedPlainWorms(
    private val technique: PlainWorms,
) {
    @GetMapping(PUBLISHED_PATH)
    fun worms(
        @PathVariable("class") wormClass: String,
    ) = technique.worms(wormClass)
}

/** The same in the server whose requests share a query and block. */
@RestController
@ConditionalOnProperty("batching.technique", havingValue = "single-flight")
class PublishedSingleFlightWorms(
    private val technique: SingleFlightWorms,
) {
    @GetMapping(PUBLISHED_PATH)
    fun worms(
        @PathVariable("class") wormClass: String,
    ) = technique.worms(wormClass)
}

/** The same in the server whose requests share a query and suspend. */
@RestController
@ConditionalOnProperty("batching.technique", havingValue = "coroutines")
class PublishedCoroutinesWorms(
    private val technique: CoroutinesWorms,
) {
    @GetMapping(PUBLISHED_PATH)
    suspend fun worms(
        @PathVariable("class") wormClass: String,
    ) = technique.worms(wormClass)
}

/** The same in the server that makes a query for each request and suspends. */
@RestController
@ConditionalOnProperty("batching.technique", havingValue = "plain-coroutines")
class PublishedPlainCoroutinesWorms(
    private val technique: PlainCoroutinesWorms,
) {
    @GetMapping(PUBLISHED_PATH)
    suspend fun worms(
        @PathVariable("class") wormClass: String,
    ) = technique.worms(wormClass)
}
