package dev.ralbench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Documents name classes by their paths; a class that is renamed or moved must not leave its old name in them. */
class DocumentedClassesTest {
    /** Such as {@code `load/net/HttpConnection}; files in folders end in something. */
    private static final Pattern PATH =
            Pattern.compile("`([a-z]+(?:/[a-z]+)*)/([A-Z][A-Za-z0-9]+)(?![A-Za-z0-9]*[./]\\w)");

    /** Folders that hold nothing that people wrote. */
    private static final Set<String> NOT_WRITTEN = Set.of("target", "node_modules");

    private static final Set<String> SOURCES = sources();

    @Test
    void documentsNameClassesThatExist() throws IOException {
        var missing = new TreeSet<String>();
        for (var document : documents()) {
            PATH.matcher(Files.readString(document))
                    .results()
                    .filter(named -> !exists(named.group(1), named.group(2)))
                    .forEach(named -> missing.add(Repository.ROOT.relativize(document) + ": " + named.group()));
        }
        assertThat(missing).isEmpty();
    }

    private static List<Path> documents() throws IOException {
        return files(Repository.ROOT, ".md");
    }

    /** Without what is built or installed: other tests write there meanwhile. */
    private static List<Path> files(Path root, String ending) throws IOException {
        var found = new ArrayList<Path>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                var name = String.valueOf(directory.getFileName());
                return !directory.equals(root) && (name.startsWith(".") || NOT_WRITTEN.contains(name))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(ending)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }

    /** In a package of any module, whose path may be shortened at its beginning. */
    private static boolean exists(String path, String name) {
        return SOURCES.stream().anyMatch(source -> source.endsWith("/" + path + "/" + name + ".java"));
    }

    private static Set<String> sources() {
        try {
            return files(Repository.path("cli"), ".java").stream()
                    .map(Path::toString)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
