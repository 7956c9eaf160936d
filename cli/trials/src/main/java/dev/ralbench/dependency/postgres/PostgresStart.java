package dev.ralbench.dependency.postgres;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.PreparedFreshServer.Beginning;
import dev.ralbench.dependency.kind.PreparedFreshServer.Begun;
import dev.ralbench.dependency.kind.PreparedFreshServer.Usable;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.sql.Snapshots;
import dev.ralbench.dependency.sql.Sql;
import dev.ralbench.process.LogFile;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/** Starts a PostgreSQL server on a copy of the data that was loaded once. */
record PostgresStart(PostgresProgram program, String database, Snapshots.KeptSnapshot data) implements Beginning {
    @Override
    public Begun in(Path root, LogFile log) throws IOException {
        var directory = new PostgresDirectory(root);
        data.snapshot().restore(directory.data());
        program.user().own(directory.data());
        var first = PostgresAccounts.ofData(directory.password());
        return new Begun(
                new PostgresRecipe(program, directory, log, first, data.onDeath()),
                launched -> usable(first, launched.port()));
    }

    private Usable usable(PostgresAccounts first, int port) {
        var accounts = PostgresAccounts.random();
        changePasswords(first.own(port), accounts);
        var own = new PostgresAccess(accounts.own(port), PostgresAccess.MAINTENANCE);
        return new Usable(
                PostgresSupply.placeholders(accounts.targets(port), database),
                new PostgresCounter(own, StatementCounts.OWN));
    }

    private void changePasswords(ServerUrl own, PostgresAccounts accounts) {
        try (var connection = new PostgresAccess(own, PostgresAccess.MAINTENANCE).connect()) {
            for (var statement : accounts.toChange()) {
                Sql.execute(connection, statement);
            }
        } catch (SQLException e) {
            throw Failure.environment(
                            program.product() + " does not take new passwords",
                            Sql.firstLine(e),
                            "see the server's log")
                    .causedBy(e);
        }
    }
}
