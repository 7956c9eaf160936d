package dev.ralbench.dependency.postgres;

import dev.ralbench.dependency.kind.ServerPassword;
import dev.ralbench.dependency.kind.ServerUrl;
import java.util.List;

/**
 * The accounts of a PostgreSQL server that ralbench starts: one for ralbench itself, one for the target. Every local user
 * reaches the server's port, so both have passwords, new for each start. The target's owns the database and all that the
 * script has made; only a superuser reads and writes files of the machine, and while it serves that is ralbench alone.
 */
record PostgresAccounts(ServerPassword own, ServerPassword targets) {
    static final String OWN = "ralbench";
    static final String TARGETS = "target";

    static PostgresAccounts random() {
        return new PostgresAccounts(ServerPassword.random(), ServerPassword.random());
    }

    /** The accounts of a copy before it has its own: the target's password is not known. */
    static PostgresAccounts ofData(ServerPassword own) {
        return new PostgresAccounts(own, ServerPassword.random());
    }

    ServerUrl own(int port) {
        return ServerUrl.own(PostgresKind.NAME, port, OWN, own);
    }

    ServerUrl targets(int port) {
        return ServerUrl.own(PostgresKind.NAME, port, TARGETS, targets);
    }

    /** Makes the target's, as the owner of the database that comes next. A script may do all that its author may. */
    String toMakeTargets() {
        return "CREATE ROLE " + TARGETS + " LOGIN SUPERUSER" + password(targets);
    }

    /** Its rights from then on. */
    static String toLimitTargets() {
        return "ALTER ROLE " + TARGETS + " NOSUPERUSER CREATEDB";
    }

    /** Gives both these passwords if they have others. Statements with passwords are not kept with the counts. */
    List<String> toChange() {
        return List.of(
                "SET " + PostgresCounter.EXTENSION + ".track = 'none'",
                "ALTER ROLE " + OWN + password(own),
                "ALTER ROLE " + TARGETS + password(targets));
    }

    private static String password(ServerPassword password) {
        return " PASSWORD '" + password.text() + "'";
    }
}
