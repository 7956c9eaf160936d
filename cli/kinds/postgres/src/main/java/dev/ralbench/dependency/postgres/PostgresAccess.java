package dev.ralbench.dependency.postgres;

import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.sql.InterruptibleSql;
import dev.ralbench.dependency.sql.Sql;
import dev.ralbench.process.ReadyCheck;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;

/** Connections to one database of a PostgreSQL server. */
record PostgresAccess(ServerUrl url, String database) {
    /** The database that every server has. */
    static final String MAINTENANCE = "postgres";

    /** Long against a busy server's answer, short against a trial. Longer work goes to {@link InterruptibleSql}. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    private static final Duration ATTEMPT_LIMIT = Duration.ofSeconds(1);

    Connection connect() throws SQLException {
        var connection = connectWithin(CONNECT_LIMIT);
        connection.setNetworkTimeout(Runnable::run, Math.toIntExact(ANSWER_LIMIT.toMillis()));
        return connection;
    }

    /** The limit holds for answers too: the listener may be no PostgreSQL server, and wait for us to speak. */
    private Connection connectWithin(Duration limit) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", url.user());
        properties.setProperty("password", url.password());
        properties.setProperty("connectTimeout", String.valueOf(limit.toSeconds()));
        properties.setProperty("socketTimeout", String.valueOf(limit.toSeconds()));
        properties.setProperty("ApplicationName", "ralbench");
        properties.setProperty("gssEncMode", "disable");
        // Nothing is asked often enough to be prepared.
        properties.setProperty("preferQueryMode", "simple");
        return DriverManager.getConnection("jdbc:postgresql://" + url.address() + "/" + database, properties);
    }

    ReadyCheck readyCheck(Path data) {
        return Sql.readyCheck(() -> connectWithin(ATTEMPT_LIMIT), "SHOW data_directory", data.toString());
    }
}
