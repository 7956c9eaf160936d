package dev.ralbench.load.net;

import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestSender.SenderLoop;
import dev.ralbench.load.RequestSender.UserConnection;
import java.util.function.Function;

/**
 * A user's connection that sends a request again, on a new one, if the server had closed the one that it was sent on:
 * browsers and curl do so, because a server may close an idle connection at any time (RFC 9112, 9.3.1). A new connection
 * is not idle, so a request is sent twice at most. The user waits meanwhile.
 */
final class ResendingConnection implements UserConnection {
    private final UserConnection connection;
    private boolean isResending;

    /** Events of the connection itself. */
    interface Listener extends ConnectionListener {
        /**
         * In place of {@code ended}: the connection had served a request before, and ended without a byte of this
         * one's response.
         */
        void closedWhileIdle();
    }

    /** @param maker of the connection itself */
    ResendingConnection(SenderLoop loop, ConnectionListener user, Function<Listener, UserConnection> maker) {
        connection = maker.apply(new Resender(loop, user));
    }

    @Override
    public void open() {
        connection.open();
    }

    @Override
    public boolean isOpen() {
        return connection.isOpen();
    }

    @Override
    public void send() {
        connection.send();
    }

    @Override
    public void close() {
        isResending = false;
        connection.close();
    }

    private final class Resender implements Listener {
        private final SenderLoop loop;
        private final ConnectionListener user;

        Resender(SenderLoop loop, ConnectionListener user) {
            this.loop = loop;
            this.user = user;
        }

        @Override
        public void closedWhileIdle() {
            isResending = true;
            user.resent();
            connection.open();
        }

        @Override
        public void connected() {
            if (isResending) {
                isResending = false;
                connection.send();
            } else {
                user.connected();
            }
        }

        @Override
        public void connectFailed(String reason) {
            if (isResending) {
                isResending = false;
                user.ended(Outcome.CONNECT_FAILED, loop.nanoTime(), reason);
            } else {
                user.connectFailed(reason);
            }
        }

        @Override
        public void ended(Outcome outcome, long endNanos, String detail) {
            user.ended(outcome, endNanos, detail);
        }

        @Override
        public void resent() {
            user.resent();
        }

        @Override
        public void surplus() {
            user.surplus();
        }

        @Override
        public void broke(Error cause) {
            user.broke(cause);
        }
    }
}
