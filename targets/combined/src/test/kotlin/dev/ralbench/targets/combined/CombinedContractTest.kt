package dev.ralbench.targets.combined

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.Parameter
import org.junit.jupiter.params.ParameterizedClass
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT
import org.springframework.boot.test.web.server.LocalServerPort

/** What every technique answers, with the slow API in the same server, as published. */
@SpringBootTest(webEnvironment = RANDOM_PORT, properties = ["combined.sleep=1ms", "combined.poll=1ms"])
@ParameterizedClass
@ValueSource(
    strings = [
        "/seq/combined",
        "/parallel/combined",
        "/shared/combined",
        "/shared-raised/combined",
        "/webflux/combined",
        "/webflux/combined2",
        "/virtual-threads/combined",
    ],
)
class CombinedContractTest(
    @LocalServerPort port: Int,
    @Autowired private val counters: Counters,
) {
    @Parameter
    lateinit var path: String

    private val client = TargetClient(port)

    @AfterEach
    fun closeClient() = client.close()

    @ParameterizedTest
    @ValueSource(strings = ["GET", "POST"])
    fun theAnswerIsBothTextsWhateverTheMethod(method: String) {
        val response = client.send(method, path)

        assertThat(response.statusCode()).isEqualTo(200)
        assertThat(response.body()).isEqualTo("C_1|C_2")
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain")
        assertThat(response.headers().firstValue("Content-Length")).hasValue("7")
    }

    @Test
    fun aRequestIsTwoSlowCalls() {
        val started = counters.started()
        val completed = counters.completed()
        val slowCalls = counters.slowCalls()

        client.get(path)

        assertThat(counters.started()).isEqualTo(started + 1)
        assertThat(counters.completed()).isEqualTo(completed + 1)
        assertThat(counters.slowCalls()).isEqualTo(slowCalls + 2)
        assertThat(counters.failedCalls()).isZero()
    }
}
