package dev.ralbench.targets.fanout.netty

import dev.ralbench.targets.fanout.steps.Counters
import dev.ralbench.targets.fanout.steps.FakeSteps
import dev.ralbench.targets.fanout.steps.TargetClient
import dev.ralbench.targets.fanout.steps.Upstream
import dev.ralbench.targets.fanout.steps.settings
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.web.server.LocalServerPort
import reactor.core.publisher.Mono
import reactor.netty.http.server.HttpServer
import reactor.netty.resources.LoopResources
import reactor.netty.resources.LoopResources.DEFAULT_IO_WORKER_COUNT
import tools.jackson.databind.json.JsonMapper
import tools.jackson.module.kotlin.jacksonMapperBuilder
import java.net.Socket
import java.net.URI
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit.NANOSECONDS
import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.TimeoutException
import java.util.concurrent.atomic.AtomicInteger

/**
 * The published techniques with the real client of the remote API, whose event loops are the server's. A request that waits
 * for ever would block these loops for the other tests, so each test ends the calls that were made.
 */
@WithoutServersOnNetty
class DeadlockTest(
    @LocalServerPort private val port: Int,
    @Autowired private val steps: FakeSteps,
    @Autowired private val counters: Counters,
    @Autowired private val mapper: JsonMapper,
) {
    /** Has an event loop of its own, which nobody blocks. */
    private object RemoteApi {
        private val body = ")]}',\n" + jacksonMapperBuilder().build().writeValueAsString(FakeSteps.TREND)
        private val loop = LoopResources.create("remote-api", 1, true)
        private val calls = AtomicInteger()
        private val server =
            HttpServer
                .create()
                .runOn(loop)
                .host("127.0.0.1")
                .port(0)
                .handle { _, response ->
                    calls.incrementAndGet()
                    response.sendString(Mono.fromFuture(gate, true).thenReturn(body))
                }.bindNow()

        /** Answers nothing before it is complete. */
        @Volatile
        var gate: CompletableFuture<Unit> = CompletableFuture.completedFuture(Unit)

        val port get() = server.port()

        fun callsSoFar() = calls.get()

        fun close() {
            server.disposeNow()
            loop.dispose()
        }
    }

    private val client = TargetClient(port)
    private var callsBefore = 0

    @BeforeEach
    fun start() {
        steps.forget()
        steps.trends.clear()
        RemoteApi.gate = CompletableFuture.completedFuture(Unit)
        forgetConnections()
    }

    /** From now on the client of the remote API has none open. */
    private fun forgetConnections() {
        steps.upstream = Upstream(settings(URI("http://127.0.0.1:${RemoteApi.port}"), upstreamConnections = 0), mapper)
        callsBefore = RemoteApi.callsSoFar()
    }

    @AfterEach
    fun close() {
        endRequests()
        client.close()
        steps.upstream = null
    }

    /** Or else the event loops would stay blocked for the other tests. */
    private fun endRequests() {
        RemoteApi.gate.complete(Unit)
        steps.letGo()
        waitUntil("the end of all requests") {
            steps.trends.forEach { it.cancel(true) }
            counters.active() == 0L
        }
    }

    @Test
    fun theVeryFirstRequestOfSequentialWaitsForACallThatIsNeverSent() {
        val patience = tenfoldOfReactive()

        val request = client.send("/api/ral/v1/test?$IDS")
        waitUntil("a blocked event loop") { blockedIn("SequentialFanOut").size == 1 }

        assertThatThrownBy { request.get(patience.toNanos(), NANOSECONDS) }.isInstanceOf(TimeoutException::class.java)
        assertThat(blockedIn("SequentialFanOut")).hasSize(1)
        assertThat(calls()).isZero()
    }

    /** One on each event loop, whichever loops their calls are on. Nothing else is answered then either. */
    @Test
    fun asManyRequestsOfPooledAsThereAreEventLoopsWaitForCallsThatAreNeverSent() {
        val connections = connections(DEFAULT_IO_WORKER_COUNT)
        steps.hold() // until all requests are there: one that came alone might be answered
        connections.forEach { ask(it, "/api/ral/v2/test?$IDS") }
        waitUntil("all event loops blocked") { blockedIn("PooledFanOut").size == DEFAULT_IO_WORKER_COUNT }
        steps.letGo()

        val trivial = client.send("/counters")
        assertThatThrownBy { trivial.get(1, SECONDS) }.isInstanceOf(TimeoutException::class.java)
        assertThat(blockedIn("PooledFanOut")).hasSize(DEFAULT_IO_WORKER_COUNT)
        assertThat(calls()).isZero()
        endRequests()
        assertThat(trivial.get(60, SECONDS).statusCode()).isEqualTo(200)
        connections.forEach { it.close() }
    }

    @ParameterizedTest
    @ValueSource(strings = ["/api/ral/v3/test", "/reactive/fan-out"])
    fun theOthersAreAnsweredHoweverManyWait(path: String) {
        RemoteApi.gate = CompletableFuture()
        val requests = List(2 * DEFAULT_IO_WORKER_COUNT) { client.send("$path?$IDS") }
        waitUntil("all calls") { calls() == 4 * requests.size }
        RemoteApi.gate.complete(Unit)

        assertThat(requests).allSatisfy { assertThat(it.get(60, SECONDS).statusCode()).isEqualTo(200) }
    }

    /** One after the other, so that the server gives each to the next event loop: it accepts no more while the loop for that is blocked. */
    private fun connections(count: Int) =
        List(count) {
            Socket("127.0.0.1", port).apply {
                ask(this, "/counters")
                getInputStream().read()
            }
        }

    private fun ask(
        connection: Socket,
        path: String,
    ) = connection.getOutputStream().write("GET $path HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".toByteArray())

    /** Ten times what a request takes there, with connections that are open and classes that are loaded; one second at least. */
    private fun tenfoldOfReactive(): Duration {
        assertThat(client.get("/reactive/fan-out?$IDS").statusCode()).isEqualTo(200)
        val before = System.nanoTime()
        assertThat(client.get("/reactive/fan-out?$IDS").statusCode()).isEqualTo(200)
        val tenfold = Duration.ofNanos(10 * (System.nanoTime() - before))
        forgetConnections()
        return maxOf(tenfold, A_SECOND)
    }

    private fun calls() = RemoteApi.callsSoFar() - callsBefore

    /** The event loops that wait in a technique. */
    private fun blockedIn(technique: String) =
        Thread
            .getAllStackTraces()
            .filter { (thread, _) -> thread.name.startsWith("reactor-http-") && thread.state == Thread.State.WAITING }
            .filterValues { stack -> stack.any { it.className.endsWith("netty.$technique") } }
            .keys

    private fun waitUntil(
        what: String,
        condition: () -> Boolean,
    ) {
        val deadline = System.nanoTime() + SECONDS.toNanos(60)
        while (!condition()) {
            check(System.nanoTime() < deadline) { "not within 60 s: $what" }
            Thread.onSpinWait()
        }
    }

    companion object {
        private val A_SECOND: Duration = Duration.ofSeconds(1)
        private const val IDS = "test1Id=1&test2Id=2&test3Id=3&test4Id=4"

        @AfterAll
        @JvmStatic
        fun closeRemoteApi() = RemoteApi.close()
    }
}
