package dev.ralbench.load.net;

import dev.ralbench.Failure;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** A user's connections to the other servers that redirects lead to, kept for the next time. */
final class VertxDetours {
    private final VertxExchange exchange;
    private final HttpClientAgent client;
    private final Map<String, HttpClientConnection> byOrigin = new HashMap<>();

    VertxDetours(VertxExchange exchange, HttpClientAgent client) {
        this.exchange = exchange;
        this.client = client;
    }

    Future<HttpClientConnection> to(URI url) {
        var origin = url.getScheme() + "://" + url.getRawAuthority();
        var known = byOrigin.get(origin);
        if (known != null) {
            return Future.succeededFuture(known);
        }
        try {
            return client.connect(exchange.connectTo(url)).onSuccess(opened -> {
                byOrigin.put(origin, opened);
                opened.closeHandler(closed -> byOrigin.remove(origin, opened));
            });
        } catch (Failure unknownHost) {
            return Future.failedFuture(unknownHost.what());
        }
    }

    void close() {
        var all = Map.copyOf(byOrigin);
        byOrigin.clear();
        all.values().forEach(open -> {
            var unused = open.close();
        });
    }
}
