package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.process.ReadyCheck;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** Connections to a MySQL server. */
record MySqlAccess(ServerUrl url) {
    /** Long against a busy server's answer, short against a trial. What may take longer is {@link InterruptibleSql}. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    private static final Duration ATTEMPT_LIMIT = Duration.ofSeconds(1);

    /** Opens one, to no database. */
    Connection connect() throws SQLException {
        var connection = connectWithin(CONNECT_LIMIT);
        connection.setNetworkTimeout(Runnable::run, Math.toIntExact(ANSWER_LIMIT.toMillis()));
        return connection;
    }

    /** The limit holds for answers too: what listens there may be no MySQL server, and wait for us to speak. */
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

    /** Ready when a query is answered, and by the server that was started: another may have been quicker on the port. */
    ReadyCheck readyCheck(int serverId) {
        return goOn -> {
            try (var connection = connectWithin(ATTEMPT_LIMIT)) {
                var id = texts(connection, "SELECT @@server_id").getFirst();
                return id.equals(String.valueOf(serverId))
                        ? Optional.empty()
                        : Optional.of("another server answers on its port");
            } catch (SQLException e) {
                return Optional.of(MySqlFailures.firstLine(e));
            }
        };
    }

    /** The first column of all rows. */
    static List<String> texts(Connection connection, String query, String... parameters) throws SQLException {
        try (var statement = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (var rows = statement.executeQuery()) {
                return firstColumn(rows);
            }
        }
    }

    private static List<String> firstColumn(ResultSet rows) throws SQLException {
        var texts = new ArrayList<String>();
        while (rows.next()) {
            texts.add(rows.getString(1));
        }
        return texts;
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** A name as it stands in SQL. */
    static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
