package dev.ralbench.targets.fanout.steps

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class StepsTest {
    @Test
    fun theKeyIsThePrefixAndTheIdsAsAListIsPrinted() {
        assertThat(cacheKey(1, linkedSetOf(1, 2, 3, 4, 5, 6, 7))).isEqualTo("test1:key:[1, 2, 3, 4, 5, 6, 7]")
        assertThat(cacheKey(4, linkedSetOf(9, 3))).isEqualTo("test4:key:[9, 3]")
    }
}
