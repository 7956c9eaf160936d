package dev.ralbench.load.net;

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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * Answers every request at once, on loopback: the engine is measured against it when it is to be the only limit. A path that
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

        /**
         * The next one of a connection.
         *
         * @param asked bytes of its body; 0 for any
         * @param count of the connection's responses
         */
        ByteBuf next(int asked, int count) {
            int bytes = asked > 0 ? asked : count % ONE_LONG_OF == 0 ? LONG : SHORT;
            return byBytes.computeIfAbsent(bytes, Responses::response).duplicate();
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

    /** One response for each empty line, wherever reads cut the bytes. */
    private static final class Responder extends ChannelInboundHandlerAdapter {
        private static final int END = 0x0d0a0d0a;

        /** How far the path of a request has been read. */
        private enum Path {
            AHEAD,
            BEGUN,
            DONE
        }

        private final Responses responses;
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
}
