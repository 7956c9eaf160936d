package dev.ralbench.targets.fanout.steps

import java.net.URI

/** The published ones, but for what a test says; nothing listens on port 1. */
fun settings(
    upstream: URI = URI("http://127.0.0.1:1"),
    rejected: Rejected = Rejected.DROP,
    queue: Int = 20,
    ioParallelism: Int = 64,
    upstreamConnections: Int = 1,
) = FanOutSettings(upstream, cpuIterations = 1, rejected, queue, ioParallelism, upstreamConnections)
