package dev.ralbench.load.net;

import dev.ralbench.load.RequestSender.UserConnection;
import dev.ralbench.load.Traffic;
import dev.ralbench.load.UserRequests;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.util.concurrent.Future;
import java.net.SocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A user's connection over time: one {@link ResponseHandler} after another, as connections are closed and reopened. */
final class HttpConnection implements UserConnection {
    private final NettyLoop loop;
    private final ResendingConnection.Listener listener;
    private final HttpUser user;
    private final @Nullable SocketAddress source;
    private final Traffic traffic = new Traffic();
    private @Nullable ResponseHandler current;

    /**
     * Of one user.
     *
     * @param user whose requests it sends
     * @param source address that it begins at; empty to leave that to the kernel
     */
    HttpConnection(
            NettyLoop loop, ResendingConnection.Listener listener, HttpUser user, Optional<SocketAddress> source) {
        this.source = source.orElse(null);
        this.loop = loop;
        this.listener = listener;
        this.user = user;
    }

    @Override
    public void open() {
        loop.bootstrapOfPart().ifPresentOrElse(part -> open(part, true), this::openFromAnyPort);
    }

    private void openFromAnyPort() {
        open(loop.bootstrap(), false);
    }

    /** @param isOfPart whether it may begin at a part of the ports only, which may be taken while others are free */
    private void open(Bootstrap bootstrap, boolean isOfPart) {
        var handler = new ResponseHandler(loop, user, listener, traffic);
        var codec = user.codec(handler);
        current = handler;
        long deadline =
                loop.nanoTime() + loop.exchange().connections().connectTimeout().toNanos();
        var tls = loop.exchange()
                .tls()
                .map(client -> new TlsHandler(loop.exchange().engine(client), loop.clock(), deadline))
                .orElse(null);
        var unused = bootstrap
                .localAddress(source)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        loop.connections().add(channel);
                        if (tls != null) {
                            channel.pipeline().addLast(tls);
                        }
                        channel.pipeline().addLast(codec, handler);
                    }
                })
                .connect()
                .addListener((ChannelFuture future) -> {
                    if (isOfPart && FailureText.isWithoutPort(future.cause())) {
                        loop.execute(() -> openAgain(handler));
                    } else if (!future.isSuccess()) {
                        opened(handler, codec, future.channel(), future);
                    } else if (tls == null) {
                        start(handler, codec, future.channel(), deadline);
                    } else {
                        var unusedToo = tls.handshakeFuture().addListener(handshake -> {
                            if (handshake.isSuccess()) {
                                start(handler, codec, future.channel(), deadline);
                            } else {
                                opened(handler, codec, future.channel(), handshake);
                            }
                        });
                    }
                });
    }

    /** Unless the user has given up meanwhile. */
    private void openAgain(ResponseHandler handler) {
        if (handler == current) {
            openFromAnyPort();
        }
    }

    private void start(ResponseHandler handler, HttpCodec codec, Channel channel, long deadlineNanos) {
        var unused =
                codec.start(channel, deadlineNanos).addListener(started -> opened(handler, codec, channel, started));
    }

    private void opened(ResponseHandler handler, HttpCodec codec, Channel channel, Future<?> future) {
        if (!loop.isCurrent()) {
            // No socket could be made (no descriptor left): Netty then reports from a thread of its own.
            loop.execute(() -> opened(handler, codec, channel, future));
        } else if (future.isSuccess()) {
            handler.opened(channel, codec);
            if (handler == current) {
                listener.connected();
            } else {
                handler.giveUp();
            }
        } else if (handler == current) {
            current = null; // Netty has closed the channel, if there ever was one
            listener.connectFailed(
                    FailureText.withoutResponse(future.cause(), loop.exchange().tls()));
        }
    }

    @Override
    public boolean isOpen() {
        return current != null && current.canSend();
    }

    @Override
    public UserRequests requests() {
        return user.requests();
    }

    @Override
    public void send() {
        if (current == null) {
            throw new IllegalStateException("send on a connection that is not open");
        }
        current.send();
    }

    @Override
    public Traffic traffic() {
        return traffic;
    }

    @Override
    public void close() {
        if (current != null) {
            current.giveUp();
            current = null;
        }
    }
}
