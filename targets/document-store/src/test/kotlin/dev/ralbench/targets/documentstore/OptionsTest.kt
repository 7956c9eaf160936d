package dev.ralbench.targets.documentstore

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import java.nio.file.Path

class OptionsTest {
    @Test
    fun itListensOnAnyFreePortAndBeginsEmptyUnlessItIsTold() {
        assertThat(Options.parse(listOf("--port=8081"))).isEqualTo(Options(8081, "127.0.0.1", 0, null, null))
    }

    @Test
    fun allCanBeSaid() {
        val arguments = listOf("--port=1", "--bind=0.0.0.0", "--mongo-port=2", "--data=a/b", "--save=c=d")
        assertThat(Options.parse(arguments)).isEqualTo(Options(1, "0.0.0.0", 2, Path.of("a/b"), Path.of("c=d")))
    }

    @ParameterizedTest
    @CsvSource(
        "--port=65536 | --port: must be between 0 and 65535, got 65536",
        "--port=8081 --mongo-port=many | --mongo-port: must be between 0 and 65535, got many",
        "--mongo-port=1 | --port: is missing, as in --port=8081",
        "--port=8081 --seed=1 | unknown argument --seed=1; there are --port=..., --bind=..., --mongo-port=..., --data=..., --save=...",
        delimiter = '|',
    )
    fun aWrongOptionIsNamed(
        arguments: String,
        message: String,
    ) {
        assertThatThrownBy { Options.parse(arguments.split(' ')) }.hasMessage(message)
    }

    @Test
    fun thePasswordIsAVariableAndMustBeThere() {
        assertThat(Options.password(mapOf("DOCUMENT_STORE_PASSWORD" to "secret"))).isEqualTo("secret")
        for (without in listOf(mapOf(), mapOf("DOCUMENT_STORE_PASSWORD" to ""))) {
            assertThatThrownBy { Options.password(without) }
                .hasMessage(
                    "DOCUMENT_STORE_PASSWORD: is missing: the variable has the password with which drivers log in as target",
                )
        }
    }
}
