package dev.ralbench.dependency.declared;

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
record DeclaredSqlReader(DeclarationMaker maker) implements DeclarationReader {
    /** Letters, digits and as many of them as every server takes. */
    private static final TextSyntax DATABASE =
            TextSyntax.matching("[A-Za-z0-9_]{1,63}", "must consist of letters, digits and _", "database");

    private static final TextSyntax FILE = TextSyntax.matching(
            "[A-Za-z0-9_.-]+\\.sql", "must be the name of an .sql file next to the scenario", "x.sql");
    private static final NumberSyntax ROWS = new NumberSyntax(0, Long.MAX_VALUE);

    /** Makes a need, with the keys that only its kind has. */
    @FunctionalInterface
    interface DeclarationMaker {
        DeclaredSql make(
                Section section,
                String database,
                Optional<DeclaredSql.Script> script,
                Map<String, DeclaredSql.ExpectedTable> tables);
    }

    @Override
    public DeclaredDependency read(Section section, DeclaredKind.Files files) {
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
        var tables = new LinkedHashMap<String, DeclaredSql.ExpectedTable>();
        rows.forEach((table, number) ->
                tables.put(table, new DeclaredSql.ExpectedTable(number, Optional.ofNullable(byTable.get(table)))));
        return maker.make(section, name, script, tables);
    }

    private static Optional<DeclaredSql.Script> script(Section section, String name, DeclaredKind.Files files) {
        try {
            return Optional.of(new DeclaredSql.Script(name, files.read(name)));
        } catch (IllegalArgumentException e) {
            section.problem("script", String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
