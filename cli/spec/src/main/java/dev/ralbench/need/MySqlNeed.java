package dev.ralbench.need;

import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A MySQL server, or one that speaks its protocol, with a database.
 *
 * @param script SQL that makes and fills the tables; run once, its outcome is kept and restored for each trial
 * @param tables what they must hold then, by name
 */
public record MySqlNeed(String database, Optional<Script> script, Map<String, ExpectedTable> tables) implements Need {
    private static final TextSyntax DATABASE =
            TextSyntax.matching("[A-Za-z0-9_]{1,64}", "must consist of letters, digits and _", "database");
    private static final TextSyntax FILE = TextSyntax.matching(
            "[A-Za-z0-9_.-]+\\.sql", "must be the name of an .sql file next to the scenario", "x.sql");
    private static final NumberSyntax ROWS = new NumberSyntax(0, Long.MAX_VALUE);

    public static final NeedKind KIND =
            new NeedKind("mysql", List.of("host", "port", "database", "user", "password"), MySqlNeed::read);

    public MySqlNeed {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }

    /**
     * Statements in the order in which they are run, separated by semicolons.
     *
     * @param name of the file, which lies next to the scenario
     */
    public record Script(String name, String text) {}

    /**
     * What must be in a table.
     *
     * @param rows their number
     * @param checksum over all columns of all rows, as ralbench prints it; not checked if the scenario has none
     */
    public record ExpectedTable(long rows, Optional<String> checksum) {}

    @Override
    public NeedKind kind() {
        return KIND;
    }

    private static Need read(Section section, NeedKind.Files files) {
        var database = section.require("database", DATABASE);
        var script = section.find("script", FILE).flatMap(name -> script(section, name, files));
        var rows = rows(section.section("rows"));
        var checksums = section.section("checksums");
        var byTable = checksums.texts();
        byTable.keySet().stream()
                .filter(table -> !rows.containsKey(table))
                .forEach(
                        table -> checksums.keyProblem(table, "has no number in rows; both say what a table must hold"));
        var tables = new LinkedHashMap<String, ExpectedTable>();
        rows.forEach((table, number) ->
                tables.put(table, new ExpectedTable(number, Optional.ofNullable(byTable.get(table)))));
        return new MySqlNeed(database, script, tables);
    }

    private static Optional<Script> script(Section section, String name, NeedKind.Files files) {
        try {
            return Optional.of(new Script(name, files.read(name)));
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
}
