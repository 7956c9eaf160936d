package dev.ralbench.environment;

import java.util.Map;
import java.util.TreeMap;

/** What placeholders of servers stand for: all that a target needs to get there. */
final class ServerWords {
    private ServerWords() {}

    static Map<String, String> mysql(ServerUrl url, String database) {
        var words = of(url);
        words.put("mysql.database", database);
        return words;
    }

    static Map<String, String> redis(ServerUrl url, int database) {
        var words = of(url);
        words.put("redis.database", String.valueOf(database));
        return words;
    }

    private static Map<String, String> of(ServerUrl url) {
        var words = new TreeMap<String, String>();
        words.put(url.scheme() + ".host", url.host());
        words.put(url.scheme() + ".port", String.valueOf(url.port()));
        words.put(url.scheme() + ".user", url.user());
        words.put(url.scheme() + ".password", url.password());
        return words;
    }
}
