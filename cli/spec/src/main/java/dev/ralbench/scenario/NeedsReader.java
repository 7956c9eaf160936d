package dev.ralbench.scenario;

import dev.ralbench.yaml.DurationForm;
import dev.ralbench.yaml.NumberForm;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextForm;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads {@code needs}. */
final class NeedsReader {
    private static final TextForm DATABASE =
            TextForm.matching("[A-Za-z0-9_]{1,64}", "must consist of letters, digits and _", "database");
    private static final TextForm FILE = TextForm.matching(
            "[A-Za-z0-9_.-]+\\.sql", "must be the name of an .sql file next to the scenario", "x.sql");
    private static final NumberForm ROWS = new NumberForm(0, Long.MAX_VALUE);
    /** As many as a Redis server has unless it is told otherwise. */
    private static final NumberForm REDIS_DATABASE = new NumberForm(0, 15);

    private NeedsReader() {}

    static Needs read(Section root, Beside beside) {
        if (!root.has("needs")) {
            return Needs.none();
        }
        var needs = root.section("needs");
        return new Needs(
                needs.has("mysql") ? Optional.of(mysql(needs.section("mysql"), beside)) : Optional.empty(),
                needs.has("redis") ? Optional.of(redis(needs.section("redis"))) : Optional.empty(),
                needs.has("upstream") ? Optional.of(upstream(needs.section("upstream"))) : Optional.empty());
    }

    private static Needs.MySql mysql(Section section, Beside beside) {
        var database = section.require("database", DATABASE);
        var script = section.find("script", FILE).flatMap(name -> script(section, name, beside));
        var rows = rows(section.section("rows"));
        var checksums = section.section("checksums");
        var byTable = checksums.texts();
        byTable.keySet().stream()
                .filter(table -> !rows.containsKey(table))
                .forEach(
                        table -> checksums.keyProblem(table, "has no number in rows; both say what a table must hold"));
        return new Needs.MySql(database, script, rows, byTable);
    }

    private static Optional<Needs.Script> script(Section section, String name, Beside beside) {
        try {
            return Optional.of(new Needs.Script(name, beside.read(name)));
        } catch (IllegalArgumentException e) {
            section.problem("script", String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private static Map<String, Long> rows(Section section) {
        var rows = new LinkedHashMap<String, Long>();
        section.keys().forEach(table -> section.find(table, ROWS).ifPresent(number -> rows.put(table, number)));
        return rows;
    }

    private static Needs.Redis redis(Section section) {
        long database = section.get("database", REDIS_DATABASE, 0L);
        return new Needs.Redis(
                Math.toIntExact(database), section.section("keys").texts());
    }

    private static Map<String, String> upstream(Section section) {
        if (section.has("latency")) {
            section.find("latency", DurationForm.ANY);
        } else {
            section.problem("latency", "is missing: how long the stub waits with an answer, such as 250ms");
        }
        return section.texts();
    }
}
