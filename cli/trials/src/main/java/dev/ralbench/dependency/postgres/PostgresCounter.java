package dev.ralbench.dependency.postgres;

import dev.ralbench.dependency.kind.Counter;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.dependency.sql.KeptConnection;
import java.sql.SQLException;
import java.util.OptionalLong;

/** Counts of a PostgreSQL server. */
final class PostgresCounter implements Counter {
    private final String query;
    private final KeptConnection connection;
    private OptionalLong forgottenBefore = OptionalLong.empty();

    PostgresCounter(PostgresAccess access, StatementCounts counts) {
        this.query = counts.query();
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
            throw new SQLException("there are more different statements than " + StatementCounts.EXTENSION
                    + ".max, so that some are not counted");
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
