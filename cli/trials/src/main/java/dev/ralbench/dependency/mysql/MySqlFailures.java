package dev.ralbench.dependency.mysql;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.NetworkReason;
import dev.ralbench.dependency.kind.ServerUrl;
import java.sql.SQLException;

/** What is said when a MySQL server cannot be used. No driver puts a password in its messages, and neither does this. */
final class MySqlFailures {
    private static final int ACCESS_DENIED = 1045;
    private static final int HOST_NOT_ALLOWED = 1130;

    private MySqlFailures() {}

    static Failure cannotReach(ServerUrl url, SQLException e) {
        var what = "the MySQL server at " + url.address() + " cannot be used";
        if (e.getErrorCode() == ACCESS_DENIED) {
            return Failure.environment(
                            "the MySQL server at " + url.address() + " does not let " + url.user() + " in",
                            firstLine(e),
                            "check user and password of --mysql-url")
                    .causedBy(e);
        }
        if (e.getErrorCode() == HOST_NOT_ALLOWED) {
            return Failure.environment(
                            what, firstLine(e), "let " + url.user() + " in from this machine, or use another user")
                    .causedBy(e);
        }
        return NetworkReason.of(e)
                .map(reason -> Failure.environment(
                        what,
                        reason + " (as " + url.loginAndAddress() + ")",
                        "check host and port of --mysql-url, and that it runs"))
                .orElseGet(() -> Failure.environment(
                        what,
                        firstLine(e) + " (as " + url.loginAndAddress() + ")",
                        "check --mysql-url, and that a MySQL server listens there"))
                .causedBy(e);
    }

    /** The server's or the driver's message without what follows in further lines. */
    static String firstLine(SQLException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
    }
}
