package dev.ralbench.dependency.postgres;

import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.ServerPlace;
import java.util.ArrayList;
import java.util.List;

/** A PostgreSQL server's program, and the arguments that it is started with. */
record PostgresProgram(ServerPlace.Startable place, Product product, PostgresUser user) {
    /**
     * For a fresh data directory. The locale that every machine and every image has, in which texts are sorted by their
     * bytes.
     */
    private static final List<String> INITIALIZE =
            List.of("--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", "--data-checksums", "--no-sync");

    /** Every change of these makes new snapshots. */
    private static final List<String> SERVE = List.of(
            "listen_addresses=127.0.0.1",
            "unix_socket_directories=",
            "max_connections=1000",
            "shared_buffers=256MB",
            "TimeZone=UTC",
            "log_timezone=UTC",
            // A crash may lose data: it is a copy that is thrown away. Each commit is written all the same.
            "fsync=off",
            "full_page_writes=off",
            "wal_level=minimal",
            "max_wal_senders=0",
            "max_logical_replication_workers=0",
            // In the data directory, which is removed; in /dev/shm it would outlive a server that is killed.
            "dynamic_shared_memory_type=mmap",
            // Not all servers are built with JIT, and not all machines have huge pages.
            "jit=off",
            "huge_pages=off",
            "log_checkpoints=off",
            // A statement ends when its client is gone, not when it is done.
            "client_connection_check_interval=2s",
            "shared_preload_libraries=" + StatementCounts.EXTENSION,
            StatementCounts.EXTENSION + ".track=top",
            StatementCounts.EXTENSION + ".track_utility=on",
            StatementCounts.EXTENSION + ".max=20000",
            StatementCounts.EXTENSION + ".save=off");

    /**
     * The result of loading depends on these, next to product and script. Two places may have other extensions, and
     * libraries that sort texts otherwise.
     */
    List<String> settings() {
        var settings = new ArrayList<>(INITIALIZE);
        settings.addAll(SERVE);
        settings.add(place.words());
        return settings;
    }

    /** Starts the server on a data directory. */
    List<String> serve(PostgresDirectory directory, int port) {
        var arguments =
                new ArrayList<>(List.of(place.command(), "-D", directory.data().toString()));
        for (var setting : SERVE) {
            arguments.addAll(List.of("-c", setting));
        }
        arguments.addAll(List.of("-p", String.valueOf(port)));
        return user.run(arguments);
    }

    /** Makes a fresh data directory and ends. */
    List<String> initialize(PostgresDirectory directory) {
        var arguments = new ArrayList<>(List.of(initdb(), "-D", directory.data().toString()));
        arguments.addAll(INITIALIZE);
        arguments.add("--username=" + PostgresAccounts.OWN);
        arguments.add("--pwfile=" + directory.passwordFile());
        return user.run(arguments);
    }

    /** Next to the server if that is known; else by its name alone. */
    private String initdb() {
        return place.home().map(home -> home.resolve("bin/initdb").toString()).orElse("initdb");
    }
}
