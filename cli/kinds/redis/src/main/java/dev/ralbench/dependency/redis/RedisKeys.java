package dev.ralbench.dependency.redis;

import dev.ralbench.Failure;
import io.lettuce.core.api.sync.RedisCommands;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The strings that are in a Redis server at the beginning of each trial.
 *
 * @param database that they are in, and commands must be a connection to
 */
record RedisKeys(int database, Map<String, String> expected) {
    RedisKeys {
        expected = Collections.unmodifiableMap(new LinkedHashMap<>(expected));
    }

    /** Puts them into a server that has none. */
    void set(RedisCommands<String, String> commands) {
        if (!expected.isEmpty()) {
            commands.mset(expected);
        }
        long found = commands.dbsize();
        if (found != expected.size()) {
            throw Failure.environment(
                    "the Redis server does not have the keys that it was given",
                    "expected " + expected.size() + ", found " + found,
                    "see its log");
        }
    }

    /** Makes sure that a server of others has them: adds them if it has none, changes nothing otherwise. */
    void ensure(RedisCommands<String, String> commands, String address) {
        if (expected.isEmpty()) {
            return;
        }
        var keys = expected.keySet().toArray(String[]::new);
        if (commands.exists(keys) == 0) {
            commands.mset(expected);
        }
        for (var entry : expected.entrySet()) {
            if (!entry.getValue().equals(commands.get(entry.getKey()))) {
                throw Failure.environment(
                        "the Redis server at " + address + " does not have what the scenario needs",
                        "key " + entry.getKey() + " is missing or has another value; ralbench changes no keys that are"
                                + " there already",
                        "remove the scenario's keys there, or use another server");
            }
        }
    }
}
