package dev.ralbench.targets.upstream

import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.junit.jupiter.params.provider.ValueSource
import java.net.Socket
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpClient.Version.HTTP_1_1
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.net.http.HttpResponse.BodyHandlers
import java.util.concurrent.CompletableFuture
import kotlin.time.Duration.Companion.milliseconds

class UpstreamServerTest {
    private val timer = HeldTimer()
    private val server = UpstreamServer.start("127.0.0.1", 0, Behaviour(Switches(), seed = 1), timer)
    private val http = HttpClient.newBuilder().version(HTTP_1_1).build()

    @AfterEach
    fun close() {
        http.shutdownNow()
        server.close()
    }

    @Test
    fun twoThousandCallsWaitWithoutWaitingForEachOther() {
        val calls = List(2000) { call() }

        val release = timer.hold(2000)
        assertThat(counter("waiting")).isEqualTo(2000)
        assertThat(counter("answered_total")).isZero()

        release()
        assertThat(calls).allSatisfy { assertThat(it.join().statusCode()).isEqualTo(200) }
        assertThat(counter("answered_total")).isEqualTo(2000)
        assertThat(counter("waiting")).isZero()
        assertThat(counter("waiting_peak")).isEqualTo(2000)
    }

    @Test
    fun theAnswerIsTheBodyWhateverTheQuery() {
        val call = call("?hl=ko&tz=-540&cat=all")
        timer.hold(1)()

        assertThat(call.join().body()).isEqualTo(TrendsBody.bytes.decodeToString())
        assertThat(call.join().headers().firstValue("content-type")).hasValue("application/json; charset=utf-8")
    }

    @Test
    fun aSlowCallIsAnsweredWithItsIdAfterTheLatency() {
        val calls = listOf(1, 2).map { http.sendAsync(request(server.port, "/slow/$it"), BodyHandlers.ofString()) }
        val release = timer.hold(2)
        assertThat(counter("waiting")).isEqualTo(2)

        release()
        assertThat(calls.map { it.join().body() }).containsExactly("C_1", "C_2")
        assertThat(calls[0].join().headers().firstValue("content-type")).hasValue("text/plain")
        assertThat(counter("answered_total")).isEqualTo(2)
    }

    @Test
    fun theOwnTimerAnswersToo() {
        val behaviour = Behaviour(Switches(latency = 20.milliseconds), seed = 1)
        UpstreamServer.start("127.0.0.1", 0, behaviour).use {
            val answer = http.send(request(it.port, "/trends/api/realtimetrends"), BodyHandlers.ofString())

            assertThat(answer.statusCode()).isEqualTo(200)
        }
    }

    @Test
    fun aFailingCallIsAnsweredAfterTheLatencyToo() {
        switch("failureShare=1")
        val call = call()
        timer.hold(1)()

        assertThat(call.join().statusCode()).isEqualTo(503)
        assertThat(counter("failed_total")).isEqualTo(1)
        assertThat(counter("answered_total")).isZero()
    }

    @Test
    fun aStalledCallStaysOpenWhileOthersAreAnswered() {
        switch("stallShare=1")
        val stalled = Socket("127.0.0.1", server.port)
        stalled.outputStream.write("GET /trends/api/realtimetrends HTTP/1.1\r\nHost: upstream\r\n\r\n".toByteArray())
        waitUntil("stalled_total", 1)
        switch("stallShare=0")
        val call = call()
        timer.hold(1)()

        assertThat(call.join().statusCode()).isEqualTo(200)
        assertThat(counter("waiting")).isEqualTo(1)

        stalled.close()
        waitUntil("waiting", 0)
    }

    @Test
    fun aCallThatItsCallerGaveUpIsNoLongerWaiting() {
        val caller = Socket("127.0.0.1", server.port)
        caller.outputStream.write("GET /trends/api/realtimetrends HTTP/1.1\r\nHost: upstream\r\n\r\n".toByteArray())
        waitUntil("waiting", 1)

        caller.close()

        waitUntil("waiting", 0)
        assertThat(counter("calls_total")).isEqualTo(1)
        assertThat(counter("answered_total")).isZero()
    }

    @Test
    fun readyAsSoonAsItListens() {
        assertThat(get("/ready").body()).isEqualTo("ready")
    }

    @Test
    fun whoOpensConnectionsIsKeptWaitingOnEachAndIsNoCall() {
        val asked =
            List(40) { http.sendAsync(request(server.port, "/ready?after=50ms"), BodyHandlers.ofString()) }

        val release = timer.hold(40)
        assertThat(asked).noneMatch { it.isDone }
        release()

        assertThat(asked).allSatisfy { assertThat(it.join().body()).isEqualTo("ready") }
        assertThat(counter("calls_total")).isZero()
        assertThat(get("/ready?after=soon").statusCode()).isEqualTo(400)
    }

    @ParameterizedTest
    @ValueSource(strings = ["/trends/api/realtimetrends", "/ready?after=50ms"])
    fun whoSendsAheadOfAnAnswerLosesTheConnection(path: String) {
        Socket("127.0.0.1", server.port).use { hasty ->
            hasty.soTimeout = 30_000
            hasty.outputStream.write("GET $path HTTP/1.1\r\nHost: upstream\r\n\r\n".repeat(2).toByteArray())

            assertThat(hasty.inputStream.read()).describedAs("closed without an answer").isEqualTo(-1)
        }
        waitUntil("waiting", 0)
    }

    @Test
    fun theBodyCanBeWrittenAgainAndAgain() {
        repeat(2) {
            val call = call()
            timer.hold(1)()

            assertThat(call.join().body()).isEqualTo(TrendsBody.bytes.decodeToString())
        }
    }

    @Test
    fun countersAreInPrometheusTextFormat() {
        assertThat(get("/counters").body().lines().dropLast(1)).containsExactly(
            "# TYPE upstream_calls_total counter",
            "upstream_calls_total 0",
            "# TYPE upstream_answered_total counter",
            "upstream_answered_total 0",
            "# TYPE upstream_failed_total counter",
            "upstream_failed_total 0",
            "# TYPE upstream_stalled_total counter",
            "upstream_stalled_total 0",
            "# TYPE upstream_waiting gauge",
            "upstream_waiting 0",
            "# TYPE upstream_waiting_peak gauge",
            "upstream_waiting_peak 0",
        )
    }

    @ParameterizedTest
    @CsvSource(
        "latency=soon, 'latency: must be a time, as in 250ms or 1s, got soon'",
        "latancy=1s, 'latancy: there is no such switch; there are latency, sigma, failureShare, stallShare'",
        "failureShare=1&latency=soon, 'latency: must be a time, as in 250ms or 1s, got soon'",
        "failureShare=2, 'failure share: must be between 0 and 1, got 2.0'",
    )
    fun aWrongSwitchIsExplainedAndChangesNothing(
        query: String,
        message: String,
    ) {
        val answer = put("/switches?$query")

        assertThat(answer.statusCode()).isEqualTo(400)
        assertThat(answer.body()).isEqualTo(message)
        val call = call()
        timer.hold(1)()
        assertThat(call.join().statusCode()).isEqualTo(200)
    }

    @Test
    fun anythingElseIsNotFound() {
        assertThat(get("/").statusCode()).isEqualTo(404)
        assertThat(get("/slow/").statusCode()).isEqualTo(404)
        assertThat(get("/slow/one").statusCode()).isEqualTo(404)
        assertThat(put("/slow/1").statusCode()).isEqualTo(404)
        assertThat(get("/switches").statusCode()).isEqualTo(404)
        assertThat(put("/counters").statusCode()).isEqualTo(404)
    }

    private fun call(query: String = ""): CompletableFuture<HttpResponse<String>> =
        http.sendAsync(request(server.port, "/trends/api/realtimetrends$query"), BodyHandlers.ofString())

    private fun get(path: String) = http.send(request(server.port, path), BodyHandlers.ofString())

    private fun put(path: String): HttpResponse<String> {
        val request = HttpRequest.newBuilder(uri(server.port, path)).PUT(HttpRequest.BodyPublishers.noBody()).build()
        return http.send(request, BodyHandlers.ofString())
    }

    private fun switch(query: String) = assertThat(put("/switches?$query").statusCode()).isEqualTo(204)

    private fun counter(name: String) =
        get("/counters")
            .body()
            .lines()
            .first { it.startsWith("upstream_$name ") }
            .substringAfter(' ')
            .toInt()

    /** Asks again and again: a connection's end is noticed when its event loop gets there. */
    private fun waitUntil(
        name: String,
        value: Int,
    ) {
        val deadline = System.nanoTime() + 30_000_000_000
        while (counter(name) != value) check(System.nanoTime() < deadline) { "$name is ${counter(name)}, not $value" }
    }

    private fun request(
        port: Int,
        path: String,
    ): HttpRequest = HttpRequest.newBuilder(uri(port, path)).build()

    private fun uri(
        port: Int,
        path: String,
    ) = URI.create("http://127.0.0.1:$port$path")
}
