package dev.ralbench.targets.batching

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test

class FailuresTest {
    @Test
    fun theLastQueryOfEachGroupFails() {
        val failures = Failures(3)

        assertThat((1..9).filter { runCatching(failures::nextQuery).isFailure }).containsExactly(3, 6, 9)
        assertThatThrownBy { repeat(3) { failures.nextQuery() } }.hasMessage("query 12 fails on purpose")
    }

    @Test
    fun zeroIsNone() {
        val failures = Failures(0)

        repeat(100) { failures.nextQuery() }
    }

    @Test
    fun fewerThanNoneIsRefused() {
        assertThatThrownBy { BatchingSettings(Technique.PLAIN, -1) }
            .hasMessage("batching.fail-every: must be 0 or more, got -1")
    }
}
