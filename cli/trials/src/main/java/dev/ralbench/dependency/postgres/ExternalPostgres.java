package dev.ralbench.dependency.postgres;

import dev.ralbench.Clock;
import dev.ralbench.dependency.declared.DeclaredPostgres;
import dev.ralbench.dependency.kind.PreparedExternalServer;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.sql.ExternalData;
import dev.ralbench.dependency.sql.InterruptibleSql;
import dev.ralbench.dependency.sql.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;

/** PostgreSQL servers that run already. Counts are asked in the scenario's own database. */
record ExternalPostgres(Clock clock, Consumer<String> notes) {

    PreparedServer prepare(DeclaredPostgres need, ServerUrl url) throws InterruptedException {
        var access = new PostgresAccess(url, need.database());
        try (var connection = connect(access)) {
            var product = PostgresProduct.required(
                    PostgresProduct.ofServer(
                            Sql.texts(connection, "SHOW server_version").getFirst()),
                    url.address());
            var counts = StatementCounts.find(connection, need.database(), url);
            new ExternalData(new PostgresDialect(), need, url.address(), clock, notes).ensure(connection);
            return PreparedExternalServer.watched(
                    PostgresSupply.NAME,
                    product,
                    url,
                    PostgresSupply.placeholders(url, need.database()),
                    () -> new PostgresCounter(access, counts),
                    clock);
        } catch (SQLException e) {
            throw PostgresFailures.cannotReach(url, e);
        }
    }

    private static Connection connect(PostgresAccess access) throws SQLException, InterruptedException {
        try {
            return access.connect();
        } catch (SQLException e) {
            if (!PostgresFailures.isNoDatabase(e)) {
                throw e;
            }
            make(access);
            return access.connect();
        }
    }

    private static void make(PostgresAccess access) throws SQLException, InterruptedException {
        try (var maintenance = new PostgresAccess(access.url(), PostgresAccess.MAINTENANCE).connect()) {
            var statement = "CREATE DATABASE " + PostgresDialect.quoted(access.database());
            InterruptibleSql.make(maintenance, used -> Sql.execute(used, statement), () -> {});
        } catch (SQLException e) {
            throw PostgresFailures.WORDS.noDatabase(access.database(), access.url(), e);
        }
        try (var connection = access.connect()) {
            Sql.execute(connection, "CREATE EXTENSION IF NOT EXISTS " + StatementCounts.EXTENSION);
        } catch (SQLException e) {
            // Only a superuser may; the report of its absence has the remedy.
        }
    }
}
