package dev.ralbench.targets.mini

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class LeakTest {
    @Test
    fun everyRequestLeavesItsBytes() {
        val leak = Leak(bytes = 100, limit = 10_000)

        repeat(7) { leak.keep() }

        assertThat(leak.bytes()).isEqualTo(700)
    }

    @Test
    fun theLimitIsNeverExceeded() {
        val leak = Leak(bytes = 300, limit = 1_000)

        repeat(10) { leak.keep() }

        assertThat(leak.bytes()).isEqualTo(900)
    }

    @Test
    fun withoutOneNothingIsKept() {
        val leak = Leak(bytes = 0, limit = 1_000)

        leak.keep()

        assertThat(leak.bytes()).isZero()
    }
}
