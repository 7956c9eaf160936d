package dev.ralbench.load.net;

import dev.ralbench.load.RequestSender;
import io.netty.buffer.ByteBuf;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The lean sender for HTTP/1.1: per user one connection with a small Netty pipeline. */
final class NettySender implements RequestSender {
    private static final long LONGEST_CLOSE_SECONDS = 5;

    private final MultiThreadIoEventLoopGroup group;
    private final ByteBuf encodedRequest;
    private final List<SenderLoop> loops;

    NettySender(NettySenderFactory settings, HttpExchange exchange) {
        this.encodedRequest = exchange.encode();
        this.group = new MultiThreadIoEventLoopGroup(
                settings.eventLoops(),
                new DefaultThreadFactory("load", true),
                settings.transport().ioHandlers());
        this.loops = Stream.generate(group::next)
                .limit(settings.eventLoops())
                .<SenderLoop>map(
                        loop -> new NettyLoop(loop, settings.transport(), exchange, encodedRequest, settings.clock()))
                .toList();
    }

    @Override
    public List<SenderLoop> loops() {
        return loops;
    }

    @Override
    public void close() {
        // A loop that does not run any more never ends either.
        group.shutdownGracefully(0, LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(2 * LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS);
        encodedRequest.release();
    }
}
