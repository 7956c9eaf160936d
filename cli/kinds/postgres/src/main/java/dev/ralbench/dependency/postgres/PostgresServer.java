package dev.ralbench.dependency.postgres;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.PreparedFreshServer.Usable;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.ServerOrigin;
import dev.ralbench.dependency.kind.ServerPassword;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.sql.InterruptibleSql;
import dev.ralbench.dependency.sql.Sql;
import dev.ralbench.dependency.sql.SqlServer;
import dev.ralbench.dependency.sql.TableFigures;
import dev.ralbench.process.ReadyCheck;
import dev.ralbench.process.SearchPath;
import dev.ralbench.process.ServiceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A PostgreSQL server that ralbench starts. It refuses to run as root. If ralbench does, the server is another user, with
 * one of root's rights: to reach its own files in ralbench's cache, which is open to root alone.
 *
 * @param become runs the program named after it as another user; empty for ralbench's own user
 */
record PostgresServer(ServerOrigin.Startable place, Product product, List<String> become) implements SqlServer {
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
            "shared_preload_libraries=" + PostgresCounter.EXTENSION,
            PostgresCounter.EXTENSION + ".track=top",
            PostgresCounter.EXTENSION + ".track_utility=on",
            PostgresCounter.EXTENSION + ".max=20000",
            PostgresCounter.EXTENSION + ".save=off");

    /** The user without rights, by convention. Programs of PostgreSQL need one that has a name. */
    private static final int NOBODY = 65534;

    private static final String SETPRIV = "setpriv";

    /** Without the last, the kernel ignores the right when a program asks whether it may open a file. */
    private static final List<String> OPTIONS = List.of(
            "--reuid=" + NOBODY,
            "--regid=" + NOBODY,
            "--clear-groups",
            "--inh-caps=+dac_override",
            "--ambient-caps=+dac_override",
            "--securebits=+no_setuid_fixup");

    /** The password's file, kept in the data: a copy opens with the password that the data was created with. */
    private static final String PASSWORD = "ralbench_password";

    PostgresServer {
        become = List.copyOf(become);
    }

    /**
     * A server that can be started.
     *
     * @throws Failure if this process is root and cannot start it as another user
     */
    static PostgresServer at(ServerOrigin.Startable place, Product product, boolean asRoot) {
        if (!asRoot) {
            return new PostgresServer(place, product, List.of());
        }
        var setpriv = place instanceof ServerOrigin.InImage
                ? Optional.of(SETPRIV)
                : SearchPath.ofThisProcess().find(SETPRIV).map(Path::toString);
        var become = new ArrayList<String>();
        become.add(setpriv.orElseThrow(() -> Failure.environment(
                "PostgreSQL cannot be started",
                "it refuses to run as root, and there is no " + SETPRIV + " on the PATH to start it as another user",
                "install util-linux, or start ralbench as another user than root")));
        become.addAll(OPTIONS);
        return new PostgresServer(place, product, become);
    }

    @Override
    public String origin() {
        return place.words();
    }

    /** Two places may have other extensions, and libraries that sort texts otherwise. */
    @Override
    public List<String> settings() {
        var settings = new ArrayList<>(INITIALIZE);
        settings.addAll(SERVE);
        settings.add(place.words());
        return settings;
    }

    @Override
    public Optional<Duration> shutdownLimit() {
        return Optional.empty();
    }

    @Override
    public Prepared empty(Path root) throws IOException {
        var prepared = new PreparedPostgres(this, root, PostgresAccounts.random());
        Files.writeString(prepared.passwordFile(), prepared.accounts.own().text() + "\n");
        return prepared;
    }

    /** The target's password is not known before it has a new one. */
    @Override
    public Prepared onCopy(Path root) throws IOException {
        var data = SqlServer.data(root);
        own(data);
        var password = Files.readString(data.resolve(PASSWORD)).strip();
        return new PreparedPostgres(this, root, PostgresAccounts.ofData(new ServerPassword(password)));
    }

    /** A server wants its data directory to be its own, and closed to others. */
    private void own(Path data) throws IOException {
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
        if (!become.isEmpty()) {
            Files.setAttribute(data, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
        }
    }

    private List<String> command(List<String> command) {
        return Stream.concat(become.stream(), command.stream()).toList();
    }

    /** Next to the server if that is known; else by its name alone. */
    private String initdb() {
        return place.home().map(home -> home.resolve("bin/initdb").toString()).orElse("initdb");
    }

    /**
     * The server on a directory of its own.
     *
     * @param accounts with which the data opens
     */
    private record PreparedPostgres(PostgresServer server, Path root, PostgresAccounts accounts) implements Prepared {
        /** The file with the password for the program that creates the data. Only the owner can read the directory. */
        private Path passwordFile() {
            return root.resolve("password");
        }

        @Override
        public List<ServiceSpec.Directory> directories() {
            return List.of(ServiceSpec.Directory.writable(root));
        }

        @Override
        public List<String> initialize() {
            var arguments = new ArrayList<>(
                    List.of(server.initdb(), "-D", SqlServer.data(root).toString()));
            arguments.addAll(INITIALIZE);
            arguments.add("--username=" + PostgresAccounts.OWN);
            arguments.add("--pwfile=" + passwordFile());
            return server.command(arguments);
        }

        @Override
        public List<String> serve(int port) {
            var arguments = new ArrayList<>(
                    List.of(server.place.command(), "-D", SqlServer.data(root).toString()));
            for (var setting : SERVE) {
                arguments.addAll(List.of("-c", setting));
            }
            arguments.addAll(List.of("-p", String.valueOf(port)));
            return server.command(arguments);
        }

        @Override
        public ReadyCheck check(int port) {
            return maintenance(accounts.own(port)).readyCheck(SqlServer.data(root));
        }

        private static PostgresAccess maintenance(ServerUrl url) {
            return new PostgresAccess(url, PostgresAccess.MAINTENANCE);
        }

        @Override
        public Map<String, TableFigures> fill(int port, String database, LoadingScript script)
                throws SQLException, InterruptedException {
            var own = accounts.own(port);
            try (var maintenance = maintenance(own).connect()) {
                InterruptibleSql.make(maintenance, used -> makeDatabase(used, database), () -> {});
                try (var connection = new PostgresAccess(accounts.targets(port), database).connect()) {
                    script.run(connection);
                    Sql.execute(connection, "COMMIT"); // it may have left a transaction open
                }
                Map<String, TableFigures> tables;
                try (var connection = new PostgresAccess(own, database).connect()) {
                    tables = InterruptibleSql.ask(connection, used -> settle(used, database));
                }
                Sql.execute(maintenance, PostgresAccounts.toLimitTargets());
                // Writes now may take their time, so that little is left for the shutdown.
                InterruptibleSql.make(maintenance, used -> Sql.execute(used, "CHECKPOINT"), () -> {});
                return tables;
            }
        }

        private void makeDatabase(Connection maintenance, String database) throws SQLException {
            for (var statement : PostgresCounter.toMake()) {
                Sql.execute(maintenance, statement);
            }
            Sql.execute(maintenance, accounts.toMakeTargets());
            var name = PostgresDialect.quoted(database);
            boolean isThere = !Sql.texts(
                            maintenance, "SELECT datname FROM pg_catalog.pg_database WHERE datname = ?", database)
                    .isEmpty();
            Sql.execute(
                    maintenance,
                    (isThere ? "ALTER DATABASE " + name + " OWNER TO " : "CREATE DATABASE " + name + " OWNER ")
                            + PostgresAccounts.TARGETS);
        }

        /** Freezes rows and tells the planner about them, so that no trial does such one-time work first. */
        private static Map<String, TableFigures> settle(Connection connection, String database) throws SQLException {
            Sql.execute(connection, "VACUUM (FREEZE, ANALYZE)");
            return TableFigures.ofAll(new PostgresDialect(), connection, database);
        }

        /** Puts the password into the data. */
        @Override
        public void complete() throws IOException {
            Files.move(passwordFile(), SqlServer.data(root).resolve(PASSWORD));
        }

        @Override
        public Usable usable(int port, String database) {
            var fresh = PostgresAccounts.random();
            changePasswords(port, fresh);
            return new Usable(
                    fresh.targets(port).placeholders(database),
                    new PostgresCounter(maintenance(fresh.own(port)), PostgresCounter.OWN_SCHEMA));
        }

        private void changePasswords(int port, PostgresAccounts fresh) {
            try (var connection = maintenance(accounts.own(port)).connect()) {
                for (var statement : fresh.toChange()) {
                    Sql.execute(connection, statement);
                }
            } catch (SQLException e) {
                throw Failure.environment(
                                server.product + " does not take new passwords",
                                Sql.firstLine(e),
                                "see the server's log")
                        .causedBy(e);
            }
        }
    }
}
