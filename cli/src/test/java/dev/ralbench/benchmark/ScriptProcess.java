package dev.ralbench.benchmark;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A server that answers by a {@link Script}, as a process of its own: PORT SCRIPT. It notes how long it really took from a
 * request's bytes to its answer's, and tells at {@code /served}: p50 and p99 in milliseconds.
 */
final class ScriptProcess {
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
        SmallServer.serve(port, () -> new Answers(connections++ * SPREAD % 1));
    }

    private final class Answers extends SmallServer.Answers {
        /** Of the path's first letter, in {@code GET /served}. */
        private static final int PATH = 5;

        private final double phase;
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
        void peek(ChannelHandlerContext context, ByteBuf bytes) {
            if (bytes.readableBytes() > PATH && bytes.getByte(bytes.readerIndex() + PATH) == 's') {
                tell(context);
                bytes.skipBytes(bytes.readableBytes());
            }
        }

        @Override
        void came(ChannelHandlerContext context) {
            long came = System.nanoTime();
            double at = beginNanos == NOT_YET ? 0 : (came - beginNanos) / 1e6;
            long delay = Math.round(script.delay(at, number++, phase) * 1e6);
            var unused = context.executor().schedule(() -> answer(context, came), delay, TimeUnit.NANOSECONDS);
        }

        private void answer(ChannelHandlerContext context, long came) {
            servedMicros.recordValue((System.nanoTime() - came) / 1_000);
            answer(context);
        }

        private void tell(ChannelHandlerContext context) {
            var body = servedMicros.getValueAtPercentile(50) / 1e3 + " " + servedMicros.getValueAtPercentile(99) / 1e3;
            var unused = context.writeAndFlush(Unpooled.copiedBuffer(
                    "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body,
                    StandardCharsets.US_ASCII));
        }
    }
}
