package dev.ralbench.targets.mini

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds

class OptionsTest {
    private val database =
        mapOf(
            "MYSQL_HOST" to "db",
            "MYSQL_PORT" to "3306",
            "MYSQL_DATABASE" to "mini",
            "MYSQL_USER" to "root",
            "MYSQL_PASSWORD" to "secret",
        )

    @Test
    fun withoutOptionsNothingIsWrongWithIt() {
        val options = Options.parse(listOf("--port=8081"), emptyMap())

        assertThat(options).isEqualTo(Options(8081, "127.0.0.1", Behaviour(), Regressions(), null, train = false))
        val none = Regressions()
        assertThat(listOf(none.extraCpuIterations, none.lockPool, none.extraSql, none.leak, none.extraThreads))
            .containsOnly(0)
        assertThat(listOf(none.sleep, none.stall)).containsOnly(Duration.ZERO)
        assertThat(none.extraAllocation).isZero()
    }

    @Test
    fun everyOptionArrives() {
        val arguments =
            "--port=1 --bind=0.0.0.0 --train=true --workers=2 --cpu-iterations=3 --wait=4ms --sql=5 --allocation=6B " +
                "--extra-cpu-iterations=7 --sleep=8ms --sleep-share=9% --lock-pool=10 --extra-sql=11 --leak=12KiB " +
                "--stall=13ms --stall-every=14ms --extra-threads=15 --extra-allocation=16MiB"

        val options = Options.parse(arguments.split(' '), database)

        assertThat(options).isEqualTo(
            Options(
                port = 1,
                bind = "0.0.0.0",
                behaviour = Behaviour(workers = 2, cpuIterations = 3, wait = 4.milliseconds, sql = 5, allocation = 6),
                regressions =
                    Regressions(
                        extraCpuIterations = 7,
                        sleep = 8.milliseconds,
                        sleepShare = 0.09,
                        lockPool = 10,
                        extraSql = 11,
                        leak = 12 * 1024,
                        stall = 13.milliseconds,
                        stallEvery = 14.milliseconds,
                        extraThreads = 15,
                        extraAllocation = 16 * 1024 * 1024,
                    ),
                database = DatabasePlace("db", "3306", "mini", "root", "secret"),
                train = true,
            ),
        )
    }

    @Test
    fun aDatabaseThatNobodyAsksIsNoneAndNoPasswordIsPrinted() {
        assertThat(Options.parse(listOf("--port=1"), database).database).isNull()
        assertThat(Options.parse(listOf("--port=1", "--sql=1"), database).database.toString())
            .isEqualTo("db:3306/mini")
    }

    @Test
    fun emptyVariablesAreNoDatabase() {
        val empty = database.mapValues { "" }

        assertThat(Options.parse(listOf("--port=1"), empty).database).isNull()
        assertThatThrownBy { Options.parse(listOf("--port=1", "--extra-sql=1"), empty) }
            .hasMessage("--sql, --extra-sql: need a database; add mysql to the scenario's needs")
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock = """
            ''                                  | : must have the form --name=value
            --workers=1                         | --port: is missing
            port=1                              | port=1: must have the form --name=value
            --port                              | --port: must have the form --name=value
            --port=x                            | --port: must be a whole number from 0 on, as in 16, got x
            --port=65536                        | --port: must be at most 65535, got 65536
            --port=1 --wiat=1ms                 | --wiat: there is no such argument; there are
            --port=1 --workers=0                | --workers: must be between 1 and 4096, got 0
            --port=1 --wait=2                   | --wait: must be a time, as in 2ms or 1s, got 2
            --port=1 --wait=-2ms                | --wait: must be a time, as in 2ms or 1s, got -2ms
            --port=1 --wait=2m                  | --wait: must be at most 1m, got 2m
            --port=1 --leak=4K                  | --leak: must be a number of bytes below 1024MiB, as in 512B, 4KiB or 1MiB, got 4K
            --port=1 --leak=1024MiB             | --leak: must be a number of bytes
            --port=1 --sleep-share=0.05         | --sleep-share: must be between 0% and 100%, as in 5%, got 0.05
            --port=1 --sleep-share=101%         | --sleep-share: must be between
            --port=1 --stall=5s                 | --stall: must be shorter than --stall-every=5s, got 5s
            --port=1 --stall=1ms --stall-every=0 | --stall: must be shorter than --stall-every=0s, got 1ms
            --port=1 --extra-threads=4097       | --extra-threads: must be at most 4096, got 4097
            --port=1 --train=yes                | --train: must be true or false, got yes""",
    )
    fun aWrongOptionIsExplained(
        arguments: String,
        message: String,
    ) {
        assertThatThrownBy { Options.parse(arguments.split(' '), emptyMap()) }
            .isInstanceOf(IllegalArgumentException::class.java)
            .hasMessageStartingWith(message)
    }
}
