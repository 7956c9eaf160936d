package dev.ralbench.load.net;

import dev.ralbench.http.ResponseFilter;
import dev.ralbench.load.RequestSender.ConnectionListener;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.util.concurrent.Future;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A link's connection to the target: made in time, watched, and known to be usable or not. Opened once. */
final class VertxTargetConnection {
    private static final String NO_HTTP_2 = "server does not speak HTTP/2";
    /** Added to the connect timeout, so that Vert.x's own limit ends a slow phase first and names it. */
    private static final Duration MOMENT = Duration.ofMillis(20);

    /** Its user. */
    interface Owner extends ResponseFilter.ByteCounter {
        /** A part of a response came, however small. */
        void responseBegins();

        void troubled(Throwable failure);

        /** The connection is closed, or takes no more requests. */
        void leaving();
    }

    private final VertxLoop loop;
    private final VertxExchange exchange;
    private final ConnectionListener listener;
    private final Owner owner;

    private @Nullable HttpClientConnection connection;
    private @Nullable Future<?> limit;
    private boolean isConnecting;
    private boolean isGoingAway;

    VertxTargetConnection(VertxLoop loop, ConnectionListener listener, Owner owner) {
        this.loop = loop;
        this.exchange = loop.exchange();
        this.listener = listener;
        this.owner = owner;
    }

    void open(HttpClientAgent client) {
        isConnecting = true;
        client.connect(exchange.connectTo(exchange.connections().baseUrl())).onComplete((opened, failure) -> {
            if (opened != null && isConnecting) {
                watch(opened);
            }
            loop.execute(() -> connected(opened, failure));
        });
        // The phases together; HTTP/2 settings that never come have no other limit.
        limit = loop.in(exchange.connections().connectTimeout().plus(MOMENT), () -> failed(exchange.lastPhase()));
    }

    private void watch(HttpClientConnection opened) {
        connection = opened;
        ResponseFilter.add(opened, owner::responseBegins, owner);
        opened.closeHandler(closed -> {
            connection = null;
            leaving();
        });
        if (opened.protocolVersion() == HttpVersion.HTTP_2) {
            opened.goAwayHandler(goAway -> {
                isGoingAway = true; // the request in flight is still answered
                leaving();
            });
        }
        opened.exceptionHandler(failure -> {
            if (isConnecting) {
                close(opened);
            } else {
                owner.troubled(failure);
            }
        });
    }

    /** Silent until the listener knows of the connection. */
    private void leaving() {
        if (!isConnecting) {
            owner.leaving();
        }
    }

    private void connected(@Nullable HttpClientConnection opened, @Nullable Throwable failure) {
        if (!isConnecting) {
            close(opened);
        } else if (opened == null) {
            failed(reason(failure));
        } else if (exchange.http2() && opened.protocolVersion() != HttpVersion.HTTP_2) {
            failed(NO_HTTP_2);
        } else {
            isDecided();
            listener.connected();
        }
    }

    private String reason(@Nullable Throwable failure) {
        boolean isOther = exchange.http2() && failure instanceof Http2Exception;
        return isOther ? NO_HTTP_2 : FailureText.withoutResponse(failure, exchange.tls());
    }

    private void failed(String reason) {
        if (isConnecting) {
            close();
            listener.connectFailed(reason);
        }
    }

    private void isDecided() {
        isConnecting = false;
        if (limit != null) {
            limit.cancel(false);
            limit = null;
        }
    }

    /** The connection, if it takes a request. */
    Optional<HttpClientConnection> usable() {
        return isConnecting || isGoingAway ? Optional.empty() : Optional.ofNullable(connection);
    }

    /** Closes it if it is this one. */
    void drop(HttpClientConnection used) {
        if (used.equals(connection)) {
            close();
        }
    }

    /** Closes the connection, or stops connecting; the listener hears nothing more of it. */
    void close() {
        isDecided();
        var open = connection;
        connection = null;
        close(open);
    }

    private static void close(@Nullable HttpClientConnection open) {
        if (open != null) {
            var unused = open.close();
        }
    }
}
