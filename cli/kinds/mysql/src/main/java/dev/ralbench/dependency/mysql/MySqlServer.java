package dev.ralbench.dependency.mysql;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.PreparedFreshServer.Usable;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.ServerOrigin;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.sql.InterruptibleSql;
import dev.ralbench.dependency.sql.Sql;
import dev.ralbench.dependency.sql.SqlServer;
import dev.ralbench.dependency.sql.TableFigures;
import dev.ralbench.process.ReadyCheck;
import dev.ralbench.process.ServiceSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A MySQL or MariaDB server that ralbench starts. Common options are set alike, so that the two differ by themselves and
 * not by their makers' defaults; options of one are marked loose, which an older version takes as a hint.
 *
 * @param isInPlaceOfMySql whether it is MariaDB, and the scenario asks for MySQL: it then tells clients that version, too.
 *     Those that take a version for numbers find MySQL's; those that look for MariaDB find it, as at the end of versions
 *     before 11 too, and know what it does not understand.
 */
record MySqlServer(ServerOrigin.Startable place, Product product, boolean isInPlaceOfMySql, boolean asRoot)
        implements SqlServer {
    /**
     * The newest version of MySQL of which drivers ask nothing that MariaDB lacks: from 8.0.11 on Connector/J reads a
     * column of key words that is not there.
     */
    private static final String STOOD_IN_FOR = "8.0.10";

    private static final Duration SHUTDOWN_LIMIT = Duration.ofMinutes(2);

    /** Every change of these makes new snapshots. */
    private static final List<String> COMMON = List.of(
            "--bind-address=127.0.0.1",
            "--skip-name-resolve",
            "--character-set-server=utf8mb4",
            "--collation-server=utf8mb4_general_ci",
            "--default-time-zone=+00:00",
            "--sql-mode=ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,"
                    + "ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION",
            "--max-connections=1000",
            "--event-scheduler=OFF",
            "--performance-schema=OFF",
            "--skip-log-bin",
            "--innodb-buffer-pool-size=256M",
            // A crash may lose the last second: the data is a copy that is thrown away.
            "--innodb-flush-log-at-trx-commit=2",
            "--innodb-doublewrite=OFF",
            // Each trial begins as cold as the others, whatever the one before it read.
            "--innodb-buffer-pool-dump-at-shutdown=OFF",
            "--innodb-buffer-pool-load-at-startup=OFF");

    /**
     * Without a certificate to make, or an offer of encryption that only some clients take. The key by which passwords
     * are sent without that is made once, with the data.
     */
    private static final List<String> MYSQL_ONLY = List.of(
            "--loose-tls-version=",
            "--loose-auto-generate-certs=OFF",
            "--loose-sha256-password-auto-generate-rsa-keys=OFF",
            "--loose-mysqlx=OFF",
            "--loose-innodb-numa-interleave=OFF",
            "--loose-innodb-redo-log-capacity=32M");

    /** Without skip-ssl, 11.4 makes itself a key at each start, which takes seconds. */
    private static final List<String> MARIADB_ONLY = List.of("--skip-ssl", "--innodb-log-file-size=32M");

    private static final List<String> INSTALLERS = List.of("mariadb-install-db", "mysql_install_db");

    @Override
    public String origin() {
        return place.words() + (isInPlaceOfMySql ? ", as MySQL " + STOOD_IN_FOR : "");
    }

    @Override
    public List<String> settings() {
        var settings = new ArrayList<>(COMMON);
        settings.addAll(isMariaDb() ? MARIADB_ONLY : MYSQL_ONLY);
        if (isInPlaceOfMySql) {
            settings.add("--version=" + STOOD_IN_FOR + "-" + product.version() + "-" + product.name());
        }
        return settings;
    }

    @Override
    public Optional<Duration> shutdownLimit() {
        return Optional.of(SHUTDOWN_LIMIT);
    }

    @Override
    public Prepared empty(Path root) throws IOException {
        var accounts = MySqlAccounts.random();
        return prepared(root, accounts, accounts.toMake(isMariaDb()), true);
    }

    @Override
    public Prepared onCopy(Path root) throws IOException {
        var accounts = MySqlAccounts.random();
        return prepared(root, accounts, accounts.toChange(), false);
    }

    /**
     * Writes the server's statements before its first login. They hold passwords: the directory is its owner's alone.
     *
     * @param statements one a line: the server reads the file so
     */
    private Prepared prepared(Path root, MySqlAccounts accounts, List<String> statements, boolean isToLoad)
            throws IOException {
        var prepared = new PreparedMySql(this, root, accounts, isToLoad);
        Files.createDirectories(prepared.temporary());
        Files.writeString(prepared.initFile(), String.join(";\n", statements) + ";\n", StandardCharsets.UTF_8);
        return prepared;
    }

    private boolean isMariaDb() {
        return MySqlKind.isMariaDb(product);
    }

    /** The directory of an installation of its own, as unpacked from an archive, and not a part of the system. */
    private Optional<Path> selfContainedHome() {
        return place.home().filter(home -> Files.exists(home.resolve("share/english/errmsg.sys")));
    }

    /** Next to the server if that is known; else by its name alone. */
    private String installer() {
        return place.home().stream()
                .flatMap(home -> Stream.of("scripts", "bin").map(home::resolve))
                .flatMap(directory -> INSTALLERS.stream().map(directory::resolve))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Path::toString)
                .orElse(INSTALLERS.getFirst());
    }

    /**
     * The server on a directory of its own.
     *
     * @param isToLoad whether a script comes next, also with files of the client's
     */
    private record PreparedMySql(MySqlServer server, Path root, MySqlAccounts accounts, boolean isToLoad)
            implements Prepared {
        private Path temporary() {
            return root.resolve("tmp");
        }

        private Path initFile() {
            return root.resolve("init.sql");
        }

        /** Different for each directory, so that a server on it is not taken for another on the same port. */
        private int serverId() {
            return (root.hashCode() & Integer.MAX_VALUE) | 1; // 0 is not allowed
        }

        @Override
        public List<ServiceSpec.Directory> directories() {
            return Stream.concat(
                            server.place.home().map(ServiceSpec.Directory::readOnly).stream(),
                            Stream.of(ServiceSpec.Directory.writable(root)))
                    .toList();
        }

        @Override
        public List<String> initialize() {
            if (!server.isMariaDb()) {
                var arguments = serverArguments();
                arguments.add("--initialize-insecure");
                return arguments;
            }
            var arguments = new ArrayList<String>();
            arguments.add(server.installer());
            arguments.add("--no-defaults");
            server.selfContainedHome().ifPresent(home -> arguments.add("--basedir=" + home));
            arguments.add("--datadir=" + SqlServer.data(root));
            arguments.add("--tmpdir=" + temporary());
            arguments.add("--auth-root-authentication-method=normal");
            arguments.add("--skip-test-db");
            arguments.add("--skip-name-resolve");
            arguments.add("--innodb-log-file-size=32M");
            if (server.asRoot) {
                arguments.add("--user=root");
            }
            return arguments;
        }

        @Override
        public List<String> serve(int port) {
            var arguments = serverArguments();
            arguments.add("--local-infile=" + (isToLoad ? "ON" : "OFF"));
            arguments.add("--init-file=" + initFile());
            arguments.add("--port=" + port);
            arguments.add("--server-id=" + serverId());
            // Within the data directory, as a name alone: a path of a socket may have 107 bytes and no more.
            arguments.add("--socket=mysql.sock");
            arguments.add("--pid-file=" + root.resolve("mysql.pid"));
            return arguments;
        }

        private List<String> serverArguments() {
            var arguments = new ArrayList<String>();
            arguments.add(server.place.command());
            arguments.add("--no-defaults");
            arguments.addAll(server.settings());
            server.selfContainedHome().ifPresent(home -> {
                arguments.add("--basedir=" + home);
                arguments.add("--lc-messages-dir=" + home.resolve("share"));
            });
            arguments.add("--datadir=" + SqlServer.data(root));
            arguments.add("--tmpdir=" + temporary());
            arguments.add("--secure-file-priv=" + temporary()); // statements write nowhere else
            if (server.asRoot) {
                arguments.add("--user=root"); // else it refuses
            }
            return arguments;
        }

        @Override
        public ReadyCheck check(int port) {
            return new MySqlAccess(accounts.own(port)).readyCheck(serverId());
        }

        /** And tells the server to shut down. */
        @Override
        public Map<String, TableFigures> fill(int port, String database, LoadingScript script)
                throws SQLException, InterruptedException {
            try (var connection = new MySqlAccess(accounts.own(port)).connect()) {
                InterruptibleSql.make(connection, used -> MySqlAccess.createDatabase(used, database), () -> {});
                script.run(connection);
                return InterruptibleSql.ask(connection, used -> {
                    var tables = TableFigures.ofAll(new MySqlDialect(), used, database);
                    shutDown(used);
                    return tables;
                });
            }
        }

        private static void shutDown(Connection connection) {
            try {
                Sql.execute(connection, "SHUTDOWN");
            } catch (SQLException e) {
                // It may have closed the connection before it answered; whether it ended is checked in any case.
            }
        }

        @Override
        public Usable usable(int port, String database) {
            var url = accounts.targets(port);
            if (!server.isMariaDb()) {
                logInOnce(url);
            }
            return new Usable(url.placeholders(database), new MySqlCounter(new MySqlAccess(accounts.own(port))));
        }

        /**
         * MySQL takes a password the first time only encrypted, and remembers it then: a target's driver need not know
         * how to ask for the key.
         */
        private void logInOnce(ServerUrl url) {
            try {
                new MySqlAccess(url).connect().close();
            } catch (SQLException e) {
                throw Failure.environment(
                                server.product + " does not let " + url.user() + " in",
                                Sql.firstLine(e),
                                "see the server's log")
                        .causedBy(e);
            }
        }
    }
}
