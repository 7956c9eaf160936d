package dev.ralbench.targets.batching

import org.springframework.boot.context.properties.ConfigurationProperties

/** Additions to Spring's own properties; `application.yaml` has the values and their reasons. */
@ConfigurationProperties("batching")
data class BatchingSettings(
    val technique: Technique,
    val failEvery: Long,
) {
    init {
        require(failEvery >= 0) { "batching.fail-every: must be 0 or more, got $failEvery" }
    }
}

/** Which technique answers at the published path. */
enum class Technique {
    PLAIN,
    SINGLE_FLIGHT,
    COROUTINES,
    PLAIN_COROUTINES,
}
