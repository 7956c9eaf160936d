package dev.ralbench.benchmark;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** A server on one event loop that answers requests without a body with two bytes, when whoever uses it wants. */
final class SmallServer {
    private static final byte[] RESPONSE =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);
    private static final int BACKLOG = 20_000;

    private SmallServer() {}

    /**
     * Serves until the process is ended.
     *
     * @param handlers makes one for each connection
     */
    static void serve(int port, Supplier<Answers> handlers) throws InterruptedException {
        serve(port, EpollIoHandler.newFactory(), handlers);
    }

    /** The same where the event loop is looked at. */
    static void serve(int port, IoHandlerFactory loops, Supplier<Answers> handlers) throws InterruptedException {
        try (var group = new MultiThreadIoEventLoopGroup(1, loops)) {
            new ServerBootstrap()
                    .group(group)
                    .channel(EpollServerSocketChannel.class)
                    .option(ChannelOption.SO_BACKLOG, BACKLOG)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childHandler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            channel.pipeline().addLast(handlers.get());
                        }
                    })
                    .bind(InetAddress.getLoopbackAddress(), port)
                    .sync()
                    .channel()
                    .closeFuture()
                    .sync();
        }
    }

    /** Finds the end of each request, wherever reads cut the bytes. */
    abstract static class Answers extends ChannelInboundHandlerAdapter {
        private static final int END = 0x0d0a0d0a;

        private int lastFour;

        /** A request is there. */
        abstract void came(ChannelHandlerContext context);

        /** Takes bytes away that are no load; done before requests are looked for. */
        void peek(ChannelHandlerContext context, ByteBuf bytes) {}

        final void answer(ChannelHandlerContext context) {
            var unused = context.writeAndFlush(Unpooled.wrappedBuffer(RESPONSE), context.voidPromise());
        }

        @Override
        public final void channelRead(ChannelHandlerContext context, Object message) {
            var bytes = (ByteBuf) message;
            try {
                peek(context, bytes);
                while (bytes.isReadable()) {
                    lastFour = lastFour << 8 | bytes.readUnsignedByte();
                    if (lastFour == END) {
                        came(context);
                    }
                }
            } finally {
                bytes.release();
            }
        }

        @Override
        public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            var unused = context.close();
        }
    }
}
