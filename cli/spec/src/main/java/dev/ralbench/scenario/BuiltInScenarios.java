package dev.ralbench.scenario;

import dev.ralbench.yaml.SourceText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The scenario files that are packaged with ralbench, found by listing their directory: in the jar, or in the build's
 * directory of classes. No index has to be kept next to them.
 */
final class BuiltInScenarios {
    static final String ENDING = ".yaml";

    // A directory need not be an entry of a jar, a file always is; this one is in the same directory and is always
    // there.
    static final String SCHEMA = "/dev/ralbench/scenarios/scenario.schema.json";

    private BuiltInScenarios() {}

    /** Text by name, in the order of the names. */
    static Map<String, String> texts() {
        var anchor = BuiltInScenarios.class.getResource(SCHEMA);
        if (anchor == null) {
            throw new IllegalStateException(SCHEMA + " is not packaged: the build is broken");
        }
        return textsNextTo(anchor);
    }

    static Map<String, String> textsNextTo(URL anchor) {
        try {
            return anchor.openConnection() instanceof JarURLConnection inJar
                    ? fromJar(inJar.getJarFileURL().toURI(), inJar.getEntryName())
                    : fromDirectory(Path.of(anchor.toURI()).resolveSibling(""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> fromJar(URI jar, String anchor) throws IOException {
        try (var files = FileSystems.newFileSystem(Path.of(jar))) {
            return fromDirectory(files.getPath(anchor).resolveSibling(""));
        }
    }

    private static Map<String, String> fromDirectory(Path directory) throws IOException {
        var texts = new TreeMap<String, String>();
        try (var files = Files.newDirectoryStream(directory, "*" + ENDING)) {
            for (var file : files) {
                var fileName = String.valueOf(file.getFileName());
                texts.put(
                        fileName.substring(0, fileName.length() - ENDING.length()),
                        SourceText.decoded(fileName, Files.readAllBytes(file)));
            }
        }
        return Collections.unmodifiableMap(texts);
    }
}
