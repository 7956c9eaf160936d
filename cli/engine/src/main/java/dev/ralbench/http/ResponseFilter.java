package dev.ralbench.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpClientConnection;
import io.vertx.core.http.impl.UnpooledHttpClientConnection;
import java.util.function.BooleanSupplier;

/**
 * Reads of responses what Vert.x does not. It takes interim responses (RFC 9110, 15.2) other than 100 and 103 for the
 * response itself: they are dropped here. It overlooks {@code close} in a list, and hides version 1.0 (RFC 9112, 9.3): the
 * header Connection says here in one word whether the connection stays open.
 */
public final class ResponseFilter {
    private ResponseFilter() {}

    /** Told of all bytes of a connection, without those of TLS. */
    public interface ByteCounter {
        /** Counts nothing. */
        ByteCounter NONE = new ByteCounter() {
            @Override
            public void received(int bytes) {}

            @Override
            public void sent(int bytes) {}
        };

        /** So many came. */
        void received(int bytes);

        /** So many were handed to the connection. */
        void sent(int bytes);
    }

    /** Whether another response follows one with this status. None follows a switch of protocols (101). */
    public static boolean isInterim(int status) {
        return HttpStatusClass.valueOf(status) == HttpStatusClass.INFORMATIONAL
                && status != HttpResponseStatus.SWITCHING_PROTOCOLS.code();
    }

    /**
     * Reads the responses of this connection. Called once, before its first request.
     *
     * @param begins told of each part of a response, however small: from then on the server has seen the request
     * @param counter of HTTP/2 it hears of all frames, those of the connection itself included
     */
    public static void add(HttpConnection connection, Runnable begins, ByteCounter counter) {
        var own = (HttpClientConnection)
                (connection instanceof UnpooledHttpClientConnection unpooled ? unpooled.unwrap() : connection);
        var pipeline = own.channelHandlerContext().pipeline();
        var http1 = pipeline.context(HttpClientCodec.class);
        if (http1 != null) {
            pipeline.addBefore(http1.name(), null, new Bytes(begins, counter));
            pipeline.addAfter(http1.name(), null, new OfHttp1(() -> own.activeStreams() > 0));
        }
        var http2 = pipeline.get(Http2ConnectionHandler.class);
        if (http2 != null) {
            // A frame is not yet a part of a response.
            pipeline.addBefore(pipeline.context(http2).name(), null, new Bytes(() -> {}, counter));
            http2.decoder().frameListener(new OfHttp2(http2.decoder().frameListener(), begins));
        }
    }

    private static final class Bytes extends ChannelDuplexHandler {
        private final Runnable comes;
        private final ByteCounter counter;

        Bytes(Runnable comes, ByteCounter counter) {
            this.comes = comes;
            this.counter = counter;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            comes.run();
            if (message instanceof ByteBuf bytes) {
                counter.received(bytes.readableBytes());
            }
            context.fireChannelRead(message);
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (message instanceof ByteBuf bytes) {
                counter.sent(bytes.readableBytes());
            }
            var unused = context.write(message, promise);
        }
    }

    /** Without a request, an interim response is a surplus like any other, and passed on. */
    private static final class OfHttp1 extends ChannelInboundHandlerAdapter {
        private final BooleanSupplier isAwaited;
        private boolean isWithin;

        OfHttp1(BooleanSupplier isAwaited) {
            this.isAwaited = isAwaited;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpResponse response) {
                sayPersistence(response);
                isWithin = response.decoderResult().isSuccess()
                        && isInterim(response.status().code())
                        && isAwaited.getAsBoolean();
            }
            if (!isWithin
                    || !(message instanceof HttpObject part)
                    || part.decoderResult().isFailure()) {
                context.fireChannelRead(message);
                return;
            }
            if (part instanceof LastHttpContent) {
                isWithin = false;
            }
            ReferenceCountUtil.release(message);
        }

        private static void sayPersistence(HttpResponse response) {
            boolean isUsual = response.protocolVersion().isKeepAliveDefault()
                    && !response.headers().contains(HttpHeaderNames.CONNECTION);
            if (!isUsual) {
                response.headers()
                        .set(
                                HttpHeaderNames.CONNECTION,
                                HttpUtil.isKeepAlive(response) ? HttpHeaderValues.KEEP_ALIVE : HttpHeaderValues.CLOSE);
            }
        }
    }

    private static final class OfHttp2 extends Http2FrameListenerDecorator {
        private final Runnable begins;

        OfHttp2(Http2FrameListener listener, Runnable begins) {
            super(listener);
            this.begins = begins;
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext context, int stream, Http2Headers headers, int padding, boolean isEnd)
                throws Http2Exception {
            begins.run();
            if (isEnd || !isInterim(headers)) {
                super.onHeadersRead(context, stream, headers, padding, isEnd);
            }
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext context,
                int stream,
                Http2Headers headers,
                int dependency,
                short weight,
                boolean isExclusive,
                int padding,
                boolean isEnd)
                throws Http2Exception {
            begins.run();
            if (isEnd || !isInterim(headers)) {
                super.onHeadersRead(context, stream, headers, dependency, weight, isExclusive, padding, isEnd);
            }
        }

        private static boolean isInterim(Http2Headers headers) {
            var status = headers.status(); // trailers have none
            return status != null
                    && HttpStatusClass.valueOf(status) == HttpStatusClass.INFORMATIONAL
                    && !HttpResponseStatus.SWITCHING_PROTOCOLS.codeAsText().contentEquals(status);
        }
    }
}
