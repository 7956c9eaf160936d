package dev.ralbench.load.net;

import dev.ralbench.Clock;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;

/** TLS of one connection. Its handshake has the time that connecting has left. */
final class TlsHandler extends SslHandler {
    private final Clock clock;
    private final long deadlineNanos;

    TlsHandler(SSLEngine engine, Clock clock, long deadlineNanos) {
        super(engine);
        this.clock = clock;
        this.deadlineNanos = deadlineNanos;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) throws Exception {
        long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - clock.nanoTime());
        setHandshakeTimeoutMillis(Math.max(1, left)); // zero would mean none
        super.channelActive(context);
    }
}
