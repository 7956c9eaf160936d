package dev.ralbench.targets.bursttomcat.burst

import org.springframework.boot.context.properties.ConfigurationProperties
import java.time.Duration

/** Settings of the burst study; `application.yaml` has the values and their reasons. */
@ConfigurationProperties("burst")
data class BurstSettings(
    val delay: Duration,
    val log: Boolean,
    val ioParallelism: Int,
) {
    init {
        require(!delay.isNegative && delay <= LONGEST_DELAY) {
            "burst.delay: must be between 0 and ${LONGEST_DELAY.toSeconds()}s, as in 30s or 300ms, got ${delay.toMillis()}ms"
        }
        require(ioParallelism > 0) { "burst.io-parallelism: must be positive, got $ioParallelism" }
    }

    companion object {
        /** A longer delay is a slip of the pen: its requests would outlast the run. */
        val LONGEST_DELAY: Duration = Duration.ofSeconds(60)
    }
}
