package dev.ralbench.targets.combined

import dev.ralbench.targets.combined.CombinedSettings.Place
import java.net.URI
import java.time.Duration

/** For a slow API elsewhere, which is looked for as often as can be; nothing listens on port 1. */
fun settings(
    upstream: URI = URI("http://127.0.0.1:1"),
    slowApi: Place = Place.UPSTREAM,
    idle: Duration = Duration.ofMinutes(10),
) = CombinedSettings(slowApi, upstream, sleep = Duration.ofMillis(1), poll = Duration.ofMillis(1), idle)
