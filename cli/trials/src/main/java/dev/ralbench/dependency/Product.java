package dev.ralbench.dependency;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server is.
 *
 * @param name as its makers write it
 * @param version its digits
 */
record Product(String name, String version) {
    static final String MARIADB = "MariaDB";

    /** {@code mysqld  Ver 9.7.4-2 for Linux on x86_64}, {@code mariadbd from 11.4.5-MariaDB, client 15.2 for ...}. */
    private static final Pattern MYSQL = Pattern.compile("(?:Ver|from) (\\d+\\.\\d+\\.\\d+)(\\S*)");

    /** {@code Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=...}. */
    private static final Pattern REDIS = Pattern.compile("(Redis|Valkey) server v=(\\d+(?:\\.\\d+)+)");

    private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)+");

    /** From what {@code mysqld --version} prints. */
    static Optional<Product> ofMySqlProgram(String output) {
        return output.lines()
                .map(MYSQL::matcher)
                .filter(Matcher::find)
                .findFirst()
                .map(found -> new Product(mysqlName(output), found.group(1)));
    }

    /** From what {@code SELECT version()} says; MariaDB adds its name there. */
    static Product ofMySqlServer(String version) {
        return new Product(mysqlName(version), number(version));
    }

    private static String mysqlName(String text) {
        return text.contains(MARIADB) ? MARIADB : "MySQL";
    }

    /** From what {@code redis-server --version} prints. */
    static Optional<Product> ofRedisProgram(String output) {
        return output.lines()
                .map(REDIS::matcher)
                .filter(Matcher::find)
                .findFirst()
                .map(found -> new Product(found.group(1), found.group(2)));
    }

    /** From {@code INFO server}; Valkey claims to be a Redis there too, under another key. */
    static Product ofRedisServer(InfoText info) {
        return info.value("valkey_version")
                .map(version -> new Product("Valkey", version))
                .orElseGet(
                        () -> new Product("Redis", info.value("redis_version").orElse("of unknown version")));
    }

    private static String number(String version) {
        var matcher = NUMBER.matcher(version);
        return matcher.find() ? matcher.group() : version;
    }

    boolean isMariaDb() {
        return name.equals(MARIADB);
    }

    @Override
    public String toString() {
        return name + " " + version;
    }
}
