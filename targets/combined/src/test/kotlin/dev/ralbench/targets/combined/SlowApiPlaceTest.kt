package dev.ralbench.targets.combined

import dev.ralbench.targets.combined.CombinedSettings.Place
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import java.net.URI

/** With the slow API in a process of its own. */
class SlowApiPlaceTest {
    @Test
    fun theOtherProcessIsCalledAtItsOwnPath() {
        assertThat(SlowUrl(settings(URI("http://127.0.0.1:8081"))).of(2)).isEqualTo("http://127.0.0.1:8081/slow/2")
    }

    @Test
    fun readyWhenTheOtherProcessIs() {
        HeldSlowApi().use { other ->
            other.letGo()

            assertThat(
                Readiness(settings(other.url))
                    .ready()
                    .statusCode
                    .value(),
            ).isEqualTo(200)
            assertThat(other.asked).containsExactly("/ready")
        }
    }

    @Test
    fun withoutTheOtherProcessItIsNotReadyAndSaysSoInALine() {
        val response = Readiness(settings()).ready()

        assertThat(response.statusCode.value()).isEqualTo(503)
        assertThat(response.body).startsWith("upstream: ").doesNotContain("\n")
    }

    @Test
    fun aScenarioWithoutTheOtherProcessCannotChooseIt() {
        val none = URI("http://none:0")

        assertThat(settings(none, Place.OWN).slowApi).isEqualTo(Place.OWN)
        assertThatThrownBy { settings(none, Place.UPSTREAM) }
            .hasMessage(
                "combined.slow-api: there is no upstream to call; add needs.upstream to the scenario, or use own",
            )
    }
}
