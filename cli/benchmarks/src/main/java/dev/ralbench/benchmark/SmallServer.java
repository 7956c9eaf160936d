package dev.ralbench.benchmark;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** A server on one event loop that answers requests without a body with two bytes, when whoever uses it wants. */
final class SmallServer implements AutoCloseable {
    private static final byte[] RESPONSE =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);
    private static final int BACKLOG = 20_000;
    private static final int AT_ONCE = 16;

    private final OneLoop loop;
    private final Channel listening;

    private SmallServer(OneLoop loop, Channel listening) {
        this.loop = loop;
        this.listening = listening;
    }

    /**
     * Serves until it is closed.
     *
     * @param port 0 for any that is free
     * @param handlers makes one for each connection
     */
    static SmallServer open(int port, Supplier<Responder> handlers) throws InterruptedException {
        return open(port, EpollIoHandler.newFactory(), handlers);
    }

    /** The same with an observed event loop. */
    static SmallServer open(int port, IoHandlerFactory loops, Supplier<Responder> handlers)
            throws InterruptedException {
        var loop = new OneLoop(loops);
        var binding = new ServerBootstrap()
                .group(loop)
                .channel(EpollServerSocketChannel.class)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.RECVBUF_ALLOCATOR, someConnectionsAtOnce())
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(handlers.get());
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), port)
                .await();
        if (!binding.isSuccess()) {
            loop.close(); // else its thread would keep the process alive
            throw new IllegalStateException("port " + port + " cannot be bound", binding.cause());
        }
        return new SmallServer(loop, binding.channel());
    }

    static byte[] response() {
        return RESPONSE.clone();
    }

    int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    /** Returns when it is closed; as a rule the process is ended instead. */
    void awaitEnd() throws InterruptedException {
        listening.closeFuture().sync();
    }

    @Override
    public void close() {
        loop.close();
    }

    /** By epoll Netty takes one, and looks at all others before the next: by then its first request has waited for long. */
    private static RecvByteBufAllocator someConnectionsAtOnce() {
        return new ServerChannelRecvByteBufAllocator()
                .respectMaybeMoreData(false)
                .maxMessagesPerRead(AT_ONCE);
    }

    /** Looks at its connections between responses, too, when many of them are due: else requests would wait for all of them. */
    private static final class OneLoop extends MultiThreadIoEventLoopGroup {
        /** Of responses without a look; Netty asks for the time after every 64th. */
        private static final long LONGEST_MILLIS = 1;

        OneLoop(IoHandlerFactory loops) {
            super(1, loops);
        }

        @Override
        protected IoEventLoop newChild(Executor executor, IoHandlerFactory loops, Object... unused) {
            return new SingleThreadIoEventLoop(
                    this, executor, loops, Integer.MAX_VALUE, RejectedExecutionHandlers.reject(), LONGEST_MILLIS);
        }
    }

    /** Finds the end of each request, wherever reads cut the bytes. */
    abstract static class Responder extends ChannelInboundHandlerAdapter {
        private static final int END = 0x0d0a0d0a;

        private int lastFour;

        /** A request is there. */
        abstract void came(ChannelHandlerContext context);

        /** Removes bytes that are no load; runs before requests are looked for. */
        void peek(ChannelHandlerContext context, ByteBuf bytes) {}

        final void respond(ChannelHandlerContext context) {
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
