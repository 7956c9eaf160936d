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
 * Answers every request without a body with the same two bytes, on loopback: the engine is measured against it when it
 * is to be the only limit.
 */
public final class NettyCalibrationServer implements CalibrationServer {
    private static final byte[] RESPONSE =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);
    /** Length of the accept queue, which the kernel may shorten: all users may connect at once. */
    private static final int BACKLOG = 20_000;

    private static final long LONGEST_CLOSE_SECONDS = 5;

    private final EventLoopGroup group;
    private final ByteBuf response;
    private final Channel channel;
    private final ChannelGroup connections;
    private final boolean tls;

    private NettyCalibrationServer(
            EventLoopGroup group, ByteBuf response, Channel channel, ChannelGroup connections, boolean tls) {
        this.group = group;
        this.response = response;
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
        var response = Unpooled.unreleasableBuffer(
                Unpooled.directBuffer(RESPONSE.length).writeBytes(RESPONSE));
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
                        connection.pipeline().addLast(new Responder(response));
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .syncUninterruptibly()
                .channel();
        return new NettyCalibrationServer(group, response, channel, connections, tls);
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
        response.unwrap().release();
    }

    /** One response for each empty line, wherever reads cut the bytes. */
    private static final class Responder extends ChannelInboundHandlerAdapter {
        private static final int END = 0x0d0a0d0a;

        private final ByteBuf response;
        private int lastFour;

        Responder(ByteBuf response) {
            this.response = response;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            var bytes = (ByteBuf) message;
            try {
                while (bytes.isReadable()) {
                    lastFour = lastFour << 8 | bytes.readUnsignedByte();
                    if (lastFour == END) {
                        var unused = context.write(response.duplicate(), context.voidPromise());
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
