package dev.ralbench.dependency.mysql;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.sql.SqlFailures;
import java.sql.SQLException;

/** Tells by its error codes why a MySQL server cannot be used. */
final class MySqlFailures {
    static final SqlFailures WORDS = new SqlFailures(MySqlSupply.SUPPLY);

    private static final int ACCESS_DENIED = 1045;
    private static final int HOST_NOT_ALLOWED = 1130;

    private MySqlFailures() {}

    static Failure cannotReach(ServerUrl url, SQLException e) {
        return switch (e.getErrorCode()) {
            case ACCESS_DENIED -> WORDS.denied(url, e);
            case HOST_NOT_ALLOWED -> WORDS.notFromHere(url, e);
            default -> WORDS.cannotReach(url, e);
        };
    }
}
