package dev.ralbench.targets.upstream

import kotlin.time.Duration
import kotlin.time.Duration.Companion.hours
import kotlin.time.Duration.Companion.milliseconds

/** Settings that can change while the API runs; waiting calls keep their old ones. */
data class Switches(
    /** The median: half of the calls are faster. All take exactly this long if sigma is 0. */
    val latency: Duration = 250.milliseconds,
    /** The standard deviation of the latency's logarithm; 0.15 puts two thirds of the calls within about 15 % of the median. */
    val sigma: Double = 0.0,
    val failureShare: Double = 0.0,
    val stallShare: Double = 0.0,
) {
    init {
        require(!latency.isNegative() && latency <= LONGEST) { "latency: must be between 0 and $LONGEST, got $latency" }
        require(sigma in 0.0..MOST_SPREAD) { "sigma: must be between 0 and $MOST_SPREAD, got $sigma" }
        require(failureShare in 0.0..1.0) { "failure share: must be between 0 and 1, got $failureShare" }
        require(stallShare in 0.0..1.0) { "stall share: must be between 0 and 1, got $stallShare" }
        require(failureShare + stallShare <= 1) {
            "failure and stall share: must be at most 1 together, got $failureShare and $stallShare"
        }
    }

    /** The same with those replaced that are given. */
    fun with(
        latency: String?,
        sigma: String?,
        failureShare: String?,
        stallShare: String?,
    ) = Switches(
        latency = latency?.let(::duration) ?: this.latency,
        sigma = sigma?.let { number("sigma", it) } ?: this.sigma,
        failureShare = failureShare?.let { number("failure share", it) } ?: this.failureShare,
        stallShare = stallShare?.let { number("stall share", it) } ?: this.stallShare,
    )

    private companion object {
        /** For tests that release the calls themselves; a client has long given up. */
        val LONGEST = 1.hours

        /** Beyond it a log-normal latency is no latency any more: one call in six takes more than seven times the median. */
        const val MOST_SPREAD = 2.0

        fun duration(text: String) =
            requireNotNull(if (text == "0") Duration.ZERO else Duration.parseOrNull(text)) {
                "latency: must be a time, as in 250ms or 1s, got $text"
            }

        fun number(
            name: String,
            text: String,
        ) = requireNotNull(text.toDoubleOrNull()) { "$name: must be a number, as in 0.15, got $text" }
    }
}
