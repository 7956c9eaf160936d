package dev.ralbench.load.net;

import dev.ralbench.Failure;
import dev.ralbench.http.ResponseFilter;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpVersion;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A user's connections to the other servers that redirects lead to, kept for the next time. */
final class VertxDetours {
    private final VertxExchange exchange;
    private final VertxClients clients;
    private final ResponseFilter.ByteCounter counter;
    private final Map<String, HttpClientConnection> byOrigin = new HashMap<>();
    /** They take no more requests, but still answer those in flight. */
    private final List<HttpClientConnection> goingAway = new ArrayList<>();

    private boolean isClosed;

    /** @param counter of their bytes */
    VertxDetours(VertxExchange exchange, VertxClients clients, ResponseFilter.ByteCounter counter) {
        this.exchange = exchange;
        this.clients = clients;
        this.counter = counter;
    }

    Future<HttpClientConnection> to(URI url) {
        var origin = url.getScheme() + "://" + url.getRawAuthority();
        var known = byOrigin.get(origin);
        if (known != null) {
            return Future.succeededFuture(known);
        }
        try {
            return clients.to(url).connect(exchange.connectTo(url)).onSuccess(opened -> keep(origin, opened));
        } catch (Failure unknownHost) {
            return Future.failedFuture(unknownHost.what());
        }
    }

    private void keep(String origin, HttpClientConnection opened) {
        if (isClosed) {
            close(opened); // the caller has given up
            return;
        }
        byOrigin.put(origin, opened);
        ResponseFilter.add(opened, () -> {}, counter); // what went there is not sent again in any case
        opened.closeHandler(gone -> {
            byOrigin.remove(origin, opened);
            goingAway.remove(opened);
        });
        if (opened.protocolVersion() == HttpVersion.HTTP_2) {
            opened.goAwayHandler(goAway -> {
                byOrigin.remove(origin, opened);
                goingAway.add(opened);
            });
        }
    }

    /** Closes it if it is one of these. */
    void drop(HttpClientConnection used) {
        if (byOrigin.values().remove(used)) {
            close(used);
        }
    }

    /** The request is answered: those that take no more are closed. */
    void settle() {
        var leaving = List.copyOf(goingAway);
        goingAway.clear();
        leaving.forEach(VertxDetours::close);
    }

    /** Closes all, and those still to be connected. */
    void close() {
        isClosed = true;
        settle();
        var all = List.copyOf(byOrigin.values());
        byOrigin.clear();
        all.forEach(VertxDetours::close);
    }

    private static void close(HttpClientConnection open) {
        var unused = open.close();
    }
}
