package dev.ralbench.dependency.kind;

import java.util.Map;
import java.util.TreeMap;

/** The values of server placeholders: all that a target needs to get there. */
public final class ServerPlaceholders {
    private ServerPlaceholders() {}

    /**
     * Those of a server with databases.
     *
     * @param host as the target's drivers want an IPv6 address: with brackets in a URL, else without
     */
    public static Map<String, String> of(ServerUrl url, String host, String database) {
        var placeholders = new TreeMap<String, String>();
        placeholders.put(url.scheme() + ".host", host);
        placeholders.put(url.scheme() + ".port", String.valueOf(url.port()));
        placeholders.put(url.scheme() + ".user", url.user());
        placeholders.put(url.scheme() + ".password", url.password());
        placeholders.put(url.scheme() + ".database", database);
        return placeholders;
    }
}
