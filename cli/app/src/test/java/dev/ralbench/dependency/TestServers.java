package dev.ralbench.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.declared.DeclaredPostgres;
import dev.ralbench.dependency.declared.DeclaredRedis;
import dev.ralbench.dependency.kind.RunningServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.util.Map;
import java.util.Optional;

/** Servers next to the one with the {@link Study}'s data. */
final class TestServers {
    static final DeclaredRedis KEYS = new DeclaredRedis(2, Map.of("a", "1", "b", "two"));

    /** A server without the data, for what all servers have in common. */
    static final DeclaredPostgres POSTGRES = new DeclaredPostgres("shop", Optional.empty(), Map.of());

    private TestServers() {}

    /** A server takes a statement off those that run only after it has sent the answer. */
    static void awaitIdle(RunningServer server) {
        int running = -1;
        for (int questions = 0; running != 0 && questions < 1000; questions++) {
            running = server.counts().orElseThrow().running();
        }
        assertThat(running).as("running").isZero();
    }

    static RedisClient redis(RunningServer server) {
        var placeholders = server.placeholders();
        return RedisClient.create(
                RedisURI.create("redis://:" + placeholders.get("redis.password") + "@" + placeholders.get("redis.host")
                        + ":" + placeholders.get("redis.port") + "/" + placeholders.get("redis.database")));
    }
}
