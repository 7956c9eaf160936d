package dev.ralbench.dependency.mysql;

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

/** A MySQL server whose data is loaded: each start works on a copy of the snapshot. */
final class PreparedMySql implements PreparedServer {
    private final MySqlProgram program;
    private final String database;
    private final Snapshots.Kept data;
    private final ServerLauncher launcher;
    private final UserCache cache;
    private final RunDirectories runDirectories;
    private final Clock clock;

    PreparedMySql(MySqlProgram program, String database, Snapshots.Kept data, DependencyContext context) {
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
        return MySqlSupply.NAME;
    }

    @Override
    public Optional<String> software() {
        return Optional.of(program.product() + ", " + program.place().words());
    }

    /**
     * MySQL takes a password the first time only encrypted, and remembers it then: a target's driver need not know
     * how to ask for the key.
     */
    private void logInOnce(ServerUrl url) {
        try {
            new MySqlAccess(url).connect().close();
        } catch (SQLException e) {
            throw Failure.environment(
                            program.product() + " does not let " + url.user() + " in",
                            Sql.firstLine(e),
                            "see the server's log")
                    .causedBy(e);
        }
    }

    @Override
    public RunningServer start(Path logDirectory, String prefix, Map<String, String> words)
            throws InterruptedException {
        var directory = new MySqlDirectory(runDirectories.make(MySqlSupply.NAME));
        try (var undo = new Rollback()) {
            undo.later(() -> StartedServer.delete(directory.root()));
            directory.make();
            data.snapshot().restore(directory.data());
            var accounts = MySqlAccounts.random();
            directory.writeInitFile(accounts.toChange());
            var log = new LogFile(logDirectory.resolve(prefix + "-mysql.log"));
            var launched = launcher.launch(new MySqlRecipe(program, directory, log, accounts, false, data.onDeath()));
            undo.later(launched.service()::close);
            var url = accounts.targets(launched.port());
            if (!MySqlProduct.isMariaDb(program.product())) {
                logInOnce(url);
            }
            var own = new MySqlAccess(accounts.own(launched.port()));
            var questions = CountsPoller.begin(MySqlSupply.NAME, new MySqlCounter(own), Idle.NOTHING, clock);
            var server = new StartedServer(
                    MySqlSupply.NAME,
                    program.product().toString(),
                    program.place().words(),
                    MySqlSupply.words(url, database),
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
}
