package dev.ralbench.targets.mini

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatCode
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import java.net.Socket
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpClient.Version.HTTP_1_1
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.net.http.HttpResponse.BodyHandlers
import java.util.concurrent.CountDownLatch
import java.util.concurrent.Semaphore
import java.util.concurrent.TimeUnit.SECONDS
import kotlin.time.Duration

class MiniServerTest {
    private val statements = RecordedStatements()
    private val held = HeldTime()
    private val options = Options.parse(listOf("--port=0", "--workers=8"), emptyMap())
    private val server = MiniServer.start(options, statements, held)
    private val http = HttpClient.newBuilder().version(HTTP_1_1).build()

    /** Requests wait until the test lets them go. */
    private class HeldTime : Time {
        val release = CountDownLatch(1)
        val entered = Semaphore(0)

        override fun nanos() = 0L

        override fun pause(length: Duration) {
            entered.release()
            release.await()
        }
    }

    @AfterEach
    fun close() {
        http.shutdownNow()
        server.close()
    }

    @Test
    fun theAnswerIsAlwaysTheSame() {
        held.release.countDown()

        val answer = get("/work?whatever=1")

        assertThat(answer.statusCode()).isEqualTo(200)
        assertThat(answer.body()).isEqualTo("""{"work":"done"}""")
        assertThat(answer.headers().firstValue("content-type")).hasValue("application/json")
    }

    @Test
    fun asManyRequestsWaitAsThereAreWorkersAndOthersAreStillAnswered() {
        val calls = List(10) { http.sendAsync(request("/work"), BodyHandlers.ofString()) }
        waitUntil("mini_started_total", 10)

        assertThat(held.entered.tryAcquire(8, 60, SECONDS)).isTrue()
        assertThat(get("/ready").body()).isEqualTo("ready")
        assertThat(held.entered.availablePermits()).describedAs("beyond eight workers").isZero()
        assertThat(counter("mini_active")).isEqualTo(10)
        assertThat(counter("mini_completed_total")).isZero()

        held.release.countDown()
        assertThat(calls).allSatisfy { assertThat(it.join().statusCode()).isEqualTo(200) }
        assertThat(counter("mini_completed_total")).isEqualTo(10)
        assertThat(counter("mini_active")).isZero()
    }

    @Test
    fun aRequestThatFailsSaysWhyAndIsCounted() {
        held.release.countDown()
        statements.failure = IllegalStateException("no row\nat all")

        val answer = get("/work")

        assertThat(answer.statusCode()).isEqualTo(500)
        assertThat(answer.body()).isEqualTo("java.lang.IllegalStateException: no row")
        assertThat(counter("mini_failed_total")).isEqualTo(1)
        assertThat(counter("mini_active")).isZero()
    }

    @Test
    fun notReadyBeforeTheDatabaseIs() {
        statements.missing = "MySQL: not connected yet"
        assertThat(get("/ready").statusCode()).isEqualTo(503)
        assertThat(get("/ready").body()).isEqualTo("MySQL: not connected yet")

        statements.missing = null
        assertThat(get("/ready").statusCode()).isEqualTo(200)
    }

    @Test
    fun requestsSentAheadCloseTheConnection() {
        Socket("127.0.0.1", server.port).use { socket ->
            socket.outputStream.write("GET /work HTTP/1.1\r\nHost: mini\r\n\r\n".repeat(2).toByteArray())

            assertThat(socket.inputStream.readBytes()).isEmpty()
        }
    }

    @Test
    fun anythingElseIsNotFound() {
        assertThat(get("/").statusCode()).isEqualTo(404)
        val post = HttpRequest.newBuilder(uri("/work")).POST(HttpRequest.BodyPublishers.noBody()).build()
        assertThat(http.send(post, BodyHandlers.ofString()).statusCode()).isEqualTo(404)
    }

    @Test
    fun theTrainingRunIsServed() {
        held.release.countDown()

        assertThatCode { Training.visit(server.port) }.doesNotThrowAnyException()
        assertThat(counter("mini_completed_total")).isEqualTo(50)
    }

    private fun get(path: String): HttpResponse<String> = http.send(request(path), BodyHandlers.ofString())

    private fun request(path: String): HttpRequest = HttpRequest.newBuilder(uri(path)).build()

    private fun uri(path: String) = URI.create("http://127.0.0.1:${server.port}$path")

    private fun counter(name: String) =
        get("/counters")
            .body()
            .lines()
            .first { it.startsWith("$name ") }
            .substringAfter(' ')
            .toInt()

    private fun waitUntil(
        name: String,
        value: Int,
    ) {
        val deadline = System.nanoTime() + 30_000_000_000
        while (counter(name) != value) check(System.nanoTime() < deadline) { "$name is ${counter(name)}, not $value" }
    }
}
