package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.Sha256;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;

/**
 * A hash of the program: its own classes and resources, and the names of its libraries, which have their versions. It does
 * not change with where and when the program was built. A version would not do: two builds of changed files have the same.
 */
final class BuildHash {
    private static final String OWN = "ralbench";
    private static final String JAR = ".jar";

    private BuildHash() {}

    /** In hexadecimal digits. */
    static String ofThisProgram() {
        try {
            return of(Path.of(BuildHash.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI()));
        } catch (IOException | URISyntaxException e) {
            throw Failure.environment(
                            "ralbench cannot read its own program",
                            String.valueOf(e.getMessage()),
                            "let this user read it")
                    .causedBy(e);
        }
    }

    /** @param place a jar with its libraries in {@code lib} next to it, or a directory of classes */
    static String of(Path place) throws IOException {
        var parts = new TreeSet<String>();
        if (Files.isDirectory(place)) {
            addDirectory(place, parts);
        } else {
            addJars(place, parts);
        }
        return Sha256.of(String.join("\n", parts));
    }

    private static void addJars(Path jar, Set<String> parts) throws IOException {
        addJar(jar, parts);
        var libraries = jar.resolveSibling("lib");
        if (!Files.isDirectory(libraries)) {
            return;
        }
        try (var files = Files.list(libraries)) {
            for (var file : files.filter(each -> each.toString().endsWith(JAR)).toList()) {
                if (file.getFileName().toString().startsWith(OWN)) {
                    addJar(file, parts);
                } else {
                    parts.add(file.getFileName().toString());
                }
            }
        }
    }

    /** By the checksums in its directory, without unpacking anything. The manifest has the time of the build. */
    private static void addJar(Path jar, Set<String> parts) throws IOException {
        try (var zip = new ZipFile(jar.toFile())) {
            zip.stream()
                    .filter(entry -> !entry.isDirectory() && !entry.getName().startsWith("META-INF/"))
                    .forEach(entry -> parts.add(entry.getName() + " " + entry.getCrc()));
        }
    }

    private static void addDirectory(Path directory, Set<String> parts) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var sum = new CRC32();
                sum.update(Files.readAllBytes(file));
                parts.add(directory.relativize(file) + " " + sum.getValue());
            }
        }
    }
}
