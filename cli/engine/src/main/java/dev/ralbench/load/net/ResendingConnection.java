package dev.ralbench.load.net;

import dev.ralbench.http.ControlSession;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestSender.SenderLoop;
import dev.ralbench.load.RequestSender.UserConnection;
import dev.ralbench.load.Traffic;
import dev.ralbench.load.Unanswered;
import dev.ralbench.load.UserRequests;
import dev.ralbench.load.Workload;
import java.time.Duration;
import java.util.function.Function;

/**
 * A user's connection that sends a request again, on a new one, if the server had closed the one that it was sent on:
 * browsers and curl do so, because a server may close an idle connection at any time (RFC 9112, 9.3.1). A new connection
 * is not idle, so a request is sent twice at most. The user waits meanwhile.
 * A close that comes long after the request is no such accident: the server had the request, and gave it up.
 */
final class ResendingConnection implements UserConnection {
    private final SenderLoop loop;
    private final UserConnection connection;
    /** By the request's position: the longest response time that counts as success. */
    private final long[] limitNanos;

    private boolean isResending;
    private long sentNanos;

    /** Events of the connection itself. */
    interface Listener extends ConnectionListener {
        /**
         * In place of {@code ended}: the connection had served a request before, and ended without a byte of this
         * one's response.
         *
         * @param detail in what words the request fails if it is not sent again
         */
        void closedWhileIdle(String detail);
    }

    /** @param maker of the connection itself */
    ResendingConnection(
            SenderLoop loop, Workload workload, ConnectionListener user, Function<Listener, UserConnection> maker) {
        this.loop = loop;
        this.limitNanos = workload.allSteps().stream()
                .mapToLong(step ->
                        step.request().expect().within().map(Duration::toNanos).orElse(Long.MAX_VALUE))
                .toArray();
        connection = maker.apply(new Resender(user));
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
    public UserRequests requests() {
        return connection.requests();
    }

    @Override
    public void send() {
        sentNanos = loop.nanoTime();
        connection.traffic().begin();
        connection.send();
    }

    @Override
    public Traffic traffic() {
        return connection.traffic();
    }

    @Override
    public void close() {
        isResending = false;
        connection.close();
    }

    private final class Resender implements Listener {
        private final ConnectionListener user;
        private String failure = "";

        Resender(ConnectionListener user) {
            this.user = user;
        }

        @Override
        public void closedWhileIdle(String detail) {
            long now = loop.nanoTime();
            if (now - sentNanos > ControlSession.LATEST_IDLE_CLOSE.toNanos()) {
                user.ended(Outcome.RESET, now, detail);
                return;
            }
            failure = detail;
            isResending = true;
            connection.open();
        }

        @Override
        public void connected() {
            if (isResending) {
                isResending = false;
                user.resent();
                connection.send();
            } else {
                user.connected();
            }
        }

        @Override
        public void connectFailed(String reason) {
            if (isResending) {
                isResending = false;
                user.ended(Outcome.RESET, loop.nanoTime(), failure + ", then " + reason);
            } else {
                user.connectFailed(reason);
            }
        }

        @Override
        public void ended(Outcome outcome, long endNanos, String detail) {
            long limit =
                    outcome == Outcome.OK ? limitNanos[connection.requests().current()] : Long.MAX_VALUE;
            if (endNanos - sentNanos > limit) {
                user.ended(Outcome.TIMEOUT, endNanos, Unanswered.slowerThan(Duration.ofNanos(limit)));
            } else {
                user.ended(outcome, endNanos, detail);
            }
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
