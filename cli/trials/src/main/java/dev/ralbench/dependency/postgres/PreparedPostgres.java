package dev.ralbench.dependency.postgres;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.CountsPoller;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.Idle;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.kind.ServerLauncher;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.kind.StartedServer;
import dev.ralbench.dependency.sql.Snapshots;
import dev.ralbench.dependency.sql.Sql;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.Rollback;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** A PostgreSQL server whose data is loaded: each start works on a copy of the snapshot. */
final class PreparedPostgres implements PreparedServer {
    private final PostgresProgram program;
    private final String database;
    private final Snapshots.Kept data;
    private final ServerLauncher launcher;
    private final UserCache cache;
    private final RunDirectories runDirectories;
    private final Clock clock;

    PreparedPostgres(PostgresProgram program, String database, Snapshots.Kept data, DependencyContext context) {
        this.program = program;
        this.database = database;
        this.data = data;
        this.launcher = new ServerLauncher(context.starter(), context.clock());
        this.cache = context.cache();
        this.runDirectories = context.runDirectories();
        this.clock = context.clock();
    }

    @Override
    public String name() {
        return PostgresSupply.NAME;
    }

    @Override
    public Optional<String> software() {
        return Optional.of(program.product() + ", " + program.place().words());
    }

    @Override
    public RunningServer start(Path logDirectory, String prefix, Map<String, String> words)
            throws InterruptedException {
        var directory = new PostgresDirectory(runDirectories.make(PostgresSupply.NAME));
        try (var undo = new Rollback()) {
            undo.later(() -> StartedServer.delete(directory.root()));
            data.snapshot().restore(directory.data());
            program.user().own(directory.data());
            var first = PostgresAccounts.ofData(directory.password());
            var log = new LogFile(logDirectory.resolve(prefix + "-postgres.log"));
            var launched = launcher.launch(new PostgresRecipe(program, directory, log, first, data.onDeath()));
            undo.later(launched.service()::close);
            var accounts = PostgresAccounts.random();
            changePasswords(first.own(launched.port()), accounts);
            var own = new PostgresAccess(accounts.own(launched.port()), PostgresAccess.MAINTENANCE);
            var questions = CountsPoller.begin(
                    PostgresSupply.NAME, new PostgresCounter(own, StatementCounts.OWN), Idle.NOTHING, clock);
            var server = new StartedServer(
                    PostgresSupply.NAME,
                    program.product().toString(),
                    program.place().words(),
                    PostgresSupply.words(accounts.targets(launched.port()), database),
                    launched,
                    questions,
                    directory.root());
            undo.forget();
            return server;
        } catch (IOException e) {
            throw Failure.environment(
                            "the data for " + program.product() + " cannot be restored",
                            String.valueOf(e),
                            "make room in " + cache.root())
                    .causedBy(e);
        }
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
