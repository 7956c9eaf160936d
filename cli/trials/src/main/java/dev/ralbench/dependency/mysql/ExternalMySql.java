package dev.ralbench.dependency.mysql;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.PreparedExternalServer;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.need.MySqlNeed;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.function.Consumer;

/**
 * MySQL servers that run already. Their data is somebody's: tables are added if none of the scenario's are there, and
 * otherwise only checked.
 */
record ExternalMySql(Clock clock, Consumer<String> notes) {

    PreparedServer prepare(MySqlNeed need, ServerUrl url) throws InterruptedException {
        var access = new MySqlAccess(url);
        try (var connection = access.connect()) {
            var product = MySqlProduct.ofServer(
                    MySqlAccess.texts(connection, "SELECT version()").getFirst());
            InterruptibleSql.make(connection, used -> useDatabase(used, need.database(), url), () -> {});
            if (need.script().isPresent()) {
                load(connection, need, need.script().get(), url);
            }
            new DataCheck(need.tables())
                    .verify(
                            InterruptibleSql.ask(
                                    connection,
                                    used -> TableFigures.of(
                                            used, need.database(), need.tables().keySet())),
                            "database " + need.database() + " at " + url.address(),
                            "ralbench changes no tables that are there already: drop those of the scenario to have them"
                                    + " made, or use another server");
            return PreparedExternalServer.watched(
                    MySqlSupply.NAME,
                    product,
                    url,
                    MySqlSupply.words(url, need.database()),
                    () -> new MySqlCounter(access),
                    clock);
        } catch (SQLException e) {
            throw MySqlFailures.cannotReach(url, e);
        }
    }

    private static void useDatabase(Connection connection, String database, ServerUrl url) throws SQLException {
        var there = MySqlAccess.texts(
                connection, "SELECT schema_name FROM information_schema.schemata WHERE schema_name = ?", database);
        if (!there.isEmpty()) {
            MySqlAccess.execute(connection, "USE " + MySqlAccess.quoted(database));
            return;
        }
        try {
            MySqlLoader.createDatabase(connection, database);
        } catch (SQLException e) {
            throw Failure.environment(
                            "there is no database " + database + " at " + url.address() + " for " + url.user(),
                            MySqlFailures.firstLine(e),
                            "create it, and let " + url.user() + " use it")
                    .causedBy(e);
        }
    }

    private void load(Connection connection, MySqlNeed need, MySqlNeed.Script script, ServerUrl url)
            throws SQLException, InterruptedException {
        var mark = new LoadMark(need.database(), script);
        var there = new ArrayList<>(TableFigures.names(connection, need.database()));
        there.remove(LoadMark.TABLE);
        boolean isUnchecked = need.tables().isEmpty();
        boolean isNew =
                isUnchecked ? there.isEmpty() : need.tables().keySet().stream().noneMatch(there::contains);
        if (isNew) {
            notes.accept("loading " + script.name() + " (once) ...");
            var statements = SqlScript.parse(script);
            InterruptibleSql.make(connection, mark::begin, () -> {});
            new ScriptRunner(clock, notes).run(statements, connection);
            InterruptibleSql.make(connection, mark::end, () -> {});
            return;
        }
        var place = "database " + need.database() + " at " + url.address();
        if (isUnchecked ? mark.isAnyBegun(connection) : mark.isBegun(connection)) {
            throw Failure.environment(
                    "loading " + script.name() + " into " + place + " was begun and not finished",
                    "what is there is a part of it, and ralbench changes no tables that are there already",
                    "drop its tables and " + LoadMark.TABLE + " to have it loaded again");
        }
        if (isUnchecked && !mark.isEnded(connection)) {
            notes.accept(place + ": tables are there; nothing was loaded or checked, as the scenario has no rows");
        }
    }
}
