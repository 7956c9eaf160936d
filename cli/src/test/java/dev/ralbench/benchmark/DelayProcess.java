package dev.ralbench.benchmark;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A server that answers every request after the same time, as a process of its own: PORT MILLISECONDS. */
final class DelayProcess {
    private static final byte[] RESPONSE =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);
    private static final int BACKLOG = 20_000;

    private DelayProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        int millis = Integer.parseInt(arguments[1]);
        try (var group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory())) {
            new ServerBootstrap()
                    .group(group)
                    .channel(EpollServerSocketChannel.class)
                    .option(ChannelOption.SO_BACKLOG, BACKLOG)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childHandler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            channel.pipeline().addLast(new Answers(millis));
                        }
                    })
                    .bind(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]))
                    .sync()
                    .channel()
                    .closeFuture()
                    .sync();
        }
    }

    private static final class Answers extends ChannelInboundHandlerAdapter {
        private static final int END = 0x0d0a0d0a;

        private final int millis;
        private int lastFour;

        Answers(int millis) {
            this.millis = millis;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            var bytes = (ByteBuf) message;
            try {
                while (bytes.isReadable()) {
                    lastFour = lastFour << 8 | bytes.readUnsignedByte();
                    if (lastFour == END) {
                        var unused = context.executor().schedule(() -> answer(context), millis, TimeUnit.MILLISECONDS);
                    }
                }
            } finally {
                bytes.release();
            }
        }

        private static void answer(ChannelHandlerContext context) {
            var unused = context.writeAndFlush(Unpooled.wrappedBuffer(RESPONSE), context.voidPromise());
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            var unused = context.close();
        }
    }
}
