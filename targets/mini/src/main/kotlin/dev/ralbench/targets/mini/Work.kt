package dev.ralbench.targets.mini

import java.util.concurrent.Semaphore
import java.util.concurrent.atomic.AtomicLong
import kotlin.math.floor
import kotlin.time.Duration

/** The work of one request, on the worker's thread throughout. */
class Work(
    private val behaviour: Behaviour,
    private val regressions: Regressions,
    private val statements: Statements,
    private val counters: Counters,
    private val time: Time = Time.Real,
) {
    private val leak = Leak(regressions.leak).also { counters.leakedBytes = it::bytes }
    private val stall = Stall(regressions.stall, regressions.stallEvery, time)
    private val requests = AtomicLong()

    /** Fair, or a request that has just waited would be let in again before those that queue. */
    private val permits = if (regressions.lockPool > 0) Semaphore(regressions.lockPool, true) else null

    /** Another class could read it, so the compiler cannot leave the garbage out. */
    @Volatile
    private var garbage: ByteArray? = null

    fun request() {
        val number = requests.incrementAndGet()
        cpuStep(behaviour.cpuIterations + regressions.extraCpuIterations)
        statements.select(behaviour.sql + regressions.extraSql, number)
        litter(behaviour.allocation + regressions.extraAllocation)
        leak.keep()
        waitForIt()
        if (sleeps(number)) {
            counters.slept()
            time.pause(regressions.sleep)
        }
        stall.pass()
    }

    private fun litter(bytes: Int) {
        if (bytes > 0) garbage = ByteArray(bytes)
    }

    private fun waitForIt() {
        permits?.acquire()
        try {
            if (behaviour.wait > Duration.ZERO) time.pause(behaviour.wait)
        } finally {
            permits?.release()
        }
    }

    /** Evenly spread, not drawn: a share of 5 % is every twentieth request in any window. */
    private fun sleeps(number: Long) =
        regressions.sleep > Duration.ZERO &&
            floor(number * regressions.sleepShare) > floor((number - 1) * regressions.sleepShare)
}
