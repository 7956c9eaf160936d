package dev.ralbench.dependency.sql;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredSql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.function.Consumer;

/**
 * The data of servers that run already. It is the user's: tables are added if none of the scenario's are there, and
 * otherwise only checked.
 *
 * @param address of the server
 */
record ExternalData(SqlDialect dialect, DeclaredSql need, String address, Clock clock, Consumer<String> notes) {

    /**
     * Makes sure that it is there.
     *
     * @param connection to the database
     * @throws Failure when other data is there
     */
    void ensure(Connection connection) throws SQLException, InterruptedException {
        if (need.script().isPresent()) {
            load(connection, need.script().get());
        }
        var found = InterruptibleSql.ask(
                connection,
                used -> TableFigures.of(
                        dialect, used, need.database(), need.tables().keySet()));
        new DataCheck(need.tables())
                .verify(
                        found,
                        place(),
                        "ralbench changes no tables that are there already: drop those of the scenario to have them"
                                + " made, or use another server");
    }

    private void load(Connection connection, DeclaredSql.Script script) throws SQLException, InterruptedException {
        var mark = new LoadMark(dialect, need.database(), script);
        var there = new ArrayList<>(dialect.tables(connection, need.database()));
        there.remove(LoadMark.TABLE);
        boolean isUnchecked = need.tables().isEmpty();
        boolean isNew =
                isUnchecked ? there.isEmpty() : need.tables().keySet().stream().noneMatch(there::contains);
        if (isNew) {
            notes.accept("loading " + script.name() + " (once) ...");
            var statements = SqlScript.parse(script, dialect.syntax());
            InterruptibleSql.make(connection, mark::begin, () -> {});
            new ScriptRunner(clock, notes).run(statements, connection);
            InterruptibleSql.make(connection, mark::end, () -> {});
            return;
        }
        if (isUnchecked ? mark.isAnyBegun(connection) : mark.isBegun(connection)) {
            throw Failure.environment(
                    "loading " + script.name() + " into " + place() + " was begun and not finished",
                    "what is there is a part of it, and ralbench changes no tables that are there already",
                    "drop its tables and " + LoadMark.TABLE + " to have it loaded again");
        }
        if (isUnchecked && !mark.isEnded(connection)) {
            notes.accept(place() + ": tables are there; nothing was loaded or checked, as the scenario has no rows");
        }
    }

    private String place() {
        return "database " + need.database() + " at " + address;
    }
}
