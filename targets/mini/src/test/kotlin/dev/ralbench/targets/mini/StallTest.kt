package dev.ralbench.targets.mini

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds

class StallTest {
    private val time = ScriptedTime()

    @Test
    fun nobodyPassesAtTheEndOfAPeriod() {
        val stall = Stall(60.milliseconds, 250.milliseconds, time)

        time.pass(200.milliseconds)
        stall.pass()

        assertThat(time.pauses).containsExactly(50.milliseconds)
    }

    @Test
    fun everybodyElsePassesAtOnce() {
        val stall = Stall(60.milliseconds, 250.milliseconds, time)

        stall.pass()
        time.pass(189.milliseconds)
        stall.pass()

        assertThat(time.pauses).isEmpty()
    }

    @Test
    fun whoeverWaitedDoesNotWaitAgain() {
        val stall = Stall(60.milliseconds, 250.milliseconds, time)

        time.pass(190.milliseconds)
        stall.pass()
        stall.pass()

        assertThat(time.pauses).containsExactly(60.milliseconds)
    }

    @Test
    fun theNextStallIsAPeriodLater() {
        val stall = Stall(60.milliseconds, 250.milliseconds, time)
        val every = 10.milliseconds

        repeat(100) {
            time.pass(every)
            stall.pass()
        }

        assertThat(time.pauses).hasSizeBetween(4, 6).containsOnly(60.milliseconds)
    }

    @Test
    fun withoutOneNobodyWaits() {
        val stall = Stall(Duration.ZERO, 250.milliseconds, time)

        time.pass(250.milliseconds)
        stall.pass()

        assertThat(time.pauses).isEmpty()
    }
}
