package dev.ralbench.dependency.postgres;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.Counter;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.sql.KeptConnection;
import dev.ralbench.dependency.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;

/** Counts of a PostgreSQL server: its own counts of statements, which an extension keeps. */
final class PostgresCounter implements Counter {
    static final String EXTENSION = "pg_stat_statements";

    /** The schema of the extension in servers that ralbench starts. */
    static final String OWN_SCHEMA = "ralbench";

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

    private final String query;
    private final KeptConnection connection;
    private OptionalLong forgottenBefore = OptionalLong.empty();

    /** @param schema that the extension is in, as it stands in SQL */
    PostgresCounter(PostgresAccess access, String schema) {
        this.query = query(schema);
        this.connection = new KeptConnection(access::connect);
    }

    @Override
    public ServedCounts read() throws SQLException {
        try (var statement = connection.get().createStatement();
                var row = statement.executeQuery(query)) {
            row.next();
            refuseForgotten(row.getLong(2));
            return new ServedCounts(row.getLong(1), row.getInt(3), row.getInt(4));
        }
    }

    /** It keeps only so many different statements, and dropped ones are missing in the sum. */
    private void refuseForgotten(long forgotten) throws SQLException {
        if (forgottenBefore.isEmpty()) {
            forgottenBefore = OptionalLong.of(forgotten);
        }
        if (forgotten != forgottenBefore.getAsLong()) {
            throw new SQLException(
                    "there are more different statements than " + EXTENSION + ".max, so that some are not counted");
        }
    }

    @Override
    public void close() {
        connection.close();
    }

    /** Makes the extension in a schema of its own, so that it is in no way of a target's names. */
    static List<String> toMake() {
        return List.of("CREATE SCHEMA " + OWN_SCHEMA, "CREATE EXTENSION " + EXTENSION + " WITH SCHEMA " + OWN_SCHEMA);
    }

    /**
     * The schema of the extension in a server that runs already, as it stands in SQL.
     *
     * @param connection to the database that counts are asked in
     * @throws Failure when it does not count
     */
    static String schema(Connection connection, ServerUrl url, String database) throws SQLException {
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
        requireNew(connection, url, schema.getFirst());
        return schema.getFirst();
    }

    private static void requireNew(Connection connection, ServerUrl url, String schema) throws SQLException {
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
    }

    private static Failure missing(ServerUrl url, String why, String fix) {
        return Failure.environment(
                "the PostgreSQL server at " + url.address() + " does not count statements",
                why,
                fix + ", or leave " + PostgresKind.SERVER.urlOption() + " out, and ralbench starts a server that does");
    }

    /** Statements served, statements that the server has forgotten, statements running, connections; without our own. */
    private static String query(String schema) {
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
