package dev.ralbench.targets.upstream

import io.netty.buffer.ByteBuf
import io.netty.buffer.Unpooled
import io.netty.channel.ChannelHandlerContext
import io.netty.channel.SimpleChannelInboundHandler
import io.netty.handler.codec.http.DefaultFullHttpResponse
import io.netty.handler.codec.http.FullHttpRequest
import io.netty.handler.codec.http.HttpHeaderNames.CONTENT_LENGTH
import io.netty.handler.codec.http.HttpHeaderNames.CONTENT_TYPE
import io.netty.handler.codec.http.HttpMethod
import io.netty.handler.codec.http.HttpMethod.GET
import io.netty.handler.codec.http.HttpMethod.PUT
import io.netty.handler.codec.http.HttpResponseStatus
import io.netty.handler.codec.http.HttpResponseStatus.BAD_REQUEST
import io.netty.handler.codec.http.HttpResponseStatus.NOT_FOUND
import io.netty.handler.codec.http.HttpResponseStatus.NO_CONTENT
import io.netty.handler.codec.http.HttpResponseStatus.OK
import io.netty.handler.codec.http.HttpResponseStatus.SERVICE_UNAVAILABLE
import io.netty.handler.codec.http.HttpVersion.HTTP_1_1
import io.netty.handler.codec.http.QueryStringDecoder
import java.util.concurrent.Future
import kotlin.time.Duration

/** Answers calls over one connection. All of it runs on the connection's event loop, so its state needs no lock. */
class Connection(
    private val behaviour: Behaviour,
    private val counters: Counters,
    private val timer: Timer,
) : SimpleChannelInboundHandler<FullHttpRequest>() {
    /** The request that waits for its answer, if one does. */
    private var waiting: Waiting? = null

    private class Waiting(
        val isCall: Boolean,
    ) {
        var answer: Future<*>? = null
    }

    override fun channelRead0(
        context: ChannelHandlerContext,
        request: FullHttpRequest,
    ) {
        // Answers must keep the order of the requests; load generators do not pipeline, so it is not supported.
        if (waiting != null) {
            context.close()
            return
        }
        val query = QueryStringDecoder(request.uri())
        when (request.method() to query.path()) {
            GET to "/trends/api/realtimetrends" -> call(context, JSON, TrendsBody::buffer)
            GET to "/ready" -> ready(context, query.parameters()["after"]?.last())
            GET to "/counters" -> answer(context, OK, "text/plain; version=0.0.4", bytes(counters.text()))
            PUT to "/switches" -> switch(context, query.parameters())
            else -> slow(context, request.method(), query.path())
        }
    }

    /** A call whose answer is as short as can be. */
    private fun slow(
        context: ChannelHandlerContext,
        method: HttpMethod,
        path: String,
    ) {
        val id = SLOW.matchEntire(path)?.groupValues?.last()
        if (method == GET && id != null) {
            call(context, "text/plain") { bytes("C_$id") }
        } else {
            answer(context, NOT_FOUND, "text/plain", bytes("no such path"))
        }
    }

    private fun call(
        context: ChannelHandlerContext,
        type: String,
        body: () -> ByteBuf,
    ) {
        val fate = behaviour.next()
        val call = Waiting(isCall = true)
        waiting = call
        counters.called(fate)
        val latency =
            when (fate) {
                is Fate.Answered -> fate.latency
                is Fate.Failed -> fate.latency
                Fate.Stalled -> return
            }
        call.answer =
            timer.after(latency, context.executor()) {
                waiting = null
                counters.ended(fate)
                if (fate is Fate.Failed) {
                    answer(context, SERVICE_UNAVAILABLE, "text/plain", bytes("fails on purpose"))
                } else {
                    answer(context, OK, type, body())
                }
            }
    }

    /** Clients that open several connections ask for a delay on each, so that none serves twice. */
    private fun ready(
        context: ChannelHandlerContext,
        after: String?,
    ) {
        val delay = after?.let(Duration::parseOrNull)
        if (after != null && delay == null) {
            answer(context, BAD_REQUEST, "text/plain", bytes("after: must be a time, as in 50ms, got $after"))
            return
        }
        if (delay == null) {
            answer(context, OK, "text/plain", bytes("ready"))
            return
        }
        val request = Waiting(isCall = false)
        waiting = request
        request.answer =
            timer.after(delay, context.executor()) {
                waiting = null
                answer(context, OK, "text/plain", bytes("ready"))
            }
    }

    private fun switch(
        context: ChannelHandlerContext,
        parameters: Map<String, List<String>>,
    ) {
        try {
            val unknown = parameters.keys - SWITCHES
            require(
                unknown.isEmpty(),
            ) { "${unknown.first()}: there is no such switch; there are ${SWITCHES.joinToString()}" }
            val (latency, sigma, failureShare, stallShare) = SWITCHES.map { parameters[it]?.last() }
            behaviour.change { it.with(latency, sigma, failureShare, stallShare) }
            answer(context, NO_CONTENT)
        } catch (refused: IllegalArgumentException) {
            answer(context, BAD_REQUEST, "text/plain", bytes(refused.message.orEmpty()))
        }
    }

    private fun answer(
        context: ChannelHandlerContext,
        status: HttpResponseStatus,
        type: String? = null,
        body: ByteBuf = Unpooled.EMPTY_BUFFER,
    ) {
        val response = DefaultFullHttpResponse(HTTP_1_1, status, body)
        if (type != null) response.headers().set(CONTENT_TYPE, type)
        if (status != NO_CONTENT) response.headers().set(CONTENT_LENGTH, body.readableBytes())
        context.writeAndFlush(response)
    }

    override fun channelInactive(context: ChannelHandlerContext) {
        waiting?.let {
            it.answer?.cancel(false)
            if (it.isCall) counters.abandoned()
        }
        waiting = null
    }

    /** A caller that breaks off is no event here: the counters tell. */
    @Deprecated("Netty deprecates it in the interface, not in the handler")
    override fun exceptionCaught(
        context: ChannelHandlerContext,
        cause: Throwable,
    ) {
        context.close()
    }

    private companion object {
        fun bytes(text: String): ByteBuf = Unpooled.copiedBuffer(text, Charsets.UTF_8)

        const val JSON = "application/json; charset=utf-8"

        val SLOW = Regex("/slow/(-?[0-9]{1,9})")

        val SWITCHES = listOf("latency", "sigma", "failureShare", "stallShare")
    }
}
