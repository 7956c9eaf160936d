package dev.ralbench.targets.mini

import kotlin.time.Duration
import kotlin.time.Duration.Companion.nanoseconds

/** Holds all requests at the end of each period, like a pause of the whole process that leaves its threads alone. */
class Stall(
    private val length: Duration,
    private val every: Duration,
    private val time: Time,
) {
    private val origin = time.nanos()

    /** Returns at once, or when the stall that is on has ended. */
    fun pass() {
        if (length == Duration.ZERO) return
        val left = every - ((time.nanos() - origin) % every.inWholeNanoseconds).nanoseconds
        if (left <= length) time.pause(left)
    }
}
