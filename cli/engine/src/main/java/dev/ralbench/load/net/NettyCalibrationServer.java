package dev.ralbench.load.net;

import dev.ralbench.WholeNumber;
import dev.ralbench.load.CalibrationServer;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2FrameReader;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * Answers every request at once, by HTTP/1.1 and HTTP/2, on loopback: the engine is measured against it when it is to be the only limit. A path that
 * is a number, such as {@code /1024}, asks for so many bytes. All others get a few, with a longer response now and then, and
 * fields like those of usual servers: code that calibration did not pass through would be compiled again during the load.
 * Bodies of requests must hold no slash and no empty line.
 */
public final class NettyCalibrationServer implements CalibrationServer {
    /** No path asks for more bytes. */
    private static final int MOST_BYTES = 1 << 20;
    /** Length of the accept queue, which the kernel may shorten: all users may connect at once. */
    private static final int BACKLOG = 20_000;

    private static final long LONGEST_CLOSE_SECONDS = 5;

    private final EventLoopGroup group;
    private final Responses responses;
    private final Channel channel;
    private final ChannelGroup connections;
    private final boolean tls;

    private NettyCalibrationServer(
            EventLoopGroup group, Responses responses, Channel channel, ChannelGroup connections, boolean tls) {
        this.group = group;
        this.responses = responses;
        this.channel = channel;
        this.connections = connections;
        this.tls = tls;
    }

    /**
     * Begins to listen.
     *
     * @param port to listen on; 0 for any free one
     * @param tls whether it is reached by https
     */
    public static NettyCalibrationServer open(Transport transport, int port, boolean tls) {
        var encryption = tls ? Optional.of(encryption()) : Optional.<SslContext>empty();
        var group = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("echo", true), transport.ioHandlers());
        var responses = new Responses();
        var connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
        var channel = new ServerBootstrap()
                .group(group)
                .channel(transport.serverChannelType())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .childOption(ChannelOption.TCP_NODELAY, true)
                // a connection that its client closed shall not keep the port for a minute
                .childOption(ChannelOption.SO_LINGER, 0)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel connection) {
                        connections.add(connection);
                        encryption.ifPresent(
                                context -> connection.pipeline().addLast(context.newHandler(connection.alloc())));
                        connection.pipeline().addLast(new Responder(responses));
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .syncUninterruptibly()
                .channel();
        return new NettyCalibrationServer(group, responses, channel, connections, tls);
    }

    /** By BoringSSL where it loads. */
    private static SslContext encryption() {
        try {
            return SslContextBuilder.forServer(
                            new ByteArrayInputStream(CalibrationCertificate.certificate()),
                            new ByteArrayInputStream(CalibrationCertificate.key()))
                    .applicationProtocolConfig(new ApplicationProtocolConfig(
                            ApplicationProtocolConfig.Protocol.ALPN,
                            ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                            ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                            ApplicationProtocolNames.HTTP_2,
                            ApplicationProtocolNames.HTTP_1_1))
                    .build();
        } catch (SSLException e) {
            throw new IllegalStateException("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    @Override
    public URI url() {
        return URI.create((tls ? "https" : "http") + "://127.0.0.1:"
                + ((InetSocketAddress) channel.localAddress()).getPort() + "/");
    }

    /** Returns when the server has been closed. */
    public void awaitEnd() throws InterruptedException {
        channel.closeFuture().sync();
    }

    @Override
    public void close() {
        channel.close().awaitUninterruptibly(LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS);
        var unused = connections.close().awaitUninterruptibly(LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS);
        group.shutdownGracefully(0, LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS).syncUninterruptibly();
        responses.close();
    }

    /** Responses that are made once. Used by the server's only thread. */
    private static final class Responses implements AutoCloseable {
        private static final int SHORT = 2;
        private static final int LONG = 2_000;
        /** Each connection has a long one among so many. */
        private static final int ONE_LONG_OF = 16;

        private final Map<Integer, ByteBuf> byBytes = new HashMap<>();
        private final Map<Integer, Http2Request.Headers> headersByBytes = new HashMap<>();

        /**
         * The next one of a connection.
         *
         * @param asked bytes of its body; 0 for any
         * @param count of the connection's responses
         */
        ByteBuf next(int asked, int count) {
            return byBytes.computeIfAbsent(bytes(asked, count), Responses::response)
                    .duplicate();
        }

        /** As {@link #next} by HTTP/2: its frames are appended. */
        void next(int asked, int count, int stream, ByteBuf out) {
            int left = bytes(asked, count);
            headersByBytes.computeIfAbsent(left, Responses::headers).writeTo(out, stream);
            do {
                int length = Math.min(left, Http2Request.FRAME_BYTES);
                left -= length;
                int flags = new Http2Flags().endOfStream(left == 0).value();
                Http2Request.frame(out, length, Http2FrameTypes.DATA, flags, stream);
                out.writeZero(length);
            } while (left > 0);
        }

        private static int bytes(int asked, int count) {
            return asked > 0 ? asked : count % ONE_LONG_OF == 0 ? LONG : SHORT;
        }

        private static Http2Request.Headers headers(int length) {
            return Http2Request.Headers.withoutTable(
                    new DefaultHttp2Headers()
                            .status("200")
                            .add("server", "calibration")
                            .add("date", "Sun, 01 Jan 2023 00:00:00 GMT")
                            .add("content-type", "text/plain")
                            .add("content-length", Integer.toString(length)),
                    false);
        }

        private static ByteBuf response(int length) {
            var bytes = ("HTTP/1.1 200 OK\r\nServer: calibration\r\nDate: Sun, 01 Jan 2023 00:00:00 GMT\r\n"
                            + "Content-Type: text/plain\r\nContent-Length: " + length
                            + "\r\nConnection: keep-alive\r\n\r\n" + "x".repeat(length))
                    .getBytes(StandardCharsets.US_ASCII);
            return Unpooled.unreleasableBuffer(
                    Unpooled.directBuffer(bytes.length).writeBytes(bytes));
        }

        @Override
        public void close() {
            byBytes.values().forEach(response -> response.unwrap().release());
        }
    }

    /** One response for each empty line, wherever reads cut the bytes; to the preface of HTTP/2 that protocol answers. */
    private static final class Responder extends ChannelInboundHandlerAdapter {
        private static final int END = 0x0d0a0d0a;
        /** The first four bytes of HTTP/2, which are no method of HTTP/1.1. */
        private static final int PREFACE = 0x50524920;

        /** How far the path of a request has been read. */
        private enum Path {
            AHEAD,
            BEGUN,
            DONE
        }

        private final Responses responses;
        private boolean hasBegun;
        private int lastFour;
        private int count;
        private Path path = Path.AHEAD;
        private int asked;

        Responder(Responses responses) {
            this.responses = responses;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            var bytes = (ByteBuf) message;
            if (!hasBegun && bytes.readableBytes() >= Integer.BYTES) {
                hasBegun = true;
                if (bytes.getInt(bytes.readerIndex()) == PREFACE) {
                    context.pipeline().replace(this, null, new Http2Responder(responses));
                    context.fireChannelRead(bytes);
                    return;
                }
            }
            try {
                while (bytes.isReadable()) {
                    int next = bytes.readUnsignedByte();
                    lastFour = lastFour << 8 | next;
                    if (path != Path.DONE) {
                        readPath(next);
                    }
                    if (lastFour == END) {
                        count++;
                        var unused = context.write(responses.next(asked, count), context.voidPromise());
                        path = Path.AHEAD;
                        asked = 0;
                    }
                }
            } finally {
                bytes.release();
            }
        }

        private void readPath(int next) {
            if (path == Path.AHEAD) {
                path = next == '/' ? Path.BEGUN : Path.AHEAD;
            } else if (next >= '0' && next <= '9') {
                asked = Math.min(asked * 10 + next - '0', MOST_BYTES);
            } else {
                path = Path.DONE;
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            var unused = context.close();
        }
    }

    /** The same by HTTP/2. Keeps to no window: those of its clients are larger than what they have not yet read. */
    private static final class Http2Responder extends ByteToMessageDecoder {
        private static final int ACK = new Http2Flags().ack(true).value();

        private final Http2FrameReader reader = new DefaultHttp2FrameReader();
        private final Http2FrameAdapter frames;
        private boolean hasGreeted;

        Http2Responder(Responses responses) {
            this.frames = new Answers(responses);
        }

        @Override
        protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out) throws Http2Exception {
            if (!hasGreeted) {
                int preface = Http2CodecUtil.connectionPrefaceBuf().readableBytes();
                if (bytes.readableBytes() < preface) {
                    return;
                }
                bytes.skipBytes(preface);
                hasGreeted = true;
                write(context, Http2FrameTypes.SETTINGS, 0, 0, Unpooled.EMPTY_BUFFER);
            }
            reader.readFrame(context, bytes, frames);
        }

        /** Users have one request in flight on a connection. */
        private static final class Answers extends Http2FrameAdapter {
            private final Responses responses;
            private int count;
            private int asked;

            Answers(Responses responses) {
                this.responses = responses;
            }

            @Override
            public void onHeadersRead(
                    ChannelHandlerContext of,
                    int stream,
                    Http2Headers headers,
                    int dependency,
                    short weight,
                    boolean isExclusive,
                    int padding,
                    boolean isEnd) {
                onHeadersRead(of, stream, headers, padding, isEnd);
            }

            @Override
            public void onHeadersRead(
                    ChannelHandlerContext of, int stream, Http2Headers headers, int padding, boolean isEnd) {
                asked = WholeNumber.in(String.valueOf(headers.path()).substring(1))
                        .map(bytes -> Math.clamp(bytes, 0, MOST_BYTES))
                        .orElse(0);
                answer(of, stream, isEnd);
            }

            @Override
            public int onDataRead(ChannelHandlerContext of, int stream, ByteBuf data, int padding, boolean isEnd) {
                int bytes = data.readableBytes() + padding;
                if (bytes > 0) {
                    write(of, Http2FrameTypes.WINDOW_UPDATE, 0, 0, Unpooled.copyInt(bytes));
                    if (!isEnd) {
                        write(of, Http2FrameTypes.WINDOW_UPDATE, 0, stream, Unpooled.copyInt(bytes));
                    }
                }
                answer(of, stream, isEnd);
                return bytes;
            }

            private void answer(ChannelHandlerContext of, int stream, boolean isWhole) {
                if (isWhole) {
                    count++;
                    var out = of.alloc().directBuffer();
                    responses.next(asked, count, stream, out);
                    var unused = of.write(out, of.voidPromise());
                }
            }

            @Override
            public void onSettingsRead(ChannelHandlerContext of, Http2Settings settings) {
                write(of, Http2FrameTypes.SETTINGS, ACK, 0, Unpooled.EMPTY_BUFFER);
            }

            @Override
            public void onPingRead(ChannelHandlerContext of, long data) {
                write(of, Http2FrameTypes.PING, ACK, 0, Unpooled.copyLong(data));
            }
        }

        private static void write(ChannelHandlerContext context, byte type, int flags, int stream, ByteBuf payload) {
            var frame = context.alloc().directBuffer();
            Http2Request.frame(frame, payload.readableBytes(), type, flags, stream);
            var unused = context.write(frame.writeBytes(payload), context.voidPromise());
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            var unused = context.close();
        }
    }
}
