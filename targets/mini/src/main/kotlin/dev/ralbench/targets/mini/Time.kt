package dev.ralbench.targets.mini

import java.util.concurrent.TimeUnit.NANOSECONDS
import kotlin.time.Duration

/** Time as a request sees it. */
interface Time {
    /** Nanoseconds since some moment. */
    fun nanos(): Long

    /** Blocks the thread. */
    fun pause(length: Duration)

    object Real : Time {
        override fun nanos() = System.nanoTime()

        override fun pause(length: Duration) = NANOSECONDS.sleep(length.inWholeNanoseconds)
    }
}
