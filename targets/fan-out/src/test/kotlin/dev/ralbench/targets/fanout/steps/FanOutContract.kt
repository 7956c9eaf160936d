package dev.ralbench.targets.fanout.steps

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.Parameter
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.EnumSource
import org.junit.jupiter.params.provider.ValueSource
import tools.jackson.databind.json.JsonMapper

/** What every technique answers, on either server. */
abstract class FanOutContract(
    port: Int,
    private val steps: FakeSteps,
    private val counters: Counters,
    private val mapper: JsonMapper,
) {
    @Parameter
    lateinit var path: String

    private val client = TargetClient(port)

    @BeforeEach
    fun forget() = steps.forget()

    @AfterEach
    fun closeClient() = client.close()

    @Test
    fun theAnswerHasFourTablesFourResultsAndFourTrends() {
        val response = client.get("$path?$SEVEN_IDS_EACH")
        val data = mapper.readTree(response.body())["data"]

        assertThat(response.statusCode()).isEqualTo(200)
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json")
        assertThat(data.propertyNames())
            .containsExactly("cacheModel", "test1", "test2", "test3", "test4", "engineResult", "trendModels")
        for (table in 1..4) {
            val ids = data["test$table"].values().map { it["id"].asLong() }
            assertThat(ids).containsExactly(1, 2, 3, 4, 5, 6, 7)
        }
        val results = data["engineResult"].values().map { it.stringValue() }
        assertThat(results).hasSize(4).containsOnly("Math Engine Finish")
        val trends = data["trendModels"].values().map { mapper.treeToValue(it, Trend::class.java) }
        assertThat(trends).hasSize(4).containsOnly(FakeSteps.TREND)
    }

    @Test
    fun rowsAndCachedValuesArriveAsPublished() {
        val data = mapper.readTree(client.get("$path?$ONE_ID_EACH").body())["data"]

        assertThat(data["test2"].toString()).isEqualTo(
            """[{"id":2,"title":"title 2","description":"description 2",""" +
                """"createdAt":"2023-08-15T12:34:56+09:00","modifiedAt":"2023-08-15T12:34:56+09:00"}]""",
        )
        assertThat(data["cacheModel"].toString())
            .isEqualTo("""{"test1":null,"test2":"cached 2","test3":"cached 3","test4":"cached 4"}""")
    }

    @Test
    fun eachOfTheSixteenStepsRunsOnce() {
        client.get("$path?$ONE_ID_EACH")

        assertThat(steps.calls).containsExactlyInAnyOrder(
            "sql 1 [1]",
            "sql 2 [2]",
            "sql 3 [3]",
            "sql 4 [4]",
            "redis 1 [1]",
            "redis 2 [2]",
            "redis 3 [3]",
            "redis 4 [4]",
            "cpu",
            "cpu",
            "cpu",
            "cpu",
            "upstream",
            "upstream",
            "upstream",
            "upstream",
        )
    }

    @Test
    fun idsKeepTheirOrderAndCountOnce() {
        client.get("$path?test1Id=7&test1Id=1&test1Id=7&test1Id=3&test2Id=1&test3Id=1&test4Id=1")

        assertThat(steps.calls).contains("redis 1 [7, 1, 3]")
    }

    @ParameterizedTest
    @EnumSource
    fun aStepThatFailsFailsTheRequest(kind: Kind) {
        steps.failing = kind

        val response = client.get("$path?$ONE_ID_EACH")

        assertThat(response.statusCode()).isEqualTo(500)
        assertThat(response.body()).isEqualTo("java.lang.IllegalStateException: $kind is down")
    }

    @ParameterizedTest
    @ValueSource(
        strings = [
            "a=b",
            "test1Id=1&test2Id=1&test3Id=1",
            "test1Id=1&test2Id=x&test3Id=1&test4Id=1",
            "test1Id=1.5&test2Id=1&test3Id=1&test4Id=1",
        ],
    )
    fun idsThatAreMissingOrMalformedAreExplained(query: String) {
        val response = client.get("$path?$query")

        assertThat(response.statusCode()).isEqualTo(400)
        assertThat(response.body())
            .isEqualTo(
                "test1Id, test2Id, test3Id, test4Id: all must be given as whole numbers, as in test1Id=1&test1Id=2",
            )
        assertThat(steps.calls).isEmpty()
    }

    @Test
    fun theRequestIsCounted() {
        val started = counters.started()
        val completed = counters.completed()

        client.get("$path?$ONE_ID_EACH")

        assertThat(counters.started()).isEqualTo(started + 1)
        assertThat(counters.completed()).isEqualTo(completed + 1)
    }

    private companion object {
        const val ONE_ID_EACH = "test1Id=1&test2Id=2&test3Id=3&test4Id=4"
        val SEVEN_IDS_EACH = (1..4).joinToString("&") { table -> (1..7).joinToString("&") { "test${table}Id=$it" } }
    }
}
