package dev.ralbench.dependency.redis;

import dev.ralbench.dependency.declared.DeclaredRedis;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.EmbeddedServer;
import dev.ralbench.dependency.kind.ServerPlaceholders;
import dev.ralbench.dependency.kind.ServerSupply;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.process.Program;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Redis, or Valkey, which speaks its protocol. */
public final class RedisKind {
    static final String NAME = DeclaredRedis.KIND.name();
    static final Program PROGRAM = new Program(NAME, List.of("redis:7", "ralbench/redis:8"));

    private static final String EMBEDDED_PROGRAM = "bin/redis-server";

    /** The server in the jar of embedded-redis. */
    private static final EmbeddedServer EMBEDDED = new EmbeddedServer(
            "Redis", "7.0.15", "redis-server-7.0.15-linux-amd64", EMBEDDED_PROGRAM, RedisKind::unpack);

    static final ServerSupply SUPPLY = new ServerSupply(
            PROGRAM,
            "Redis",
            List.of("redis-server", "valkey-server"),
            List.of(),
            image -> image.contains("valkey") ? "valkey-server" : "redis-server",
            Optional.of(EMBEDDED),
            Optional.empty(),
            6379,
            "");

    public static final DependencyKind KIND =
            new DependencyKind.OfServers(DeclaredRedis.KIND, SUPPLY, RedisServers::new);

    private RedisKind() {}

    static Map<String, String> placeholders(ServerUrl url, int database) {
        return ServerPlaceholders.of(url, String.valueOf(database));
    }

    private static void unpack(URL program, Path directory) throws IOException {
        try (var stream = program.openStream()) {
            EmbeddedServer.write(stream, directory.resolve(EMBEDDED_PROGRAM), true);
        }
    }
}
