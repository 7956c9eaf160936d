package dev.ralbench.dependency.redis;

import dev.ralbench.dependency.declared.DeclaredKind;
import dev.ralbench.dependency.declared.DeclaredRedis;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.process.Program;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Redis, or Valkey, which speaks its protocol. */
public final class RedisKind implements DependencyKind {
    static final String NAME = DeclaredRedis.KIND.name();

    private static final String EMBEDDED_PROGRAM = "bin/redis-server";

    /** {@code Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=...}. */
    private static final Pattern PROGRAM_VERSION = Pattern.compile("(Redis|Valkey) server v=(\\d+(?:\\.\\d+)+)");

    static final ServerKind SERVER = new ServerKind(
            new Program(NAME, List.of("redis:7", "ralbench/redis:8")),
            "Redis",
            List.of("redis-server", "valkey-server"),
            List.of(),
            image -> image.contains("valkey") ? "valkey-server" : "redis-server",
            // The server in the jar of embedded-redis.
            Optional.of(new ServerKind.Embedded(
                    "Redis", "7.0.15", "redis-server-7.0.15-linux-amd64", EMBEDDED_PROGRAM, RedisKind::unpack)),
            Optional.empty(),
            6379,
            "",
            true,
            RedisKind::ofProgram);

    @Override
    public DeclaredKind need() {
        return DeclaredRedis.KIND;
    }

    @Override
    public Optional<ServerKind> server() {
        return Optional.of(SERVER);
    }

    @Override
    public DependencyPreparer open(DependencyContext context) {
        return new RedisServers(context);
    }

    /** The product named in the output of {@code redis-server --version}. */
    static Optional<Product> ofProgram(String output) {
        return output.lines()
                .map(PROGRAM_VERSION::matcher)
                .filter(Matcher::find)
                .findFirst()
                .map(found -> new Product(found.group(1), found.group(2)));
    }

    /** The product named in {@code INFO server}. Valkey claims to be a Redis there too, under another key. */
    static Product ofServer(InfoText info) {
        return info.value("valkey_version")
                .map(version -> new Product("Valkey", version))
                .orElseGet(
                        () -> new Product("Redis", info.value("redis_version").orElse("of unknown version")));
    }

    private static void unpack(URL program, Path directory) throws IOException {
        try (var stream = program.openStream()) {
            ServerKind.Embedded.write(stream, directory.resolve(EMBEDDED_PROGRAM), true);
        }
    }
}
