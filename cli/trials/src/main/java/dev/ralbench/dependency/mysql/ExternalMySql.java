package dev.ralbench.dependency.mysql;

import dev.ralbench.Clock;
import dev.ralbench.dependency.declared.DeclaredMySql;
import dev.ralbench.dependency.kind.PreparedExternalServer;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.sql.ExternalData;
import dev.ralbench.dependency.sql.InterruptibleSql;
import dev.ralbench.dependency.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;

/** MySQL servers that run already. */
record ExternalMySql(Clock clock, Consumer<String> notes) {

    PreparedServer prepare(DeclaredMySql need, ServerUrl url) throws InterruptedException {
        var access = new MySqlAccess(url);
        try (var connection = access.connect()) {
            var product = MySqlProduct.ofServer(
                    Sql.texts(connection, "SELECT version()").getFirst());
            MySqlProduct.require(need.product(), product, url.address());
            InterruptibleSql.make(connection, used -> useDatabase(used, need.database(), url), () -> {});
            new ExternalData(new MySqlDialect(), need, url.address(), clock, notes).ensure(connection);
            return PreparedExternalServer.watched(
                    MySqlSupply.NAME,
                    product,
                    url,
                    MySqlSupply.placeholders(url, need.database()),
                    () -> new MySqlCounter(access),
                    clock);
        } catch (SQLException e) {
            throw MySqlFailures.cannotReach(url, e);
        }
    }

    private static void useDatabase(Connection connection, String database, ServerUrl url) throws SQLException {
        var there = Sql.texts(
                connection, "SELECT schema_name FROM information_schema.schemata WHERE schema_name = ?", database);
        if (!there.isEmpty()) {
            Sql.execute(connection, "USE " + MySqlDialect.quoted(database));
            return;
        }
        try {
            MySqlLoader.createDatabase(connection, database);
        } catch (SQLException e) {
            throw MySqlFailures.WORDS.noDatabase(database, url, e);
        }
    }
}
