package dev.ralbench.dependency.redis;

import dev.ralbench.dependency.kind.Product;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells Redis from Valkey, and reads their versions. */
final class RedisProduct {
    /** {@code Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=...}. */
    private static final Pattern PROGRAM = Pattern.compile("(Redis|Valkey) server v=(\\d+(?:\\.\\d+)+)");

    private RedisProduct() {}

    /** The product named in the output of {@code redis-server --version}. */
    static Optional<Product> ofProgram(String output) {
        return output.lines()
                .map(PROGRAM::matcher)
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
}
