package dev.ralbench.targets.mini

import kotlin.time.Duration
import kotlin.time.Duration.Companion.nanoseconds

/** Time passes only while somebody waits for it; every wait is written down. For one thread. */
class ScriptedTime : Time {
    private var now = 0L
    val pauses = mutableListOf<Duration>()

    override fun nanos() = now

    override fun pause(length: Duration) {
        pauses += length
        pass(length)
    }

    fun pass(length: Duration) {
        now += length.inWholeNanoseconds
    }

    fun passed() = now.nanoseconds
}
