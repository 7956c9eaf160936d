package dev.ralbench.dependency.sql;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.NetworkReason;
import dev.ralbench.dependency.kind.ServerSupply;
import dev.ralbench.dependency.kind.ServerUrl;
import java.sql.SQLException;

/** The failures of a server that cannot be used. No driver puts a password in its messages, and neither does this. */
public record SqlFailures(ServerSupply supply) {

    /** It does not let the user in. */
    public Failure denied(ServerUrl url, SQLException e) {
        return Failure.environment(
                        server(url) + " does not let " + url.user() + " in",
                        Sql.firstLine(e),
                        "check user and password of " + supply.urlOption())
                .causedBy(e);
    }

    /** It refuses logins from here. */
    public Failure notFromHere(ServerUrl url, SQLException e) {
        return Failure.environment(
                        server(url) + " cannot be used",
                        Sql.firstLine(e),
                        "let " + url.user() + " in from this machine, or use another user")
                .causedBy(e);
    }

    /** It cannot be reached, or is something else. */
    public Failure cannotReach(ServerUrl url, SQLException e) {
        var what = server(url) + " cannot be used";
        var as = " (as " + url.loginAndAddress() + ")";
        return NetworkReason.of(e)
                .map(reason -> Failure.environment(
                        what, reason + as, "check host and port of " + supply.urlOption() + ", and that it runs"))
                .orElseGet(() -> Failure.environment(
                        what,
                        Sql.firstLine(e) + as,
                        "check " + supply.urlOption() + ", and that a " + supply.title() + " server listens there"))
                .causedBy(e);
    }

    /** The database is missing, and the user may not make it. */
    public Failure noDatabase(String database, ServerUrl url, SQLException e) {
        return Failure.environment(
                        "there is no database " + database + " at " + url.address() + " for " + url.user(),
                        Sql.firstLine(e),
                        "create it, and let " + url.user() + " use it")
                .causedBy(e);
    }

    private String server(ServerUrl url) {
        return "the " + supply.title() + " server at " + url.address();
    }
}
