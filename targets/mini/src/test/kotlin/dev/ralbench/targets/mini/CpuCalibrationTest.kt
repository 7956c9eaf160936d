package dev.ralbench.targets.mini

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import kotlin.time.Duration.Companion.microseconds
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.nanoseconds
import kotlin.time.TestTimeSource

class CpuCalibrationTest {
    private val time = TestTimeSource()

    @Test
    fun theIterationsFillTheTime() {
        val calibration = CpuCalibration(100.microseconds, time) { time += (it * 2).nanoseconds }

        assertThat(calibration.iterations()).isEqualTo(50_000)
    }

    @Test
    fun whatIsCompiledLateDoesNotCount() {
        var runs = 0
        val calibration =
            CpuCalibration(1.milliseconds, time) {
                val nanosPerIteration = if (runs++ < 10) 20 else 2
                time += (it * nanosPerIteration).nanoseconds
            }

        assertThat(calibration.iterations()).isEqualTo(500_000)
    }

    @Test
    fun oneRunInThreeThatIsDisturbedDoesNotCount() {
        var runs = 0
        val calibration =
            CpuCalibration(1.milliseconds, time) {
                time += (it * 2).nanoseconds
                if (runs++ % 3 == 0) time += 40.milliseconds
            }

        assertThat(calibration.iterations()).isEqualTo(500_000)
    }

    @Test
    fun evenTheShortestTimeIsOneIteration() {
        assertThat(CpuCalibration(1.nanoseconds, time) { time += (it * 9).nanoseconds }.iterations()).isEqualTo(1)
    }

    /** In a process of its own: what other tests of this JVM still log goes to the same output. */
    @Test
    fun theOutputIsOneBareNumber() {
        val java = System.getProperty("java.home") + "/bin/java"
        val main = CpuCalibration::class.java.name + "Kt"
        val process = ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), main, "100us").start()

        assertThat(process.inputReader().readText()).matches("[1-9]\\d*\\R")
        assertThat(process.waitFor()).isZero()
    }

    @ParameterizedTest
    @ValueSource(strings = ["", "15", "-1ms", "0ms", "101ms", "15 ms", "abc"])
    fun aTimeOutsideTheLimitsIsExplained(argument: String) {
        assertThatThrownBy { CpuCalibration.parse(argument) }
            .isInstanceOf(IllegalArgumentException::class.java)
            .hasMessage("CPU time: must be above 0 and at most 100ms, as in 100us, got $argument")
    }
}
