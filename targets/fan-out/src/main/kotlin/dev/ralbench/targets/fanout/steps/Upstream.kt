package dev.ralbench.targets.fanout.steps

import io.netty.channel.ChannelOption.CONNECT_TIMEOUT_MILLIS
import io.netty.handler.timeout.WriteTimeoutHandler
import org.springframework.http.client.reactive.ReactorClientHttpConnector
import org.springframework.stereotype.Component
import org.springframework.web.reactive.function.client.WebClient
import org.springframework.web.reactive.function.client.bodyToMono
import reactor.core.publisher.Mono
import reactor.netty.http.client.HttpClient
import reactor.netty.resources.ConnectionProvider
import tools.jackson.databind.json.JsonMapper
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.atomic.AtomicInteger

/** The client of the remote API. */
@Component
class Upstream(
    settings: FanOutSettings,
    private val mapper: JsonMapper,
) {
    private val connections = settings.upstreamConnections
    private val open = AtomicInteger()
    private var opening: CompletableFuture<*> = CompletableFuture.completedFuture(null)
    private val client =
        WebClient
            .builder()
            .baseUrl(settings.upstream.toString())
            .clientConnector(ReactorClientHttpConnector(http()))
            .build()

    /**
     * Cancelling the future ends the call: a request that has failed, or whose client has left, keeps no connection.
     */
    @Suppress("UNCHECKED_CAST") // an empty answer is an error, so the future never holds null
    fun call(): CompletableFuture<ByteArray> =
        client
            .get()
            .uri(TRENDS)
            .retrieve()
            .bodyToMono<ByteArray>()
            .switchIfEmpty(Mono.error { IllegalStateException("upstream: the body is empty") })
            .toFuture() as CompletableFuture<ByteArray>

    /**
     * Done when as many connections of the same pool are open as the first measured calls want to find open, and at
     * least one call has been answered. One attempt at a time, shared by all callers before it ends: a caller's
     * patience may be shorter.
     */
    @Synchronized
    fun ready(): CompletableFuture<*> {
        if (opening.isDone) opening = openConnections()
        return opening
    }

    private fun openConnections(): CompletableFuture<*> =
        Mono
            .`when`(List(maxOf(connections, 1)) { askWhetherReady() })
            .then(
                Mono.fromRunnable<Unit> {
                    check(
                        open.get() >= connections,
                    ) { "$open of $connections connections open" }
                },
            ).toFuture()

    /**
     * The answer is delayed, so that hardly a connection serves two concurrent checks. If none is wanted open, its own
     * is closed again.
     */
    private fun askWhetherReady() =
        client
            .get()
            .uri("/ready?after=50ms")
            .headers { if (connections == 0) it.setConnection("close") }
            .retrieve()
            .toBodilessEntity()

    /** The body starts with a guard line against script inclusion; JSON follows its line feed. */
    fun read(body: ByteArray): Trend {
        val start = body.indexOf('\n'.code.toByte()) + 1
        check(start > 0) { "upstream: the body has no guard line" }
        return mapper.readValue(body, start, body.size - start, Trend::class.java)
    }

    /**
     * The read timeout is `responseTimeout` and no handler of its own: a `ReadTimeoutHandler` would also close connections
     * that merely rest in the pool.
     */
    private fun http(): HttpClient =
        HttpClient
            .create(ConnectionProvider.create("upstream", FanOutSettings.MOST_UPSTREAM_CONNECTIONS))
            .option(CONNECT_TIMEOUT_MILLIS, TIMEOUT.toMillis().toInt())
            .responseTimeout(TIMEOUT)
            .doOnChannelInit { _, channel, _ ->
                open.incrementAndGet()
                channel.closeFuture().addListener { open.decrementAndGet() }
            }.doOnConnected { it.addHandlerLast(WriteTimeoutHandler(TIMEOUT.toSeconds().toInt())) }

    private companion object {
        const val TRENDS = "/trends/api/realtimetrends?hl=ko&tz=-540&cat=all&fi=0&fs=0&geo=US&ri=300&rs=20&sort=0"

        /** The study's, for connecting, reading and writing alike. */
        val TIMEOUT: Duration = Duration.ofSeconds(5)
    }
}
