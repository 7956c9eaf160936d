package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.sql.InterruptibleSql;
import dev.ralbench.dependency.sql.Sql;
import dev.ralbench.process.ReadyCheck;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/** Connections to a MySQL server. */
record MySqlAccess(ServerUrl url) {
    /** Long against a busy server's answer, short against a trial. Longer work goes to {@link InterruptibleSql}. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    private static final Duration ATTEMPT_LIMIT = Duration.ofSeconds(1);

    /** Opens one, to no database. */
    Connection connect() throws SQLException {
        var connection = connectWithin(CONNECT_LIMIT);
        connection.setNetworkTimeout(Runnable::run, Math.toIntExact(ANSWER_LIMIT.toMillis()));
        return connection;
    }

    /** The limit holds for answers too: the listener may be no MySQL server, and wait for us to speak. */
    private Connection connectWithin(Duration limit) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", url.user());
        properties.setProperty("password", url.password());
        properties.setProperty("connectTimeout", String.valueOf(limit.toMillis()));
        properties.setProperty("socketTimeout", String.valueOf(limit.toMillis()));
        properties.setProperty("sslMode", "PREFERRED");
        // A server without TLS takes a password only encrypted by its own key, which has to be asked for.
        properties.setProperty("allowPublicKeyRetrieval", "true");
        return DriverManager.getConnection("jdbc:mysql://" + url.address() + "/", properties);
    }

    ReadyCheck readyCheck(int serverId) {
        return Sql.readyCheck(() -> connectWithin(ATTEMPT_LIMIT), "SELECT @@server_id", String.valueOf(serverId));
    }

    /** And uses it. */
    static void createDatabase(Connection connection, String database) throws SQLException {
        Sql.execute(
                connection,
                "CREATE DATABASE " + MySqlDialect.quoted(database)
                        + " DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
        Sql.execute(connection, "USE " + MySqlDialect.quoted(database));
    }
}
