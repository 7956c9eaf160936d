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
import java.util.stream.Stream;

/** The table of modules and packages in {@code cli/README.md}: what people read is what is checked. */
final class PackageTable {
    private static final String HEAD = "| module | package |";

    /** Which modules are below each; Maven has the same order in its poms. */
    private static final Map<String, List<String>> BELOW = Map.of(
            "app", List.of("studies", "trials", "verdicts", "page", "spec", "host", "engine"),
            "studies", List.of("verdicts", "page", "spec", "engine"),
            "trials", List.of("verdicts", "spec", "host", "engine"),
            "verdicts", List.of("spec", "engine"),
            "page", List.of("engine"),
            "spec", List.of("engine"),
            "host", List.of("engine"),
            "engine", List.of(),
            "benchmarks", List.of("app", "studies", "trials", "verdicts", "page", "spec", "host", "engine"));

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** @param uses packages of the same module */
    private record Entry(String module, List<String> uses) {}

    private PackageTable() {}

    static PackageTable read() {
        var table = new PackageTable();
        var module = "";
        for (var row : rows()) {
            var cells = Stream.of(row.split("\\|", -1)).map(String::strip).toList();
            module = cells.get(1).isEmpty() ? module : cells.get(1).replaceAll("\\[(\\w+)].*", "$1");
            var name = cells.get(2);
            if (name.startsWith("`")) { // the root package belongs to all
                table.entries.put(name.replace("`", ""), new Entry(module, names(cells.get(4))));
            }
        }
        return table;
    }

    private static List<String> rows() {
        try {
            var lines = Files.readAllLines(Repository.path("cli", "README.md"));
            int head = (int)
                    lines.stream().takeWhile(line -> !line.startsWith(HEAD)).count();
            return lines.stream()
                    .skip(head + 2L)
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

    /** All that a package may use: what its row says, and the modules below its own. */
    List<String> mayUse(String name) {
        var entry = Objects.requireNonNull(entries.get(name), name);
        var below = Objects.requireNonNull(BELOW.get(entry.module), entry.module);
        var used = new ArrayList<>(entry.uses);
        entries.forEach((other, its) -> {
            if (below.contains(its.module)) {
                used.add(other);
            }
        });
        return used;
    }
}
