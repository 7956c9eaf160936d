package dev.ralbench.dependency.postgres;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The server's own counts of statements, which an extension keeps.
 *
 * @param schema that the extension is in, as it stands in SQL
 */
record StatementCounts(String schema) {
    static final String EXTENSION = "pg_stat_statements";

    /** The counts of servers that ralbench starts, in its own schema. */
    static final StatementCounts OWN = new StatementCounts("ralbench");

    /** Tells the query from all others, also those of another ralbench. */
    private static final String MARK = "ralbench counts";

    /**
     * Statements by which a client asks data of the server, by their first word. Without those for connections and
     * transactions (SET, BEGIN, COMMIT, DEALLOCATE), queries about the server (SHOW, EXPLAIN), and changes of its
     * structure. A prepared statement counts each time it is executed, under PREPARE if SQL prepared it.
     */
    private static final List<String> SERVED = List.of(
            "select",
            "with",
            "values",
            "table",
            "insert",
            "update",
            "delete",
            "merge",
            "call",
            "do",
            "copy",
            "fetch",
            "prepare(?!\\s+transaction)");

    /** Before the first word: white space, parentheses, comments. */
    private static final String BEFORE = "(\\s|\\(|--[^\\n]*\\n|/\\*([^*]|\\*+[^*/])*\\*+/)*";

    /** Makes the extension in a schema of its own, so that it is in no way of a target's names. */
    static List<String> toMake() {
        return List.of("CREATE SCHEMA " + OWN.schema, "CREATE EXTENSION " + EXTENSION + " WITH SCHEMA " + OWN.schema);
    }

    /**
     * Those of a server that runs already.
     *
     * @param connection to the database that counts are asked in
     * @throws Failure when it has none
     */
    static StatementCounts find(Connection connection, String database, ServerUrl url) throws SQLException {
        var track = Sql.texts(connection, "SELECT coalesce(current_setting('" + EXTENSION + ".track', true), '')")
                .getFirst();
        if (track.isEmpty()) {
            throw missing(url, EXTENSION + " is not among its shared_preload_libraries", "add it there and restart it");
        }
        if (track.equals("none")) {
            throw missing(url, EXTENSION + ".track is none", "set it to top");
        }
        var schema = Sql.texts(
                connection,
                "SELECT quote_ident(nspname) FROM pg_catalog.pg_extension AS extension"
                        + " JOIN pg_catalog.pg_namespace AS namespace ON namespace.oid = extension.extnamespace"
                        + " WHERE extname = ?",
                EXTENSION);
        if (schema.isEmpty()) {
            throw missing(
                    url,
                    "database " + database + " does not have the extension " + EXTENSION,
                    "CREATE EXTENSION " + EXTENSION + " there, as a superuser");
        }
        return new StatementCounts(schema.getFirst()).checked(connection, url);
    }

    private StatementCounts checked(Connection connection, ServerUrl url) throws SQLException {
        var columns = Sql.texts(
                connection,
                "SELECT attname FROM pg_catalog.pg_attribute WHERE attrelid = ?::regclass AND attname = 'toplevel'",
                schema + "." + EXTENSION);
        if (columns.isEmpty()) {
            throw missing(
                    url,
                    "its extension " + EXTENSION + " is older than the server",
                    "ALTER EXTENSION " + EXTENSION + " UPDATE, as a superuser");
        }
        return this;
    }

    private static Failure missing(ServerUrl url, String why, String fix) {
        return Failure.environment(
                "the PostgreSQL server at " + url.address() + " does not count statements",
                why,
                fix + ", or leave " + PostgresSupply.SUPPLY.urlOption()
                        + " out, and ralbench starts a server that does");
    }

    /** Statements served, statements that the server has forgotten, statements running, connections; without our own. */
    String query() {
        return """
                SELECT /* %1$s */
                  (SELECT coalesce(sum(calls), 0) FROM %2$s.%3$s
                   WHERE toplevel AND query ~* '%4$s' AND query NOT LIKE '%%%1$s%%'),
                  (SELECT dealloc FROM %2$s.%3$s_info),
                  count(*) FILTER (WHERE state = 'active'),
                  count(*)
                FROM pg_catalog.pg_stat_activity
                WHERE backend_type = 'client backend' AND pid <> pg_catalog.pg_backend_pid()""".formatted(MARK, schema, EXTENSION, "^" + BEFORE + "(" + String.join("|", SERVED) + ")\\M");
    }
}
