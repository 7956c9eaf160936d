package dev.ralbench.dependency.sql;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredSql;
import dev.ralbench.dependency.kind.Counter;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.dependency.kind.ServerOrigin;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.load.data.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A kind of SQL database: all that differs between two of them. How their data is loaded, kept, restored and checked is
 * the same, and is in this package.
 *
 * @param <N> the need that a scenario states
 */
public abstract class SqlKind<N extends DeclaredSql> implements DependencyKind {
    private final ServerKind server;

    protected SqlKind(ServerKind server) {
        this.server = server;
    }

    /** Why a server does not let ralbench in. */
    protected enum Refusal {
        /** User or password are wrong. */
        LOGIN,
        /** The user may not come from this machine. */
        ADDRESS,
        /** It cannot be reached, or is something else. */
        OTHER
    }

    @Override
    public final Optional<ServerKind> server() {
        return Optional.of(server);
    }

    @Override
    public final DependencyPreparer open(DependencyContext context) {
        return new SqlServers<>(this, server, context);
    }

    @Override
    public final Rows rows(String sql, Map<String, String> placeholders) throws InterruptedException {
        var database = placeholders.getOrDefault(name() + ".database", "");
        try (var connection = connect(ServerUrl.of(name(), placeholders), database)) {
            connection.setCatalog(database);
            return InterruptibleSql.ask(connection, used -> Sql.rows(used, sql));
        } catch (SQLException e) {
            throw new IllegalArgumentException("failed: " + Sql.firstLine(e), e);
        }
    }

    /** The scenario's need of this kind. */
    protected abstract N need(DeclaredDependencies needs);

    protected abstract SqlDialect dialect();

    /**
     * Refuses a product that will not do.
     *
     * @param where it is, in a few words
     * @throws Failure if it will not
     */
    protected abstract void require(N need, Product product, String where);

    /** How ralbench runs a program of this kind. */
    protected abstract SqlServer run(
            N need,
            ServerOrigin.Startable origin,
            Product product,
            ServerSources.Source source,
            DependencyContext context);

    /** Opens a connection to a server that runs already. */
    protected abstract Connection connect(ServerUrl url, String database) throws SQLException, InterruptedException;

    /** Asks such a server for its product. */
    protected abstract Product product(Connection connection) throws SQLException;

    /**
     * Uses the scenario's database from then on; makes it if it is missing.
     *
     * @return opens connections that ask for counts
     * @throws Failure if the database is missing and cannot be made, or the server does not count
     */
    protected abstract Supplier<Counter> use(Connection connection, ServerUrl url, String database)
            throws SQLException, InterruptedException;

    protected abstract Refusal refusal(SQLException e);

    /** The database is missing, and the user may not make it. */
    protected static Failure noDatabase(ServerUrl url, String database, SQLException e) {
        return Failure.environment(
                        "there is no database " + database + " at " + url.address() + " for " + url.user(),
                        Sql.firstLine(e),
                        "create it, and let " + url.user() + " use it")
                .causedBy(e);
    }
}
