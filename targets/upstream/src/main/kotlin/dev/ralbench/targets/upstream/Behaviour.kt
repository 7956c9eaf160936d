package dev.ralbench.targets.upstream

import java.util.Random
import kotlin.math.exp
import kotlin.time.Duration
import kotlin.time.Duration.Companion.nanoseconds

/** The outcome of one call. */
sealed interface Fate {
    data class Answered(
        val latency: Duration,
    ) : Fate

    data class Failed(
        val latency: Duration,
    ) : Fate

    data object Stalled : Fate
}

/** Decides call by call. The n-th call's fate depends on the seed, n and the switches, and on nothing else. */
class Behaviour(
    initial: Switches,
    seed: Long,
) {
    @Volatile
    var switches = initial
        private set

    private val random = Random(seed)

    @Synchronized
    fun change(change: (Switches) -> Switches) {
        switches = change(switches)
    }

    /** Two draws whatever the switches say, in one go: so that switching one thing does not shift the other. */
    @Synchronized
    fun next(): Fate {
        val share = random.nextDouble()
        val latency = latency(random.nextGaussian())
        return when {
            share < switches.stallShare -> Fate.Stalled
            share < switches.stallShare + switches.failureShare -> Fate.Failed(latency)
            else -> Fate.Answered(latency)
        }
    }

    /** Log-normal: median * exp(sigma * z). */
    private fun latency(z: Double) =
        (switches.latency.inWholeNanoseconds * exp(switches.sigma * z)).toLong().nanoseconds
}
