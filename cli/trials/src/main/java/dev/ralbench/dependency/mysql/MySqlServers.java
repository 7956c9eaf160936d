package dev.ralbench.dependency.mysql;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.cache.CachePart;
import dev.ralbench.cache.CacheParts;
import dev.ralbench.dependency.kind.CountsPoller;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.Idle;
import dev.ralbench.dependency.kind.OneShotProgram;
import dev.ralbench.dependency.kind.PrepareLogs;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.Rollback;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.kind.ServerFailures;
import dev.ralbench.dependency.kind.ServerFinder;
import dev.ralbench.dependency.kind.ServerLauncher;
import dev.ralbench.dependency.kind.ServerPlace;
import dev.ralbench.dependency.kind.ServerSource;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.kind.StartedServer;
import dev.ralbench.dependency.kind.UnusableParts;
import dev.ralbench.need.MySqlNeed;
import dev.ralbench.need.Needs;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.ReadyCheck;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** MySQL servers that ralbench starts: data is loaded once, and each start works on a copy of it. */
final class MySqlServers implements DependencyPreparer {
    private static final Duration VERSION_LIMIT = Duration.ofSeconds(30);
    private static final Duration INITIALIZE_LIMIT = Duration.ofMinutes(2);
    private static final Duration SHUTDOWN_LIMIT = Duration.ofMinutes(2);

    private final OneShotProgram errand;
    private final ServerLauncher launcher;
    private final ServerFinder finder;
    private final ExternalMySql external;
    private final UserCache cache;
    private final CacheParts cacheParts;
    private final RunDirectories runDirectories;
    private final ScriptRunner scripts;
    private final Clock clock;
    private final Consumer<String> notes;
    private final UnusableParts unusable;

    MySqlServers(DependencyContext context) {
        this.errand = new OneShotProgram(context.starter(), context.clock());
        this.launcher = new ServerLauncher(context.starter(), context.clock());
        this.finder = context.finder();
        this.external = new ExternalMySql(context.clock(), context.notes());
        this.cache = context.cache();
        this.cacheParts = context.cacheParts();
        this.runDirectories = context.runDirectories();
        this.scripts = new ScriptRunner(context.clock(), context.notes());
        this.clock = context.clock();
        this.notes = context.notes();
        this.unusable = new UnusableParts(cacheParts);
    }

    @Override
    public PreparedServer prepare(Needs needs, ServerSource source) throws InterruptedException {
        var need = needs.find(MySqlNeed.class).orElseThrow();
        return switch (finder.find(MySqlKind.SUPPLY, source)) {
            case ServerPlace.External there -> external.prepare(need, there.url());
            case ServerPlace.Startable program -> prepare(need, program);
        };
    }

    @Override
    public boolean dropUnusable() throws InterruptedException {
        return unusable.drop();
    }

    private PreparedServer prepare(MySqlNeed need, ServerPlace.Startable place) throws InterruptedException {
        var program = identify(place);
        var script = need.script().orElse(new MySqlNeed.Script("no script", ""));
        var key = Snapshot.key(program.product().toString(), program.settings(), need.database(), script.text());
        var part = new CachePart(
                "snapshots/" + key,
                "the data of " + script.name() + " for " + program.product(),
                "loading " + script.name() + " into " + program.product(),
                found -> new Snapshot(found).isWhole(),
                made -> load(program, need.database(), script, new MySqlDirectory(made)));
        var snapshot = new Snapshot(cacheParts.get(part));
        verify(need, snapshot, script);
        return new Prepared(program, need.database(), snapshot, () -> unusable.add(part));
    }

    /** Which of the two it is, and that it runs on this machine at all. */
    private MySqlProgram identify(ServerPlace.Startable place) throws InterruptedException {
        var log = PrepareLogs.make(runDirectories, "mysql-version");
        var spec = new ServiceSpec(
                "asking " + place.title() + " for its version",
                MySqlKind.PROGRAM,
                List.of(place.command(), "--version"),
                Map.of(),
                List.of(),
                log);
        var output = errand.run(spec, VERSION_LIMIT);
        var product = MySqlProduct.ofProgram(output)
                .orElseThrow(() -> Failure.environment(
                        place.words() + " is not a MySQL server",
                        "asked for its version it wrote: " + output.strip(),
                        "name the program of a server, mysqld or mariadbd"));
        return new MySqlProgram(place, product, RootUser.isThisProcess(cache));
    }

    private static void verify(MySqlNeed need, Snapshot snapshot, MySqlNeed.Script script) {
        try {
            new DataCheck(need.tables())
                    .verify(
                            snapshot.tables(),
                            "the data of " + script.name(),
                            "correct the script, or what the scenario expects of it");
        } catch (IOException e) {
            throw Failure.environment(
                            "the loaded data cannot be read", String.valueOf(e), "remove " + snapshot.directory())
                    .causedBy(e);
        }
    }

    /** Leaves the snapshot in the directory, and nothing else. */
    private void load(MySqlProgram program, String database, MySqlNeed.Script script, MySqlDirectory made)
            throws IOException, InterruptedException {
        notes.accept("loading " + script.name() + " into " + program.product() + " (once) ...");
        var directory = new MySqlDirectory(made.root().resolve("work"));
        directory.make();
        var accounts = MySqlAccounts.random();
        directory.writeInitFile(accounts.toMake(program.product()));
        errand.run(
                spec(
                        program,
                        "a fresh data directory of " + program.product(),
                        program.initialize(directory),
                        directory,
                        PrepareLogs.make(runDirectories, "mysql-initialize")),
                INITIALIZE_LIMIT);
        var log = PrepareLogs.make(runDirectories, "mysql-load");
        var launched = launcher.launch(new MySqlRecipe(program, directory, log, accounts, true, () -> {}));
        Map<String, TableFigures> tables;
        try (var service = launched.service()) {
            tables = fill(accounts.own(launched.port()), database, script);
            if (errand.awaitEnd(service, SHUTDOWN_LIMIT).orElse(-1) != 0) {
                throw ServerFailures.didNotWork(service.title(), MySqlKind.PROGRAM, log, "it was not shut down well");
            }
        }
        PrepareLogs.drop(log);
        Snapshot.write(directory.data(), tables, made.root());
        RunDirectories.delete(directory.root());
    }

    /** Makes the database, runs the script, looks at what came of it and tells the server to shut down. */
    private Map<String, TableFigures> fill(ServerUrl url, String database, MySqlNeed.Script script)
            throws InterruptedException {
        try (var connection = new MySqlAccess(url).connect()) {
            InterruptibleSql.make(connection, used -> createDatabase(used, database), () -> {});
            scripts.run(SqlScript.parse(script), connection);
            return InterruptibleSql.ask(connection, used -> {
                var tables = TableFigures.ofAll(used, database);
                shutDown(used);
                return tables;
            });
        } catch (SQLException e) {
            throw Failure.environment(
                            "the data of " + script.name() + " cannot be loaded",
                            MySqlFailures.firstLine(e),
                            "see the server's log in " + cache.directory("logs"))
                    .causedBy(e);
        }
    }

    /** And uses it. */
    public static void createDatabase(Connection connection, String database) throws SQLException {
        MySqlAccess.execute(
                connection,
                "CREATE DATABASE " + MySqlAccess.quoted(database)
                        + " DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
        MySqlAccess.execute(connection, "USE " + MySqlAccess.quoted(database));
    }

    private static void shutDown(Connection connection) {
        try {
            MySqlAccess.execute(connection, "SHUTDOWN");
        } catch (SQLException e) {
            // It may have closed the connection before it answered; whether it ended is looked at in any case.
        }
    }

    private static ServiceSpec spec(
            MySqlProgram program, String title, List<String> arguments, MySqlDirectory directory, LogFile log) {
        var directories = new ArrayList<ServiceSpec.Directory>();
        program.home().map(ServiceSpec.Directory::readOnly).ifPresent(directories::add);
        directories.add(ServiceSpec.Directory.writable(directory.root()));
        return new ServiceSpec(title, MySqlKind.PROGRAM, arguments, Map.of(), directories, log);
    }

    /**
     * @param isToLoad whether a script comes next
     * @param onDeath run when it ends by itself while it starts
     */
    private record MySqlRecipe(
            MySqlProgram program,
            MySqlDirectory directory,
            LogFile log,
            MySqlAccounts accounts,
            boolean isToLoad,
            Runnable onDeath)
            implements ServerLauncher.Recipe {
        @Override
        public ServiceSpec spec(int port) {
            var arguments = isToLoad ? program.serveToLoad(directory, port) : program.serve(directory, port);
            return MySqlServers.spec(program, program.product().toString(), arguments, directory, log);
        }

        @Override
        public ReadyCheck check(int port) {
            return new MySqlAccess(accounts.own(port)).readyCheck(directory.serverId());
        }

        @Override
        public void died() {
            onDeath.run();
        }
    }

    private final class Prepared implements PreparedServer {
        private final MySqlProgram program;
        private final String database;
        private final Snapshot snapshot;
        private final Runnable onDeath;

        Prepared(MySqlProgram program, String database, Snapshot snapshot, Runnable onDeath) {
            this.program = program;
            this.database = database;
            this.snapshot = snapshot;
            this.onDeath = onDeath;
        }

        @Override
        public String name() {
            return MySqlKind.NAME;
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
                                MySqlFailures.firstLine(e),
                                "see the server's log")
                        .causedBy(e);
            }
        }

        @Override
        public RunningServer start(Path logDirectory, String prefix) throws InterruptedException {
            var directory = new MySqlDirectory(runDirectories.make(MySqlKind.NAME));
            try (var undo = new Rollback()) {
                undo.later(() -> StartedServer.delete(directory.root()));
                directory.make();
                snapshot.restore(directory.data());
                var accounts = MySqlAccounts.random();
                directory.writeInitFile(accounts.toChange());
                var log = new LogFile(logDirectory.resolve(prefix + "-mysql.log"));
                var launched = launcher.launch(new MySqlRecipe(program, directory, log, accounts, false, onDeath));
                undo.later(launched.service()::close);
                var url = accounts.targets(launched.port());
                if (!MySqlProduct.isMariaDb(program.product())) {
                    logInOnce(url);
                }
                var own = new MySqlAccess(accounts.own(launched.port()));
                var questions = CountsPoller.begin(MySqlKind.NAME, new MySqlCounter(own), Idle.NOTHING, clock);
                var server = new StartedServer(
                        MySqlKind.NAME,
                        program.product().toString(),
                        program.place().words(),
                        MySqlKind.words(url, database),
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
}
