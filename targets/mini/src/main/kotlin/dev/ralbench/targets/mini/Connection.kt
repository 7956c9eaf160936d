package dev.ralbench.targets.mini

import io.netty.buffer.Unpooled
import io.netty.channel.ChannelHandlerContext
import io.netty.channel.SimpleChannelInboundHandler
import io.netty.handler.codec.http.DefaultFullHttpResponse
import io.netty.handler.codec.http.FullHttpRequest
import io.netty.handler.codec.http.HttpHeaderNames.CONTENT_LENGTH
import io.netty.handler.codec.http.HttpHeaderNames.CONTENT_TYPE
import io.netty.handler.codec.http.HttpMethod.GET
import io.netty.handler.codec.http.HttpResponseStatus
import io.netty.handler.codec.http.HttpResponseStatus.INTERNAL_SERVER_ERROR
import io.netty.handler.codec.http.HttpResponseStatus.NOT_FOUND
import io.netty.handler.codec.http.HttpResponseStatus.OK
import io.netty.handler.codec.http.HttpResponseStatus.SERVICE_UNAVAILABLE
import io.netty.handler.codec.http.HttpVersion.HTTP_1_1
import io.netty.handler.codec.http.QueryStringDecoder

/** Answers requests of one connection. Its state is touched by the connection's event loop only. */
class Connection(
    private val work: Work,
    private val workers: Workers,
    private val counters: Counters,
    private val missing: () -> String?,
) : SimpleChannelInboundHandler<FullHttpRequest>() {
    private var working = false

    private class Answer(
        val status: HttpResponseStatus,
        val type: String,
        val body: ByteArray,
    )

    override fun channelRead0(
        context: ChannelHandlerContext,
        request: FullHttpRequest,
    ) {
        // Answers must keep the order of the requests; load generators do not pipeline, so it is not supported.
        if (working) {
            context.close()
            return
        }
        val path = if (request.method() == GET) QueryStringDecoder(request.uri()).path() else ""
        when (path) {
            "/work" -> work(context)
            "/ready" -> send(context, readiness())
            "/counters" -> send(context, Answer(OK, "text/plain; version=0.0.4", counters.text().toByteArray()))
            else -> send(context, text(NOT_FOUND, "no such path"))
        }
    }

    private fun work(context: ChannelHandlerContext) {
        working = true
        counters.started()
        workers.execute {
            val answer = outcome()
            context.executor().execute {
                working = false
                send(context, answer)
            }
        }
    }

    /** Any error fails this request and no other. */
    private fun outcome(): Answer =
        try {
            work.request()
            counters.completed()
            DONE
        } catch (
            @Suppress("TooGenericExceptionCaught") failed: Exception,
        ) {
            counters.failed()
            text(INTERNAL_SERVER_ERROR, "$failed".lineSequence().first())
        }

    private fun readiness() = missing()?.let { text(SERVICE_UNAVAILABLE, it) } ?: text(OK, "ready")

    private fun send(
        context: ChannelHandlerContext,
        answer: Answer,
    ) {
        val response = DefaultFullHttpResponse(HTTP_1_1, answer.status, Unpooled.wrappedBuffer(answer.body))
        response.headers().set(CONTENT_TYPE, answer.type).set(CONTENT_LENGTH, answer.body.size)
        context.writeAndFlush(response)
    }

    /** A caller that breaks off is no event here: the counters tell. */
    @Deprecated("Netty deprecates it in the interface, not in the handler")
    override fun exceptionCaught(
        context: ChannelHandlerContext,
        cause: Throwable,
    ) {
        context.close()
    }

    companion object {
        private val DONE = Answer(OK, "application/json", """{"work":"done"}""".toByteArray())

        private fun text(
            status: HttpResponseStatus,
            line: String,
        ) = Answer(status, "text/plain", line.toByteArray())
    }
}
