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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * Answers every request without a body with a few bytes, on loopback: the engine is measured against it when it is to be the
 * only limit. Its responses are like those of usual servers, with more fields than a response needs, and a longer one now and
 * then: code that calibration did not pass through would be compiled again during the load.
 */
public final class NettyCalibrationServer implements CalibrationServer {
    private static final byte[] SHORT_RESPONSE = response("ok");
    private static final byte[] LONG_RESPONSE = response("ok".repeat(1_000));
    /** Each connection has a long one among so many. */
    private static final int ONE_LONG_OF = 16;

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
        var responses = new Responses(buffer(SHORT_RESPONSE), buffer(LONG_RESPONSE));
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

    private static byte[] response(String body) {
        return ("HTTP/1.1 200 OK\r\nServer: calibration\r\nDate: Sun, 01 Jan 2023 00:00:00 GMT\r\nContent-Type: text/plain\r\n"
                        + "Content-Length: " + body.length() + "\r\nConnection: keep-alive\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static ByteBuf buffer(byte[] bytes) {
        return Unpooled.unreleasableBuffer(Unpooled.directBuffer(bytes.length).writeBytes(bytes));
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
        responses.release();
    }

    /** Encoded once for all connections. */
    private record Responses(ByteBuf shortOne, ByteBuf longOne) {
        ByteBuf next(int count) {
            return (count % ONE_LONG_OF == 0 ? longOne : shortOne).duplicate();
        }

        void release() {
            shortOne.unwrap().release();
            longOne.unwrap().release();
        }
    }

    /** One response for each empty line, wherever reads cut the bytes. */
    private static final class Responder extends ChannelInboundHandlerAdapter {
        private static final int END = 0x0d0a0d0a;

        private final Responses responses;
        private int lastFour;
        private int count;

        Responder(Responses responses) {
            this.responses = responses;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            var bytes = (ByteBuf) message;
            try {
                while (bytes.isReadable()) {
                    lastFour = lastFour << 8 | bytes.readUnsignedByte();
                    if (lastFour == END) {
                        count++;
                        var unused = context.write(responses.next(count), context.voidPromise());
                    }
                }
            } finally {
                bytes.release();
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
