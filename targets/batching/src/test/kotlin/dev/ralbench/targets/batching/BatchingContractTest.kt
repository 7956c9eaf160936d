package dev.ralbench.targets.batching

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.Parameter
import org.junit.jupiter.params.ParameterizedClass
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.web.server.LocalServerPort
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit.SECONDS

/** What every technique answers. */
@WithoutDatabase
@ParameterizedClass
@ValueSource(
    strings = [
        "/plain/worms",
        "/single-flight/worms",
        "/coroutines/worms",
        "/plain-coroutines/worms",
        // The published path.
        "/api/v1/worms",
    ],
)
class BatchingContractTest(
    @LocalServerPort port: Int,
    @Autowired private val worms: FakeWorms,
    @Autowired private val counters: Counters,
) {
    @Parameter
    lateinit var path: String

    private val client = TargetClient(port)

    @AfterEach
    fun close() {
        worms.letGo()
        worms.forget()
        client.close()
    }

    @Test
    fun theAnswerIsAnArrayOfTenWorms() {
        val response = client.get("$path/utilize")

        assertThat(response.statusCode()).isEqualTo(200)
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json")
        assertThat(response.body())
            .startsWith(
                """[{"_id":"000000000000000000000000","name":"worm-0000000","class":"utilize","length":100,""" +
                    """"habitat":"compost heap"},{"_id":"000000000000000000000001",""",
            ).hasSize(1131)
        assertThat(worms.asked).containsExactly("utilize")
    }

    /** The next request makes a query again: that of the last one is not kept. */
    @Test
    fun eachRequestThatIsAloneIsAQuery() {
        val started = counters.started()
        val completed = counters.completed()

        repeat(3) { client.get("$path/utilize") }

        assertThat(worms.asked).hasSize(3)
        assertThat(counters.started()).isEqualTo(started + 3)
        assertThat(counters.completed()).isEqualTo(completed + 3)
        assertThat(counters.active()).isZero()
    }

    @Test
    fun aQueryThatFailsIsExplainedInOneLine() {
        worms.hold()
        val response = CompletableFuture.supplyAsync { client.get("$path/utilize") }
        worms.awaitEntered(1)
        worms.fail()

        assertThat(response.get(60, SECONDS).statusCode()).isEqualTo(500)
        assertThat(response.get(60, SECONDS).body()).isEqualTo("java.sql.SQLException: the database is gone")
    }
}
