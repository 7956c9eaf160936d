package dev.ralbench.load.net;

import dev.ralbench.Failure;
import dev.ralbench.http.Route;
import io.vertx.core.net.SocketAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Addresses of hosts. A sender looks each up once, because a lookup per connection would hold up the event loop. */
final class VertxAddresses {
    private final Map<String, SocketAddress> byHost = new ConcurrentHashMap<>();

    /**
     * The address of a URL's host and port.
     *
     * @throws Failure when its host is unknown
     */
    SocketAddress of(URI url) {
        return byHost.computeIfAbsent(url.getHost() + ":" + Route.port(url), key -> resolved(url));
    }

    private static SocketAddress resolved(URI url) {
        var address = new InetSocketAddress(url.getHost(), Route.port(url));
        if (address.isUnresolved()) {
            throw Failure.environment(
                    "host " + url.getHost() + " is unknown",
                    "no address was found for " + url,
                    "check its spelling, or give the address itself");
        }
        return SocketAddress.inetSocketAddress(address);
    }
}
