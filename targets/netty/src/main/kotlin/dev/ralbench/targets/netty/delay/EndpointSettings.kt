package dev.ralbench.targets.netty.delay

import org.springframework.boot.context.properties.ConfigurationProperties
import java.time.Duration

/** Fixed settings of the published path, `/endpoint`, which has no parameters. */
@ConfigurationProperties("endpoint")
data class EndpointSettings(
    val delay: Duration,
    val technique: Technique,
) {
    init {
        require(!delay.isNegative && delay <= DelayConverter.LONGEST) {
            "endpoint.delay: must be between 0 and 60s, as in 0, 200ms or 1s, got ${delay.toMillis()}ms"
        }
    }
}

/** Which technique answers there. */
enum class Technique {
    REACTIVE,
    COROUTINES,
}
