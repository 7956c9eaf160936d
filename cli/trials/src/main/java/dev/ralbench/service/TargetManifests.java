package dev.ralbench.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Finds the manifests of all built-in targets: {@code <directory>/<name>/target.yaml}, so that a new one needs no Java. */
final class TargetManifests {
    private static final String DIRECTORY = "/dev/ralbench/targets";
    private static final String FILE = "target.yaml";

    private TargetManifests() {}

    private static final class BuiltIn {
        static final Map<String, TargetManifest> ALL = readBuiltIn();
    }

    /** The targets packaged with ralbench, by name. Class paths of directories and of jars work alike. */
    static Map<String, TargetManifest> builtIn() {
        return BuiltIn.ALL;
    }

    private static Map<String, TargetManifest> readBuiltIn() {
        var directory = TargetManifests.class.getResource(DIRECTORY);
        if (directory == null) {
            return Map.of();
        }
        try {
            return directory.getProtocol().equals("jar") ? inJar(directory) : in(Path.of(directory.toURI()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the built-in targets at " + directory, e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("not a location: " + directory, e);
        }
    }

    /** The targets in the directories below the given one, by name. */
    static Map<String, TargetManifest> in(Path directory) throws IOException {
        var manifests = new TreeMap<String, TargetManifest>();
        try (var targets = Files.newDirectoryStream(directory, target -> Files.exists(target.resolve(FILE)))) {
            for (var target : targets) {
                // A directory inside a jar is listed with a slash at its end.
                var name = String.valueOf(target.getFileName()).replace("/", "");
                var yaml = Files.readString(target.resolve(FILE));
                manifests.put(name, TargetManifest.parse("targets/" + name + "/" + FILE, yaml));
            }
        }
        return Collections.unmodifiableMap(manifests);
    }

    private static Map<String, TargetManifest> inJar(URL directory) throws IOException, URISyntaxException {
        var jar = Path.of(
                ((JarURLConnection) directory.openConnection()).getJarFileURL().toURI());
        try (var content = FileSystems.newFileSystem(jar)) {
            return in(content.getPath(DIRECTORY));
        }
    }
}
