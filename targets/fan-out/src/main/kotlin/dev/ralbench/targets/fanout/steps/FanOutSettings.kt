package dev.ralbench.targets.fanout.steps

import org.springframework.boot.context.properties.ConfigurationProperties
import java.net.URI

/** Additions to Spring's own properties; `application.yaml` has the values and their reasons. */
@ConfigurationProperties("fan-out")
data class FanOutSettings(
    val upstream: URI,
    val cpuIterations: Int,
    val rejected: Rejected,
    val queue: Int,
    val ioParallelism: Int,
    val upstreamConnections: Int,
) {
    init {
        require(cpuIterations > 0) { "fan-out.cpu-iterations: must be positive, got $cpuIterations" }
        require(queue >= UNBOUNDED) { "fan-out.queue: must be -1 (unbounded), 0 or more, got $queue" }
        require(ioParallelism > 0) { "fan-out.io-parallelism: must be positive, got $ioParallelism" }
        require(upstreamConnections in 0..MOST_UPSTREAM_CONNECTIONS) {
            "fan-out.upstream-connections: must be between 0 and $MOST_UPSTREAM_CONNECTIONS, got $upstreamConnections"
        }
    }

    companion object {
        const val UNBOUNDED = -1

        /** Reactor Netty's default for HTTP, enough for 125 requests at once; a call beyond it waits. */
        const val MOST_UPSTREAM_CONNECTIONS = 500
    }
}

/** The fate of a task that finds the pool and its queue full. */
enum class Rejected {
    /** As published: it vanishes, its future never completes, and the request that joins it hangs for ever. */
    DROP,

    /** The request thread runs it itself, and submits nothing more in the meantime. */
    CALLER_RUNS,

    /** The request fails at once. */
    FAIL,
}
