package dev.ralbench.dependency.kind;

import java.util.Map;
import java.util.TreeMap;

/** What placeholders of servers stand for: all that a target needs to get there. */
public final class ServerWords {
    private ServerWords() {}

    /** An IPv6 address has its brackets: the host's place is in a JDBC URL, which needs them. */
    public static Map<String, String> mysql(ServerUrl url, String database) {
        var words = of(url, url.host());
        words.put("mysql.database", database);
        return words;
    }

    /** An IPv6 address has no brackets: clients take host and port apart, as sockets do. */
    public static Map<String, String> redis(ServerUrl url, int database) {
        var words = of(url, url.socketHost());
        words.put("redis.database", String.valueOf(database));
        return words;
    }

    private static Map<String, String> of(ServerUrl url, String host) {
        var words = new TreeMap<String, String>();
        words.put(url.scheme() + ".host", host);
        words.put(url.scheme() + ".port", String.valueOf(url.port()));
        words.put(url.scheme() + ".user", url.user());
        words.put(url.scheme() + ".password", url.password());
        return words;
    }
}
