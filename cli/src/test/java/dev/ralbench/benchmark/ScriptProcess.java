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
import org.HdrHistogram.Histogram;

/**
 * A server that answers by a {@link Script}, as a process of its own: PORT SCRIPT. It notes how long it really took from a
 * request's bytes to its answer's, and tells at {@code /served}: p50 and p99 in milliseconds.
 */
final class ScriptProcess {
    private static final byte[] RESPONSE =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);
    private static final int BACKLOG = 20_000;
    /** The golden ratio: phases of connections that follow each other are far apart. */
    private static final double SPREAD = 0.618_033_988_749_895;

    private static final long NOT_YET = Long.MIN_VALUE;

    private final Script script;
    private final Histogram servedMicros = new Histogram(3_600_000_000L, 3);
    private long beginNanos = NOT_YET;
    private int connections;
    private int open;

    private ScriptProcess(Script script) {
        this.script = script;
    }

    public static void main(String[] arguments) throws InterruptedException {
        new ScriptProcess(Script.valueOf(arguments[1])).serve(Integer.parseInt(arguments[0]));
    }

    private void serve(int port) throws InterruptedException {
        try (var group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory())) {
            new ServerBootstrap()
                    .group(group)
                    .channel(EpollServerSocketChannel.class)
                    .option(ChannelOption.SO_BACKLOG, BACKLOG)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childHandler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            channel.pipeline().addLast(new Answers(connections++ * SPREAD % 1));
                        }
                    })
                    .bind(InetAddress.getLoopbackAddress(), port)
                    .sync()
                    .channel()
                    .closeFuture()
                    .sync();
        }
    }

    private final class Answers extends ChannelInboundHandlerAdapter {
        private static final int END = 0x0d0a0d0a;
        /** Of the path's first letter, in {@code GET /served}. */
        private static final int PATH = 5;

        private final double phase;
        private int lastFour;
        private long number;

        Answers(double phase) {
            this.phase = phase;
        }

        /** One connection alone only asks what the server is. */
        @Override
        public void channelActive(ChannelHandlerContext context) {
            if (++open == 2 && beginNanos == NOT_YET) {
                beginNanos = System.nanoTime();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            open--;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            var bytes = (ByteBuf) message;
            try {
                if (bytes.readableBytes() > PATH && bytes.getByte(bytes.readerIndex() + PATH) == 's') {
                    tell(context);
                    bytes.skipBytes(bytes.readableBytes());
                }
                while (bytes.isReadable()) {
                    lastFour = lastFour << 8 | bytes.readUnsignedByte();
                    if (lastFour == END) {
                        answerLater(context);
                    }
                }
            } finally {
                bytes.release();
            }
        }

        private void answerLater(ChannelHandlerContext context) {
            long came = System.nanoTime();
            double at = beginNanos == NOT_YET ? 0 : (came - beginNanos) / 1e6;
            long delay = Math.round(script.delay(at, number++, phase) * 1e6);
            var unused = context.executor().schedule(() -> answer(context, came), delay, TimeUnit.NANOSECONDS);
        }

        private void answer(ChannelHandlerContext context, long came) {
            servedMicros.recordValue((System.nanoTime() - came) / 1_000);
            var unused = context.writeAndFlush(Unpooled.wrappedBuffer(RESPONSE), context.voidPromise());
        }

        private void tell(ChannelHandlerContext context) {
            var body = servedMicros.getValueAtPercentile(50) / 1e3 + " " + servedMicros.getValueAtPercentile(99) / 1e3;
            var unused = context.writeAndFlush(Unpooled.copiedBuffer(
                    "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body,
                    StandardCharsets.US_ASCII));
        }
    }
}
