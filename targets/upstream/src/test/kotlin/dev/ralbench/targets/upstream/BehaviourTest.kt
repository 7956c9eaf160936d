package dev.ralbench.targets.upstream

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.within
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import kotlin.math.ln
import kotlin.math.sqrt
import kotlin.time.Duration.Companion.milliseconds

class BehaviourTest {
    @Test
    fun withoutSigmaEveryCallTakesTheLatency() {
        val fates = fates(Switches(latency = 250.milliseconds), seed = 1)

        assertThat(fates).allMatch { it == Fate.Answered(250.milliseconds) }
    }

    @ParameterizedTest
    @CsvSource("1, 240, 0.15", "2, 240, 0.5", "3, 10, 1", "4, 1000, 0.05")
    fun theLogarithmOfTheLatencyHasTheGivenMedianAndDeviation(
        seed: Long,
        medianMillis: Int,
        sigma: Double,
    ) {
        val fates = fates(Switches(latency = medianMillis.milliseconds, sigma = sigma), seed)
        val logs = fates.map { ln((it as Fate.Answered).latency.inWholeNanoseconds / 1e6) }.sorted()

        // Both estimates stray by about sigma / sqrt(samples); four times that is one seed in ten thousand.
        val tolerance = within(4 * 1.26 * sigma / sqrt(SAMPLES.toDouble()))
        assertThat(logs[SAMPLES / 2]).isCloseTo(ln(medianMillis.toDouble()), tolerance)
        assertThat(deviation(logs)).isCloseTo(sigma, tolerance)
    }

    @Test
    fun failuresAndStallsComeInTheirShares() {
        val fates = fates(Switches(failureShare = 0.1, stallShare = 0.02), seed = 1)

        assertThat(fates.count { it is Fate.Failed } / SAMPLES.toDouble()).isCloseTo(0.1, within(0.005))
        assertThat(fates.count { it is Fate.Stalled } / SAMPLES.toDouble()).isCloseTo(0.02, within(0.003))
    }

    @Test
    fun theSameSeedGivesTheSameFates() {
        val switches = Switches(sigma = 0.15, failureShare = 0.1, stallShare = 0.1)

        assertThat(fates(switches, seed = 5)).isEqualTo(fates(switches, seed = 5))
        assertThat(fates(switches, seed = 5)).isNotEqualTo(fates(switches, seed = 6))
    }

    @Test
    fun failuresDoNotShiftTheLatenciesOfTheOthers() {
        val without = fates(Switches(sigma = 0.15), seed = 5)
        val with = fates(Switches(sigma = 0.15, failureShare = 0.5), seed = 5)

        assertThat(
            with.zip(without).filter { it.first is Fate.Answered },
        ).isNotEmpty().allMatch { it.first == it.second }
    }

    private fun fates(
        switches: Switches,
        seed: Long,
    ): List<Fate> {
        val behaviour = Behaviour(switches, seed)
        return List(SAMPLES) { behaviour.next() }
    }

    private fun deviation(values: List<Double>): Double {
        val mean = values.average()
        return sqrt(values.map { (it - mean) * (it - mean) }.average())
    }

    private companion object {
        const val SAMPLES = 50_000
    }
}
