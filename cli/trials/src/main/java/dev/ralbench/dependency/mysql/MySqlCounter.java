package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.kind.Counter;
import dev.ralbench.dependency.kind.ServedCounts;
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

    private boolean isClosed; // guarded by this
    private long ownServed;

    MySqlCounter(MySqlAccess access) {
        this.access = access;
    }

    @Override
    public ServedCounts read() throws SQLException {
        var open = connection;
        if (open == null || open.isClosed()) {
            open = connect();
        }
        return MySqlStatus.counts(status(open, "GLOBAL"), ownServed);
    }

    /** Kept only when what it has asked for is known: the driver asks for some variables, which counts as selects. */
    private Connection connect() throws SQLException {
        var made = access.connect();
        boolean kept = false;
        try {
            long own = MySqlStatus.served(status(made, "SESSION"));
            keep(made);
            ownServed += own;
            kept = true;
            return made;
        } finally {
            if (!kept) {
                abort(made);
            }
        }
    }

    private synchronized void keep(Connection made) throws SQLException {
        if (isClosed) {
            throw new SQLException("closed while it connected");
        }
        connection = made;
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
    public synchronized void close() {
        isClosed = true;
        var open = connection;
        if (open != null) {
            abort(open);
        }
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // The server is gone, or the connection was never whole.
        }
    }
}
