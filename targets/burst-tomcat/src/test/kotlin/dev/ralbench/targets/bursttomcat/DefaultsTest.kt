package dev.ralbench.targets.bursttomcat

import dev.ralbench.targets.bursttomcat.burst.BurstSettings
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT
import org.springframework.boot.webmvc.autoconfigure.WebMvcProperties
import java.time.Duration

@SpringBootTest(webEnvironment = RANDOM_PORT)
class DefaultsTest(
    @Autowired private val mvc: WebMvcProperties,
    @Autowired private val burst: BurstSettings,
) {
    @Test
    fun noDelayRacesWithTheAsynchronousTimeoutUnlessAScenarioWantsThat() {
        assertThat(mvc.async.requestTimeout).isGreaterThan(BurstSettings.LONGEST_DELAY)
    }

    @Test
    fun theDelayIsThePublishedOne() {
        assertThat(burst.delay).isEqualTo(Duration.ofSeconds(30))
        assertThat(burst.ioParallelism).isEqualTo(64)
        assertThat(burst.log).isFalse()
    }
}
