package dev.ralbench.load.net;

import dev.ralbench.Failure;
import dev.ralbench.HttpUrl;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Addresses of hosts. A sender looks each up once, because a lookup per connection would hold up the event loop. */
final class VertxAddresses {
    private final Map<String, SocketAddress> byOrigin = new ConcurrentHashMap<>();

    /**
     * Knows the one that all connections begin with: the target's, or the proxy's.
     *
     * @param known empty to look it up
     * @throws Failure when its host is unknown
     */
    VertxAddresses(URI first, Optional<InetAddress> known) {
        byOrigin.put(origin(first), resolved(first, known));
    }

    /**
     * The address of a URL's host and port.
     *
     * @throws Failure when its host is unknown
     */
    SocketAddress of(URI url) {
        return byOrigin.computeIfAbsent(origin(url), key -> resolved(url, Optional.empty()));
    }

    private static String origin(URI url) {
        return HttpUrl.host(url).toLowerCase(Locale.ROOT) + ":" + HttpUrl.port(url);
    }

    private static SocketAddress resolved(URI url, Optional<InetAddress> known) {
        return SocketAddress.inetSocketAddress(HostAddress.of(url, known));
    }
}
