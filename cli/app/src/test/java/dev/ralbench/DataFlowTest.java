package dev.ralbench;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The way of a measurement as {@code cli/README.md} draws it, and other names of classes in documents. */
class DataFlowTest {
    private static final Pattern ARROW = Pattern.compile(" (->|=>|=) ");
    private static final Pattern CLASS = Pattern.compile("\\b[A-Z][a-z]+[A-Z]?\\w*\\b");
    /** Such as {@code `load/net/HttpConnection}; files in folders end in something. */
    private static final Pattern PATH = Pattern.compile("`([a-z]+(?:/[a-z]+)*)/([A-Z][A-Za-z]+)(?![A-Za-z]*[./]\\w)");

    /** Folders that hold nothing that people wrote. */
    private static final Set<String> NOT_WRITTEN = Set.of("target", "node_modules");

    private static final Set<String> SOURCES = sources();

    /** By simple name, those that a class uses; a class uses what is in it, and is used where that is. */
    private static final Map<String, Set<String>> USES = byName(type -> type.getDirectDependenciesFromSelf().stream()
            .map(Dependency::getTargetClass)
            .flatMap(DataFlowTest::names));

    /** By simple name, those that a class extends or implements. */
    private static final Map<String, Set<String>> SUPERTYPES =
            byName(type -> Stream.concat(type.getAllRawInterfaces().stream(), type.getAllRawSuperclasses().stream())
                    .map(JavaClass::getSimpleName));

    private static Map<String, Set<String>> byName(Function<JavaClass, Stream<String>> related) {
        var byName = new HashMap<String, Set<String>>();
        for (var type : MainClasses.ALL) {
            var found = related.apply(type).toList();
            names(type)
                    .forEach(name -> byName.computeIfAbsent(name, first -> new TreeSet<>())
                            .addAll(found));
        }
        return byName;
    }

    /** Its own, and those of the classes that it is in. */
    private static Stream<String> names(JavaClass type) {
        var around = type.getEnclosingClass().map(DataFlowTest::names).orElse(Stream.of());
        return Stream.concat(Stream.of(type.getSimpleName()), around);
    }

    @Test
    void everyArrowIsInTheCode() throws IOException {
        var wrong = new ArrayList<String>();
        for (var line : flow()) {
            var arrows = ARROW.matcher(line).results().map(MatchResult::group).toList();
            var parts = ARROW.split(line, -1);
            for (int i = 0; i < parts.length; i++) {
                checkHelpers(parts[i], wrong);
                if (i > 0) {
                    checkArrow(heads(parts[i - 1]), arrows.get(i - 1), heads(parts[i]), wrong);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** An interface that is drawn with some of its implementations only would hide a way. */
    @Test
    void everyImplementationIsDrawn() throws IOException {
        var missing = new TreeSet<String>();
        for (var line : flow()) {
            var parts = line.split(" = ", 2);
            if (parts.length == 2) {
                var drawn = heads(parts[1]);
                var drawnAs = heads(parts[0]).getLast();
                MainClasses.ALL.stream()
                        .filter(type -> !type.isAnonymousClass())
                        .filter(type -> type.getRawInterfaces().stream()
                                .anyMatch(each -> each.getSimpleName().equals(drawnAs)))
                        .map(JavaClass::getSimpleName)
                        .filter(name -> !drawn.contains(name))
                        .forEach(missing::add);
            }
        }
        assertThat(missing).isEmpty();
    }

    private static void checkArrow(List<String> from, String arrow, List<String> to, List<String> wrong) {
        for (var name : to) {
            boolean isKnown = from.isEmpty() || from.stream().anyMatch(one -> isTrue(one, arrow, name));
            if (!isKnown) {
                wrong.add(String.join("|", from) + arrow + name);
            }
        }
    }

    private static boolean isTrue(String from, String arrow, String to) {
        return switch (arrow.strip()) {
            case "->" -> isUsing(from, to);
            case "=" -> SUPERTYPES.getOrDefault(to, Set.of()).contains(from);
            default -> isUsing(from, to) || isUsing(to, from);
        };
    }

    private static boolean isUsing(String one, String other) {
        return USES.getOrDefault(one, Set.of()).contains(other);
    }

    /** What is in brackets helps the class before them. */
    private static void checkHelpers(String part, List<String> wrong) {
        var helpers = classes(part.replaceAll("^[^\\[]*", ""));
        for (var helper : helpers) {
            if (heads(part).stream().noneMatch(head -> isTrue(helper, "=>", head))) {
                wrong.add(helper + " in the brackets of " + heads(part));
            }
        }
    }

    private static List<String> heads(String part) {
        return classes(part.replaceAll("\\[.*?]", ""));
    }

    /** Without remarks in parentheses. */
    private static List<String> classes(String text) {
        return CLASS.matcher(text.replaceAll("\\(.*?\\)", ""))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    private static List<String> flow() throws IOException {
        var text = Files.readString(Repository.path("cli", "README.md"));
        int begin = text.indexOf("```\n", text.indexOf("## Data flow")) + 4;
        var lines = text.substring(begin, text.indexOf("```", begin)).lines().toList();
        assertThat(lines).hasSizeGreaterThan(10);
        return lines;
    }

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
