package dev.ralbench.environment;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts of a MySQL server, from its status. */
final class MySqlCounter implements Counter {
    private final MySqlAccess access;
    /** Set by the thread that asks; another one closes it. */
    private volatile @Nullable Connection connection;

    private long ownServed;

    MySqlCounter(MySqlAccess access) {
        this.access = access;
    }

    @Override
    public ServedCounts read() throws SQLException {
        var open = connection;
        if (open == null || open.isClosed()) {
            open = access.connect();
            connection = open;
            // The driver asks for some variables when it connects, which counts as selects.
            ownServed += MySqlStatus.served(status(open, "SESSION"));
        }
        return MySqlStatus.counts(status(open, "GLOBAL"), ownServed);
    }

    private static Map<String, Long> status(Connection connection, String scope) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(MySqlStatus.query(scope))) {
            var status = new HashMap<String, Long>();
            while (rows.next()) {
                status.put(rows.getString(1), rows.getLong(2));
            }
            return status;
        }
    }

    @Override
    public void close() {
        var open = connection;
        if (open != null) {
            try {
                open.abort(Runnable::run);
            } catch (SQLException e) {
                // The server is gone, or the connection was never whole.
            }
        }
    }
}
