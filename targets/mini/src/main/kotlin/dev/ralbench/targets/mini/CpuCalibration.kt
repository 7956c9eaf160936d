package dev.ralbench.targets.mini

import java.lang.management.ManagementFactory
import kotlin.math.roundToInt
import kotlin.system.exitProcess
import kotlin.time.AbstractLongTimeSource
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.DurationUnit
import kotlin.time.TimeSource
import kotlin.time.measureTime

/** The time for which this thread has had a CPU: other programs stretch the clock, but hardly this. */
private object ThreadCpuTime : AbstractLongTimeSource(DurationUnit.NANOSECONDS) {
    private val threads = ManagementFactory.getThreadMXBean()

    override fun read() = threads.currentThreadCpuTime
}

/**
 * How many iterations of the CPU step take a given time on this machine when nothing else runs. Counted once per machine and then
 * given to every variant. The time per iteration is found with long runs, whatever the target: steps of microseconds are too short
 * to be timed one by one, and two calibrations of one self-test have to agree.
 */
class CpuCalibration(
    private val target: Duration,
    private val time: TimeSource = ThreadCpuTime,
    private val step: (Int) -> Unit = { cpuStep(it) },
) {
    fun iterations(): Int {
        repeat(WARM_UP_RUNS) { step(ITERATIONS) }
        val nanosPerIteration = medianRun().inWholeNanoseconds.toDouble() / ITERATIONS
        return (target.inWholeNanoseconds / nanosPerIteration).roundToInt().coerceAtLeast(1)
    }

    private fun medianRun(): Duration = List(RUNS) { time.measureTime { step(ITERATIONS) } }.sorted()[RUNS / 2]

    companion object {
        // Some 3 ms per run, half a second in all. One run is enough for the first compiler, which replaces a loop while it runs.
        private const val ITERATIONS = 1_000_000
        private const val WARM_UP_RUNS = 20
        private const val RUNS = 151
        private val LONGEST = 100.milliseconds

        /** Reads `100us`. */
        fun parse(argument: String): CpuCalibration {
            val target = Duration.parseOrNull(argument)
            require(target != null && target.isPositive() && target <= LONGEST) {
                "CPU time: must be above 0 and at most $LONGEST, as in 100us, got $argument"
            }
            return CpuCalibration(target)
        }
    }
}

/** Prints the number as one bare line, for whoever starts the target with it. */
fun main(args: Array<String>) {
    try {
        require(args.size == 1) { "CPU time: give one and nothing else, as in 100us" }
        println(CpuCalibration.parse(args.single()).iterations())
    } catch (refused: IllegalArgumentException) {
        System.err.println(refused.message)
        exitProcess(2)
    }
}
