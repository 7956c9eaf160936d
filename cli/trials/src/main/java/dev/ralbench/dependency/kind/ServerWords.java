package dev.ralbench.dependency.kind;

import java.util.Map;
import java.util.TreeMap;

/** What placeholders of servers stand for: all that a target needs to get there. */
public final class ServerWords {
    private ServerWords() {}

    /**
     * Those of a server with databases.
     *
     * @param host as the target's drivers want an IPv6 address: with brackets in a URL, else without
     */
    public static Map<String, String> of(ServerUrl url, String host, String database) {
        var words = new TreeMap<String, String>();
        words.put(url.scheme() + ".host", host);
        words.put(url.scheme() + ".port", String.valueOf(url.port()));
        words.put(url.scheme() + ".user", url.user());
        words.put(url.scheme() + ".password", url.password());
        words.put(url.scheme() + ".database", database);
        return words;
    }
}
