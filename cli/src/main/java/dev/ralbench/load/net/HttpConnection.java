package dev.ralbench.load.net;

import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestSender.UserConnection;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import org.jspecify.annotations.Nullable;

/** A user's connection over time: one {@link ResponseHandler} after another, as connections are closed and reopened. */
final class HttpConnection implements UserConnection {
    private final NettyLoop loop;
    private final ConnectionListener listener;
    private @Nullable ResponseHandler current;

    HttpConnection(NettyLoop loop, ConnectionListener listener) {
        this.loop = loop;
        this.listener = listener;
    }

    @Override
    public void open() {
        var handler = new ResponseHandler(loop, listener);
        current = handler;
        var unused = loop.bootstrap()
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(
                                        new ResponseReader(
                                                handler, loop.exchange().isHead()),
                                        handler);
                    }
                })
                .connect()
                .addListener((ChannelFuture future) -> opened(handler, future));
    }

    private void opened(ResponseHandler handler, ChannelFuture future) {
        if (!loop.isCurrent()) {
            // No socket could be made (no descriptor left): Netty then reports from a thread of its own.
            loop.execute(() -> opened(handler, future));
        } else if (future.isSuccess()) {
            handler.opened(future.channel());
            connected(handler);
        } else if (handler == current) {
            current = null; // Netty has closed the channel, if there ever was one
            listener.connectFailed(FailureText.of(future.cause()));
        }
    }

    private void connected(ResponseHandler handler) {
        if (handler == current) {
            listener.connected();
        } else {
            handler.giveUp();
        }
    }

    @Override
    public boolean isOpen() {
        return current != null && current.canSend();
    }

    @Override
    public void send() {
        if (current == null) {
            throw new IllegalStateException("send on a connection that is not open");
        }
        current.send();
    }

    @Override
    public void close() {
        if (current != null) {
            current.giveUp();
            current = null;
        }
    }
}
