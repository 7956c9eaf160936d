package dev.ralbench.dependency.kind;

import java.util.Map;
import java.util.TreeMap;

/** The values of server placeholders: all that a target needs to get there. */
public final class ServerPlaceholders {
    private ServerPlaceholders() {}

    /**
     * Those of every server: an IPv6 address has brackets in {@code address}, which is for URLs, and none in {@code host},
     * which is for sockets.
     */
    public static Map<String, String> of(ServerUrl url, String database) {
        var placeholders = new TreeMap<String, String>();
        placeholders.put(url.scheme() + ".host", url.socketHost());
        placeholders.put(url.scheme() + ".port", String.valueOf(url.port()));
        placeholders.put(url.scheme() + ".address", url.address());
        placeholders.put(url.scheme() + ".database", database);
        placeholders.put(url.scheme() + ".user", url.user());
        placeholders.put(url.scheme() + ".password", url.password());
        return placeholders;
    }
}
