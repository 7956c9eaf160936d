package dev.ralbench.targets.fanout.steps

import java.lang.management.ManagementFactory
import kotlin.math.abs
import kotlin.math.roundToInt
import kotlin.system.exitProcess
import kotlin.time.AbstractLongTimeSource
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlin.time.DurationUnit
import kotlin.time.TimeSource
import kotlin.time.measureTime

/** The time for which this thread has had a CPU: other programs stretch the clock, but hardly this. */
private object ThreadCpuTime : AbstractLongTimeSource(DurationUnit.NANOSECONDS) {
    private val threads = ManagementFactory.getThreadMXBean()

    override fun read() = threads.currentThreadCpuTime
}

/**
 * How many iterations of the CPU step take a given time on this machine when nothing else runs. Counted once per machine
 * and then given to every variant: a step that looked at the clock itself would do less work the busier the machine is.
 */
class CpuCalibration(
    private val target: Duration,
    private val time: TimeSource = ThreadCpuTime,
    private val step: (Int) -> Unit = { cpuStep(it) },
) {
    fun iterations(): Int {
        val guess = iterationsFor(warmUp())
        val runs = (MEASURED / target).roundToInt().coerceIn(FEWEST_RUNS, MOST_RUNS)
        return iterationsFor(medianOf(runs, guess))
    }

    /** Until two medians in a row agree, which they do when the optimising compiler is through; or until time is up. */
    private fun warmUp(): Double {
        val start = time.markNow()
        var before = medianOf(WARM_UP_RUNS, WARM_UP_ITERATIONS)
        var after = medianOf(WARM_UP_RUNS, WARM_UP_ITERATIONS)
        while (abs(after - before) > STABLE * before && start.elapsedNow() < WARM_UP_LIMIT) {
            before = after
            after = medianOf(WARM_UP_RUNS, WARM_UP_ITERATIONS)
        }
        return after
    }

    /** Nanoseconds per iteration. */
    private fun medianOf(
        runs: Int,
        iterations: Int,
    ): Double {
        val times = List(runs) { time.measureTime { step(iterations) }.inWholeNanoseconds }
        return times.sorted()[runs / 2].toDouble() / iterations
    }

    private fun iterationsFor(nanosPerIteration: Double) =
        (target.inWholeNanoseconds / nanosPerIteration).roundToInt().coerceAtLeast(1)

    companion object {
        // Together less than three seconds on an idle machine, whatever the target.
        private val WARM_UP_LIMIT = 1.seconds
        private val MEASURED = 1.seconds
        private val LONGEST = 100.milliseconds
        private const val FEWEST_RUNS = 9
        private const val MOST_RUNS = 101

        private const val WARM_UP_RUNS = 9
        private const val WARM_UP_ITERATIONS = 500_000
        private const val STABLE = 0.02

        /** Reads `15ms`. */
        fun parse(argument: String): CpuCalibration {
            val target = Duration.parseOrNull(argument)
            require(target != null && target.isPositive() && target <= LONGEST) {
                "CPU step: must be above 0 and at most $LONGEST, as in 15ms, got $argument"
            }
            return CpuCalibration(target)
        }
    }
}

/** Prints the number as one bare line, for whoever starts the target with it. */
fun main(args: Array<String>) {
    try {
        require(args.size == 1) { "CPU step: give the time of one step and nothing else, as in 15ms" }
        println(CpuCalibration.parse(args.single()).iterations())
    } catch (refused: IllegalArgumentException) {
        System.err.println(refused.message)
        exitProcess(2)
    }
}
