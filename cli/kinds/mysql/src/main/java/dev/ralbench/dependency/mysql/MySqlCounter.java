package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.kind.Counter;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.dependency.sql.KeptConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts of a MySQL server, from its status. */
final class MySqlCounter implements Counter {
    /**
     * Statements by which a client asks data of the server. Without those for connections and transactions (SET, BEGIN,
     * COMMIT, PREPARE), and queries about the server (SHOW). A prepared statement counts under its own kind each time
     * it is executed.
     */
    private static final List<String> SERVED = List.of(
            "Com_select",
            "Com_insert",
            "Com_insert_select",
            "Com_update",
            "Com_update_multi",
            "Com_delete",
            "Com_delete_multi",
            "Com_replace",
            "Com_replace_select",
            "Com_call_procedure");

    private static final String RUNNING = "Threads_running";
    private static final String CONNECTIONS = "Threads_connected";

    private final MySqlAccess access;
    private final KeptConnection connection = new KeptConnection(this::connect);
    private long ownServed;

    MySqlCounter(MySqlAccess access) {
        this.access = access;
    }

    @Override
    public ServedCounts read() throws SQLException {
        var open = connection.get();
        return counts(status(open, "GLOBAL"), ownServed);
    }

    /** Used only once its own queries are counted: the driver reads some variables, which count as selects. */
    private Connection connect() throws SQLException {
        var made = access.connect();
        try {
            ownServed += served(status(made, "SESSION"));
            return made;
        } catch (SQLException e) {
            KeptConnection.abort(made);
            throw e;
        }
    }

    private static Map<String, Long> status(Connection connection, String scope) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query(scope))) {
            var status = new HashMap<String, Long>();
            while (rows.next()) {
                status.put(rows.getString(1), rows.getLong(2));
            }
            return status;
        }
    }

    @Override
    public void close() {
        connection.close();
    }

    /** @param scope GLOBAL or SESSION */
    static String query(String scope) {
        return Stream.concat(SERVED.stream(), Stream.of(RUNNING, CONNECTIONS))
                .collect(Collectors.joining("', '", "SHOW " + scope + " STATUS WHERE Variable_name IN ('", "')"));
    }

    static long served(Map<String, Long> status) {
        return SERVED.stream().mapToLong(name -> status.getOrDefault(name, 0L)).sum();
    }

    /**
     * The server's figures without our own.
     *
     * @param ownServed of the statements that count, those that our connections made
     */
    static ServedCounts counts(Map<String, Long> status, long ownServed) {
        return new ServedCounts(
                served(status) - ownServed, withoutOurs(status, RUNNING), withoutOurs(status, CONNECTIONS));
    }

    /** The connection that asks, which runs just now, is one of them. */
    private static int withoutOurs(Map<String, Long> status, String name) {
        return Math.toIntExact(Math.max(0, status.getOrDefault(name, 0L) - 1));
    }
}
