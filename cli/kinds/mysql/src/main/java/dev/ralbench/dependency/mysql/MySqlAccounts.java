package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.kind.ServerPassword;
import dev.ralbench.dependency.kind.ServerUrl;
import java.util.ArrayList;
import java.util.List;

/**
 * The accounts of a MySQL server that ralbench starts: one for ralbench itself, one for the target. Every local user
 * reaches the server's port, so both have passwords, new for each start. The target's account may not read or write
 * files: the server would do that with the rights of ralbench's user.
 */
record MySqlAccounts(ServerPassword own, ServerPassword targets) {
    private static final String OWN = "ralbench";
    private static final String TARGETS = "target";

    /** The rights for all that a service does with its data, in any database. */
    private static final String RIGHTS_OF_TARGETS = "SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, REFERENCES, INDEX,"
            + " ALTER, CREATE TEMPORARY TABLES, LOCK TABLES, EXECUTE, CREATE VIEW, SHOW VIEW, CREATE ROUTINE,"
            + " ALTER ROUTINE, EVENT, TRIGGER, SHOW DATABASES";

    static MySqlAccounts random() {
        return new MySqlAccounts(ServerPassword.random(), ServerPassword.random());
    }

    ServerUrl own(int port) {
        return ServerUrl.own(MySqlKind.NAME, port, OWN, own);
    }

    ServerUrl targets(int port) {
        return ServerUrl.own(MySqlKind.NAME, port, TARGETS, targets);
    }

    /** Makes them on a fresh data directory, and shuts out the accounts that have no password there. */
    List<String> toMake(boolean isMariaDb) {
        var statements = new ArrayList<>(isMariaDb ? noOthersInMariaDb() : noOthersInMySql());
        statements.add("CREATE USER " + name(OWN) + identified(own));
        statements.add("GRANT ALL PRIVILEGES ON *.* TO " + name(OWN) + " WITH GRANT OPTION");
        statements.add("CREATE USER " + name(TARGETS) + identified(targets));
        statements.add("GRANT " + RIGHTS_OF_TARGETS + " ON *.* TO " + name(TARGETS));
        return statements;
    }

    /** Deletes the installer's accounts: root for each name of this machine, and one without a name. */
    private static List<String> noOthersInMariaDb() {
        return List.of("DELETE FROM mysql.global_priv WHERE user IN ('root', '')", "FLUSH PRIVILEGES");
    }

    private static List<String> noOthersInMySql() {
        return List.of("ALTER USER 'root'@'localhost'" + identified(ServerPassword.random()));
    }

    /** Gives them these passwords if they have others. */
    List<String> toChange() {
        return List.of(
                "ALTER USER " + name(OWN) + identified(own), "ALTER USER " + name(TARGETS) + identified(targets));
    }

    private static String name(String user) {
        return "'" + user + "'@'%'";
    }

    private static String identified(ServerPassword password) {
        return " IDENTIFIED BY '" + password.text() + "'";
    }
}
