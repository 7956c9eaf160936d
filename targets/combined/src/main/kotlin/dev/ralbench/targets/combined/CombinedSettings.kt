package dev.ralbench.targets.combined

import org.springframework.boot.context.properties.ConfigurationProperties
import java.net.URI
import java.time.Duration

/** Additions to Spring's own properties; `application.yaml` has the values and their reasons. */
@ConfigurationProperties("combined")
data class CombinedSettings(
    val slowApi: Place,
    val upstream: URI,
    val sleep: Duration,
    val poll: Duration,
    val idle: Duration,
) {
    init {
        require(!sleep.isNegative) { "combined.sleep: must be 0 or more, got $sleep" }
        require(poll.isPositive) { "combined.poll: must be above 0, got $poll" }
        require(idle.isPositive) { "combined.idle: must be above 0, got $idle" }
        require(slowApi == Place.OWN || upstream.host != NONE) {
            "combined.slow-api: there is no upstream to call; add needs.upstream to the scenario, or use own"
        }
    }

    /** Where the slow API is. */
    enum class Place {
        /** In this server, as published: each of its calls needs a worker of the pool that its caller waits in. */
        OWN,

        /** In a process of its own, which holds no thread for a call that waits. */
        UPSTREAM,
    }

    private companion object {
        /** The host if the scenario has no upstream. */
        const val NONE = "none"
    }
}
