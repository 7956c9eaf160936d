package dev.ralbench.targets.fanout.steps

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.measureTime

class CpuStepTest {
    @Test
    fun theResultIsTheFixedText() {
        assertThat(cpuStep(1)).isEqualTo("Math Engine Finish")
    }

    @Test
    fun everyIterationCounts() {
        val states = (0..10_000).map(::xorshift)

        assertThat(states).doesNotHaveDuplicates().doesNotContain(0)
    }

    /** A removed loop takes microseconds; this one cannot take less than a cycle per iteration. Load only makes it slower. */
    @Test
    fun theOptimisingCompilerCannotRemoveTheLoop() {
        assertThat(fastest(20, 10_000_000)).isGreaterThan(2.milliseconds)
    }

    @Test
    fun tenTimesTheIterationsTakeSeveralTimesAsLong() {
        val short = fastest(50, 1_000_000)

        assertThat(fastest(10, 10_000_000)).isGreaterThan(short * 4)
    }

    /** The fastest of several runs is the one that the rest of the machine disturbed least. */
    private fun fastest(
        runs: Int,
        iterations: Int,
    ) = (1..runs).minOf { measureTime { cpuStep(iterations) } }
}
