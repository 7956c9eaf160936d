package dev.ralbench;

import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The tables of modules and packages in {@code cli/README.md}: what people read is what is checked. */
final class PackageTable {
    private static final String PACKAGES = "| module | package |";
    private static final String FACES = "| module | for other modules |";

    /** Such as {@code `docker` (session)}, which is for that package alone. */
    private static final Pattern FACE = Pattern.compile("`([a-z.]+)`(?: \\(([a-z., ]+)\\))?");

    /** Such as {@code [mysql](kinds/mysql)}. */
    private static final Pattern MODULE = Pattern.compile("\\[(\\w+)]\\(");

    /** Which modules are below each; Maven has the same order in its poms. */
    private static final Map<String, List<String>> BELOW = Map.ofEntries(
            entry("app", "mysql postgres redis mongodb studies trials verdicts fleet page spec host engine"),
            entry("mysql", "sql trials spec host engine"),
            entry("postgres", "sql trials spec host engine"),
            entry("sql", "trials spec host engine"),
            entry("redis", "trials spec host engine"),
            entry("mongodb", "trials spec host engine"),
            entry("studies", "verdicts page spec engine"),
            entry("trials", "verdicts spec host engine"),
            entry("verdicts", "spec engine"),
            entry("fleet", "trials verdicts spec host engine"),
            entry("page", "engine"),
            entry("spec", "engine"),
            entry("host", "engine"),
            Map.entry("engine", List.of()),
            entry("example", "trials verdicts spec host engine"),
            entry("junit", "trials verdicts spec host engine"),
            entry("benchmarks", "app studies trials verdicts page spec host engine"));

    private static Map.Entry<String, List<String>> entry(String module, String below) {
        return Map.entry(module, List.of(below.split(" ")));
    }

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final List<Face> faces = new ArrayList<>();

    /** @param uses packages of the same module */
    private record Entry(String module, List<String> uses) {}

    /**
     * A package that other modules may use.
     *
     * @param row the modules in its row of the table
     * @param onlyFor the packages that may; empty for all
     */
    record Face(String name, List<String> row, List<String> onlyFor) {
        Face {
            row = List.copyOf(row);
            onlyFor = List.copyOf(onlyFor);
        }

        boolean isFor(String user) {
            return onlyFor.isEmpty() || onlyFor.contains(user);
        }
    }

    private PackageTable() {}

    static PackageTable read() {
        var table = new PackageTable();
        var module = "";
        for (var row : rows(PACKAGES)) {
            var cells = Stream.of(row.split("\\|", -1)).map(String::strip).toList();
            module = cells.get(1).isEmpty() ? module : modules(cells.get(1)).getFirst();
            var name = cells.get(2);
            if (name.startsWith("`")) { // the root package belongs to all
                table.entries.put(name.replace("`", ""), new Entry(module, names(cells.get(4))));
            }
        }
        for (var row : rows(FACES)) {
            var cells = row.split("\\|", -1);
            var modules = modules(cells[1]);
            FACE.matcher(cells[2]).results().forEach(found -> table.faces.add(face(found, modules)));
        }
        return table;
    }

    private static List<String> modules(String cell) {
        return MODULE.matcher(cell).results().map(found -> found.group(1)).toList();
    }

    private static Face face(MatchResult found, List<String> row) {
        return new Face(
                found.group(1), row, names(Optional.ofNullable(found.group(2)).orElse("")));
    }

    private static List<String> rows(String head) {
        try {
            var lines = Files.readAllLines(Repository.path("cli", "README.md"));
            long above =
                    lines.stream().takeWhile(line -> !line.startsWith(head)).count();
            return lines.stream()
                    .skip(above + 2)
                    .takeWhile(line -> line.startsWith("|"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> names(String cell) {
        return cell.isEmpty() ? List.of() : List.of(cell.split(", ", -1));
    }

    /** Such as {@code load.net}. */
    List<String> packages() {
        return List.copyOf(entries.keySet());
    }

    List<Face> faces() {
        return List.copyOf(faces);
    }

    /** Which module a package is in. */
    String module(String name) {
        return Objects.requireNonNull(entries.get(name), name).module;
    }

    /** All that a package may use: what its row says, and what the modules below its own show. */
    List<String> mayUse(String name) {
        var entry = Objects.requireNonNull(entries.get(name), name);
        var below = Objects.requireNonNull(BELOW.get(entry.module), entry.module);
        var used = new ArrayList<>(entry.uses);
        entries.forEach((other, its) -> {
            if (below.contains(its.module) && isFace(other, name)) {
                used.add(other);
            }
        });
        return used;
    }

    private boolean isFace(String name, String user) {
        return faces.stream().anyMatch(face -> face.name.equals(name) && face.isFor(user));
    }
}
