package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.kind.Counter;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.dependency.sql.KeptConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** Counts of a MySQL server, from its status. */
final class MySqlCounter implements Counter {
    private final MySqlAccess access;
    private final KeptConnection connection = new KeptConnection(this::connect);
    private long ownServed;

    MySqlCounter(MySqlAccess access) {
        this.access = access;
    }

    @Override
    public ServedCounts read() throws SQLException {
        var open = connection.get();
        return MySqlStatus.counts(status(open, "GLOBAL"), ownServed);
    }

    /** Used only once its own queries are counted: the driver reads some variables, which count as selects. */
    private Connection connect() throws SQLException {
        var made = access.connect();
        try {
            ownServed += MySqlStatus.served(status(made, "SESSION"));
            return made;
        } catch (SQLException e) {
            KeptConnection.abort(made);
            throw e;
        }
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
        connection.close();
    }
}
