package dev.ralbench.targets.bursttomcat.burst

import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import java.time.Duration

class BurstSettingsTest {
    @ParameterizedTest
    @ValueSource(strings = ["-PT0.001S", "PT1M0.001S"])
    fun aDelayOutsideItsLimitsIsExplained(delay: String) {
        assertThatThrownBy { BurstSettings(Duration.parse(delay), log = false, ioParallelism = 64) }
            .hasMessageStartingWith("burst.delay: must be between 0 and 60s, as in 30s or 300ms, got ")
    }

    @Test
    fun aDispatcherNeedsAThread() {
        assertThatThrownBy { BurstSettings(Duration.ZERO, log = false, ioParallelism = 0) }
            .hasMessage("burst.io-parallelism: must be positive, got 0")
    }
}
