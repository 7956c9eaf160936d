package dev.ralbench.load.net;

import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestTemplate;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One open connection: sends the request and judges the response. Ends with the connection. */
final class ResponseHandler extends ChannelInboundHandlerAdapter {
    private static final int LAST_INFORMATIONAL = 199;

    private final NettyLoop loop;
    private final ConnectionListener listener;
    private final RequestTemplate.Expectation expect;
    private @Nullable Channel channel;
    private boolean waiting;
    private boolean keepAlive;
    private int status;
    private long bodyBytes;

    ResponseHandler(NettyLoop loop, ConnectionListener listener) {
        this.loop = loop;
        this.listener = listener;
        this.expect = loop.exchange().request().expect();
    }

    void opened(Channel openChannel) {
        channel = openChannel;
    }

    boolean canSend() {
        return channel != null && channel.isActive() && !waiting;
    }

    void send() {
        if (channel == null) {
            throw new IllegalStateException("the connection is not open");
        }
        waiting = true;
        status = 0;
        bodyBytes = 0;
        // The void promise costs nothing; a failed write arrives in exceptionCaught.
        var unused = channel.writeAndFlush(loop.request(), channel.voidPromise());
    }

    /** Closes the connection; the listener hears nothing more of it. */
    void giveUp() {
        waiting = false;
        if (channel != null) {
            var unused = channel.close();
            channel = null;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (waiting && message instanceof HttpObject part) {
                received(part);
            } else {
                giveUp(); // bytes that nobody asked for: whatever comes next could not be told from an answer
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void received(HttpObject part) {
        if (part.decoderResult().isFailure()) {
            end(
                    Outcome.PROTOCOL_ERROR,
                    "not HTTP: " + FailureText.of(part.decoderResult().cause()));
            return;
        }
        if (part instanceof HttpResponse response) {
            status = response.status().code();
            keepAlive = loop.exchange().keepAlive() && HttpUtil.isKeepAlive(response);
        }
        if (part instanceof HttpContent content) {
            bodyBytes += content.content().readableBytes();
        }
        if (part instanceof LastHttpContent && status > LAST_INFORMATIONAL) {
            complete();
        }
    }

    private void complete() {
        long endNanos = loop.nanoTime();
        waiting = false;
        if (!keepAlive) {
            giveUp();
        }
        if (status != expect.status()) {
            listener.ended(Outcome.UNEXPECTED_STATUS, endNanos, bodyBytes, "status " + status);
        } else if (expect.bodyBytes().isPresent() && expect.bodyBytes().getAsLong() != bodyBytes) {
            var detail = "body of " + bodyBytes + " bytes instead of "
                    + expect.bodyBytes().getAsLong();
            listener.ended(Outcome.UNEXPECTED_BODY, endNanos, bodyBytes, detail);
        } else {
            listener.ended(Outcome.OK, endNanos, bodyBytes, "");
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (waiting) {
            end(Outcome.RESET, status == 0 ? "closed before the response" : "closed within the response");
        }
        channel = null;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (waiting) {
            end(cause instanceof IOException ? Outcome.RESET : Outcome.PROTOCOL_ERROR, FailureText.of(cause));
        } else {
            giveUp();
        }
    }

    /** The request failed and the connection cannot be used any more. */
    private void end(Outcome outcome, String detail) {
        long endNanos = loop.nanoTime();
        giveUp();
        listener.ended(outcome, endNanos, bodyBytes, detail);
    }
}
