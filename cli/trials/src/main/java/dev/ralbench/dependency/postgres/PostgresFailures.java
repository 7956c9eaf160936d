package dev.ralbench.dependency.postgres;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.sql.SqlFailures;
import java.sql.SQLException;

/** Tells by its states of SQL why a PostgreSQL server cannot be used. */
final class PostgresFailures {
    static final SqlFailures WORDS = new SqlFailures(PostgresSupply.SUPPLY);

    private static final String WRONG_PASSWORD = "28P01";
    private static final String NOT_ALLOWED = "28000";
    private static final String NO_DATABASE = "3D000";

    private PostgresFailures() {}

    static Failure cannotReach(ServerUrl url, SQLException e) {
        return switch (state(e)) {
            case WRONG_PASSWORD -> WORDS.denied(url, e);
            case NOT_ALLOWED -> WORDS.notFromHere(url, e);
            default -> WORDS.cannotReach(url, e);
        };
    }

    static boolean isNoDatabase(SQLException e) {
        return state(e).equals(NO_DATABASE);
    }

    private static String state(SQLException e) {
        return String.valueOf(e.getSQLState());
    }
}
