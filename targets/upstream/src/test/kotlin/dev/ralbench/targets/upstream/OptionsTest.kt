package dev.ralbench.targets.upstream

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import kotlin.time.Duration.Companion.milliseconds

class OptionsTest {
    @Test
    fun onlyThePortIsMandatory() {
        val options = Options.parse(listOf("--port=8081"))

        assertThat(options).isEqualTo(Options(8081, "127.0.0.1", 1, Switches(250.milliseconds, 0.0, 0.0, 0.0)))
    }

    @Test
    fun everyOptionArrives() {
        val arguments =
            "--port=1 --bind=0.0.0.0 --latency=240ms --sigma=0.15 --seed=7 " +
                "--failure-share=0.1 --stall-share=0.2"

        val options = Options.parse(arguments.split(' '))

        assertThat(options).isEqualTo(Options(1, "0.0.0.0", 7, Switches(240.milliseconds, 0.15, 0.1, 0.2)))
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock = """
            ''                                           | unknown argument
            --latency=1s                                 | --port: is missing
            --port                                       | unknown argument --port
            port=1                                       | unknown argument port=1
            --port=1 --latancy=1s                        | unknown argument --latancy=1s
            --port=x                                     | --port: must be between 0 and 65535, got x
            --port=65536                                 | --port: must be between 0 and 65535, got 65536
            --port=1 --seed=x                            | --seed: must be a whole number, got x
            --port=1 --latency=250                       | latency: must be a time, as in 250ms or 1s, got 250
            --port=1 --latency=-1s                       | latency: must be between 0 and 1h, got -1s
            --port=1 --sigma=high                        | sigma: must be a number, as in 0.15, got high
            --port=1 --sigma=NaN                         | sigma: must be between 0 and 2.0, got NaN
            --port=1 --failure-share=1.5                 | failure share: must be between 0 and 1, got 1.5
            --port=1 --stall-share=-0.1                  | stall share: must be between 0 and 1, got -0.1
            --port=1 --failure-share=0.6 --stall-share=1 | failure and stall share: must be at most 1 together""",
    )
    fun aWrongOptionIsExplained(
        arguments: String,
        message: String,
    ) {
        assertThatThrownBy { Options.parse(arguments.split(' ')) }
            .isInstanceOf(IllegalArgumentException::class.java)
            .hasMessageStartingWith(message)
    }
}
