package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.ServerPlace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A MySQL or MariaDB server's program, and the arguments that it is started with. Common options are set alike, so that
 * the two differ by themselves and not by their makers' defaults; options of one are marked loose, which an older
 * version takes as a hint.
 *
 * @param name that it tells clients
 */
record MySqlProgram(ServerPlace.Startable place, Product product, MySqlProduct.Name name, boolean asRoot) {
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

    /** The result of loading depends on these, next to product and script. */
    List<String> settings() {
        var settings = new ArrayList<>(COMMON);
        settings.addAll(MySqlProduct.isMariaDb(product) ? MARIADB_ONLY : MYSQL_ONLY);
        name.version().map(version -> "--version=" + version).ifPresent(settings::add);
        return settings;
    }

    /** Starts the server on a data directory. */
    List<String> serve(MySqlDirectory directory, int port) {
        return serve(directory, port, false);
    }

    /** Starts the server so that the statements of a script can load data, also from files of the client's. */
    List<String> serveToLoad(MySqlDirectory directory, int port) {
        return serve(directory, port, true);
    }

    private List<String> serve(MySqlDirectory directory, int port, boolean hasLocalFiles) {
        var arguments = serverArguments(directory);
        arguments.add("--local-infile=" + (hasLocalFiles ? "ON" : "OFF"));
        arguments.add("--init-file=" + directory.initFile());
        arguments.add("--port=" + port);
        arguments.add("--server-id=" + directory.serverId());
        // Within the data directory, as a name alone: a path of a socket may have 107 bytes and no more.
        arguments.add("--socket=mysql.sock");
        arguments.add("--pid-file=" + directory.pidFile());
        return arguments;
    }

    /** Makes a fresh data directory and ends. */
    List<String> initialize(MySqlDirectory directory) {
        if (!MySqlProduct.isMariaDb(product)) {
            var arguments = serverArguments(directory);
            arguments.add("--initialize-insecure");
            return arguments;
        }
        var arguments = new ArrayList<String>();
        arguments.add(installer());
        arguments.add("--no-defaults");
        place.home().filter(MySqlProgram::isSelfContained).ifPresent(home -> arguments.add("--basedir=" + home));
        arguments.add("--datadir=" + directory.data());
        arguments.add("--tmpdir=" + directory.temporary());
        arguments.add("--auth-root-authentication-method=normal");
        arguments.add("--skip-test-db");
        arguments.add("--skip-name-resolve");
        arguments.add("--innodb-log-file-size=32M");
        if (asRoot) {
            arguments.add("--user=root");
        }
        return arguments;
    }

    private List<String> serverArguments(MySqlDirectory directory) {
        var arguments = new ArrayList<String>();
        arguments.add(place.command());
        arguments.add("--no-defaults");
        arguments.addAll(settings());
        place.home().filter(MySqlProgram::isSelfContained).ifPresent(home -> {
            arguments.add("--basedir=" + home);
            arguments.add("--lc-messages-dir=" + home.resolve("share"));
        });
        arguments.add("--datadir=" + directory.data());
        arguments.add("--tmpdir=" + directory.temporary());
        arguments.add("--secure-file-priv=" + directory.temporary()); // statements write nowhere else
        if (asRoot) {
            arguments.add("--user=root"); // else it refuses
        }
        return arguments;
    }

    /** Whether a directory is an installation of its own, as unpacked from an archive, and not a part of the system. */
    private static boolean isSelfContained(Path home) {
        return Files.exists(home.resolve("share/english/errmsg.sys"));
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

    Optional<Path> home() {
        return place.home();
    }
}
