package dev.ralbench.targets.netty.burst

import dev.ralbench.targets.netty.TargetClient
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.Parameter
import org.junit.jupiter.params.ParameterizedClass
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.boot.test.context.SpringBootTest
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT
import org.springframework.boot.test.web.server.LocalServerPort

/** What every technique of the burst study answers, on either server. */
@SpringBootTest(webEnvironment = RANDOM_PORT, properties = ["burst.delay=150ms"])
@ParameterizedClass
@ValueSource(strings = ["/api/test", "/api/test2", "/api/test3", "/api/default"])
class BurstContractTest(
    @LocalServerPort port: Int,
) {
    @Parameter
    lateinit var path: String

    private val client = TargetClient(port)

    @AfterEach
    fun closeClient() = client.close()

    @Test
    fun theAnswerHasThreeLettersAndTheTimeOfTheDelay() {
        val response = client.post(path).single().get()

        assertThat(response.statusCode()).isEqualTo(200)
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json")
        val time = ANSWER.matchEntire(response.body())
        assertThat(time).describedAs(response.body()).isNotNull()
        assertThat(time?.groupValues?.last()?.toLong()).isGreaterThanOrEqualTo(150)
    }

    @Test
    fun nothingButPostIsServed() {
        assertThat(client.get(path).statusCode()).isEqualTo(405)
    }

    private companion object {
        val ANSWER = Regex("""\{"A":"a","B":"b","C":"c","Time":(\d+)}""")
    }
}
