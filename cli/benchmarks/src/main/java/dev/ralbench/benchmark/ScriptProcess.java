package dev.ralbench.benchmark;

import dev.ralbench.Clock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.IoHandler;
import io.netty.channel.epoll.EpollIoHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A server that answers by a {@link Script}, as a process of its own: PORT SCRIPT. It notes how long it really took and
 * tells at {@code /served}, as {@link Served}.
 */
final class ScriptProcess {
    private static final long NOT_YET = Long.MIN_VALUE;
    /**
     * Of 2 048 users who connected within 110 ms, a JVM that began cold took the last one after 380 ms. Fewer than six
     * were not tried.
     */
    private static final int REHEARSALS = 6;

    private final Script script;
    private final Served served = new Served();
    private Optional<Polls> polls = Optional.empty();
    private long beginNanos = NOT_YET;
    private int connections;
    private int open;

    private ScriptProcess(Script script) {
        this.script = script;
    }

    public static void main(String[] arguments) throws InterruptedException, IOException {
        for (int i = 0; i < REHEARSALS; i++) {
            try (var rehearsal = new ScriptProcess(Script.CONSTANT).open(0)) {
                Rehearsal.at(rehearsal.port());
            }
        }
        var script = Script.valueOf(arguments[1]);
        try (var server = new ScriptProcess(script).open(Integer.parseInt(arguments[0]))) {
            server.awaitEnd();
        }
    }

    private SmallServer open(int port) throws InterruptedException {
        var loops = EpollIoHandler.newFactory();
        return SmallServer.open(
                port,
                thread -> polls(loops.newHandler(thread)),
                () -> new ScriptedResponder(Script.phase(connections++)));
    }

    private Polls polls(IoHandler handler) {
        var watched = new Polls(handler, Clock.system());
        polls = Optional.of(watched);
        return watched;
    }

    private Polls.PollTime look() {
        return polls.orElseThrow().look();
    }

    private final class ScriptedResponder extends SmallServer.Responder {
        /** Of the path's first letter, in {@code GET /served}. */
        private static final int PATH = 5;

        private final double phase;
        /** That which found the connection. */
        private final Polls.PollTime taken;

        private long number;

        ScriptedResponder(double phase) {
            this.phase = phase;
            this.taken = look();
        }

        /** A single connection only identifies the server. */
        @Override
        public void channelActive(ChannelHandlerContext context) {
            if (++open == 2 && beginNanos == NOT_YET) {
                beginNanos = System.nanoTime();
                served.begin(beginNanos);
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
            long read = System.nanoTime();
            long earliest = earliestNanos();
            double at = beginNanos == NOT_YET ? 0 : (read - beginNanos) / 1e6;
            long delay = Math.round(script.delay(at, number++, phase) * 1e6);
            var unused = context.executor()
                    .schedule(() -> respond(context, earliest, read, delay), delay, TimeUnit.NANOSECONDS);
        }

        /**
         * The kernel takes a connection, and perhaps the first request on it, before this process does: after the look
         * before that, unless more connections waited than are taken at once.
         */
        private long earliestNanos() {
            long after = look().afterNanos();
            return after == taken.nanos() ? taken.afterNanos() : after;
        }

        private void respond(ChannelHandlerContext context, long earliest, long read, long delay) {
            served.add(earliest, read, delay, System.nanoTime());
            respond(context);
        }

        private void tell(ChannelHandlerContext context) {
            var body = served.toString();
            var unused = context.writeAndFlush(Unpooled.copiedBuffer(
                    "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body,
                    StandardCharsets.US_ASCII));
        }
    }
}
