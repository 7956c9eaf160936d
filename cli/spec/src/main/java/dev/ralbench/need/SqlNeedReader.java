package dev.ralbench.need;

import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the keys that all kinds of SQL servers have.
 *
 * @param maker makes the need of one kind
 */
record SqlNeedReader(NeedMaker maker) implements NeedReader {
    /** Letters, digits and as many of them as every server takes. */
    private static final TextSyntax DATABASE =
            TextSyntax.matching("[A-Za-z0-9_]{1,63}", "must consist of letters, digits and _", "database");

    private static final TextSyntax FILE = TextSyntax.matching(
            "[A-Za-z0-9_.-]+\\.sql", "must be the name of an .sql file next to the scenario", "x.sql");
    private static final NumberSyntax ROWS = new NumberSyntax(0, Long.MAX_VALUE);

    /** The constructor of a need. */
    @FunctionalInterface
    interface NeedMaker {
        SqlNeed make(String database, Optional<SqlNeed.Script> script, Map<String, SqlNeed.ExpectedTable> tables);
    }

    @Override
    public Need read(Section section, NeedKind.Files files) {
        var name = section.require("database", DATABASE);
        var script = section.find("script", FILE).flatMap(file -> script(section, file, files));
        var counts = section.section("rows");
        var rows = new LinkedHashMap<String, Long>();
        counts.keys().forEach(table -> counts.find(table, ROWS).ifPresent(number -> rows.put(table, number)));
        var checksums = section.section("checksums");
        var byTable = checksums.texts();
        byTable.keySet().stream()
                .filter(table -> !rows.containsKey(table))
                .forEach(
                        table -> checksums.keyProblem(table, "has no number in rows; both say what a table must hold"));
        var tables = new LinkedHashMap<String, SqlNeed.ExpectedTable>();
        rows.forEach((table, number) ->
                tables.put(table, new SqlNeed.ExpectedTable(number, Optional.ofNullable(byTable.get(table)))));
        return maker.make(name, script, tables);
    }

    private static Optional<SqlNeed.Script> script(Section section, String name, NeedKind.Files files) {
        try {
            return Optional.of(new SqlNeed.Script(name, files.read(name)));
        } catch (IllegalArgumentException e) {
            section.problem("script", String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
