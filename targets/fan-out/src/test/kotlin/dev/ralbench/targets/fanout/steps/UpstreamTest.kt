package dev.ralbench.targets.fanout.steps

import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.springframework.web.reactive.function.client.WebClientResponseException.ServiceUnavailable
import reactor.core.publisher.Mono
import reactor.netty.http.server.HttpServer
import tools.jackson.module.kotlin.jacksonMapperBuilder
import java.net.URI
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ExecutionException
import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.atomic.AtomicInteger

class UpstreamTest {
    private val mapper = jacksonMapperBuilder().build()
    private val json = mapper.writeValueAsString(FakeSteps.TREND)

    @Test
    fun theGuardLineIsDropped() {
        val trend = answering(200, ")]}',\n$json") { it.read(it.call().join()) }

        assertThat(trend).isEqualTo(FakeSteps.TREND)
    }

    @Test
    fun theStudysQueryIsAsked() {
        var asked = ""
        answering(200, ")]}',\n$json", onRequest = { asked = it }) { it.read(it.call().join()) }

        assertThat(asked)
            .isEqualTo("/trends/api/realtimetrends?hl=ko&tz=-540&cat=all&fi=0&fs=0&geo=US&ri=300&rs=20&sort=0")
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        textBlock = """
            no guard line  | {"date":"x"}           | the body has no guard line
            a missing part | )]}',~{"date":"x"}     | featuredStoryIds
            no JSON        | )]}',~<html></html>    | Unexpected character
            nothing        | ''                     | the body is empty""",
    )
    fun aBodyThatDoesNotFitIsAnErrorAndNeverLeftOut(
        what: String,
        body: String,
        message: String,
    ) {
        answering(200, body.replace('~', '\n')) {
            assertThatThrownBy { it.read(it.call().get(60, SECONDS)) }
                .describedAs(what)
                .hasMessageContaining(message)
        }
    }

    @Test
    fun aRefusalIsAnError() {
        answering(503, "fails on purpose") {
            assertThat(it.call())
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableOfType(ExecutionException::class.java)
                .withCauseInstanceOf(ServiceUnavailable::class.java)
        }
    }

    @Test
    fun aCallThatIsCancelledLeavesNoConnectionBehind() {
        val left = CompletableFuture<Unit>()
        val asked = CompletableFuture<Unit>()
        val server =
            HttpServer
                .create()
                .host("127.0.0.1")
                .port(0)
                .doOnConnection { it.onDispose { left.complete(Unit) } }
                .handle { _, _ -> Mono.never<Void>().doOnSubscribe { asked.complete(Unit) } }
                .bindNow()
        try {
            val call = upstreamAt(server.port()).call()
            asked.get(60, SECONDS)
            call.cancel(true)

            assertThat(left).succeedsWithin(BEFORE_ITS_TIMEOUT)
        } finally {
            server.disposeNow()
        }
    }

    /** The server answers no request before all have come, which they can only do on a connection each. */
    @Test
    fun asManyConnectionsAreOpenBeforeTheTargetIsReadyAsItIsTold() {
        val asking = AtomicInteger()
        val all = CompletableFuture<Void>()
        val server =
            HttpServer
                .create()
                .host("127.0.0.1")
                .port(0)
                .handle { request, response ->
                    if (request.uri().startsWith("/ready?") && asking.incrementAndGet() == 40) all.complete(null)
                    response.sendString(Mono.fromFuture(all, true).thenReturn("ready"))
                }.bindNow()
        try {
            assertThat(upstreamAt(server.port(), connections = 40).ready()).succeedsWithin(Duration.ofSeconds(60))
            assertThat(asking).hasValue(40)
        } finally {
            server.disposeNow()
        }
    }

    /** As a server that closes each connection after its answer leaves none open. */
    @Test
    fun aTargetWhoseConnectionsDoNotStayOpenIsNotReady() {
        val server =
            HttpServer
                .create()
                .host("127.0.0.1")
                .port(0)
                .handle { _, response -> response.keepAlive(false).sendString(Mono.just("ready")) }
                .bindNow()
        try {
            assertThat(upstreamAt(server.port(), connections = 40).ready())
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableOfType(ExecutionException::class.java)
                .withMessageContaining("of 40 connections open")
        } finally {
            server.disposeNow()
        }
    }

    @Test
    fun whereNoConnectionIsWantedTheOneThatAsksIsClosed() {
        val left = CompletableFuture<Unit>()
        val server =
            HttpServer
                .create()
                .host("127.0.0.1")
                .port(0)
                .doOnConnection { it.onDispose { left.complete(Unit) } }
                .handle { _, response -> response.sendString(Mono.just("ready")) }
                .bindNow()
        try {
            assertThat(upstreamAt(server.port(), connections = 0).ready()).succeedsWithin(Duration.ofSeconds(60))
            assertThat(left).succeedsWithin(Duration.ofSeconds(60))
        } finally {
            server.disposeNow()
        }
    }

    @Test
    fun connectionsAreOpenedByOneAttemptAtATime() {
        val answer = CompletableFuture<Void>()
        val server =
            HttpServer
                .create()
                .host("127.0.0.1")
                .port(0)
                .handle { _, response -> response.sendString(Mono.fromFuture(answer, true).thenReturn("ready")) }
                .bindNow()
        try {
            val upstream = upstreamAt(server.port(), connections = 2)
            val first = upstream.ready()
            assertThat(upstream.ready()).isSameAs(first)
            answer.complete(null)

            assertThat(first).succeedsWithin(Duration.ofSeconds(60))
            assertThat(upstream.ready()).isNotSameAs(first).succeedsWithin(Duration.ofSeconds(60))
        } finally {
            server.disposeNow()
        }
    }

    private fun <T> answering(
        status: Int,
        body: String,
        onRequest: (String) -> Unit = {},
        use: (Upstream) -> T,
    ): T {
        val server =
            HttpServer
                .create()
                .host("127.0.0.1")
                .port(0)
                .handle { request, response ->
                    onRequest(request.uri())
                    response.status(status).sendString(Mono.just(body))
                }.bindNow()
        try {
            return use(upstreamAt(server.port()))
        } finally {
            server.disposeNow()
        }
    }

    private fun upstreamAt(
        port: Int,
        connections: Int = 1,
    ) = Upstream(settings(URI("http://127.0.0.1:$port"), upstreamConnections = connections), mapper)

    private companion object {
        /** The call itself gives up after five seconds. */
        val BEFORE_ITS_TIMEOUT: Duration = Duration.ofSeconds(4)
    }
}
