package dev.ralbench.dependency.mysql;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredSql;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.OneShotProgram;
import dev.ralbench.dependency.kind.PrepareLogs;
import dev.ralbench.dependency.kind.ServerFailures;
import dev.ralbench.dependency.kind.ServerLauncher;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.sql.InterruptibleSql;
import dev.ralbench.dependency.sql.ScriptRunner;
import dev.ralbench.dependency.sql.Snapshot;
import dev.ralbench.dependency.sql.Sql;
import dev.ralbench.dependency.sql.SqlDialect;
import dev.ralbench.dependency.sql.SqlScript;
import dev.ralbench.dependency.sql.TableFigures;
import dev.ralbench.process.Completion;
import dev.ralbench.process.DirectoryTree;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** Loads a script into a fresh database, once: the result is a snapshot that each start copies. */
final class MySqlLoader {
    private static final Duration INITIALIZE_LIMIT = Duration.ofMinutes(2);
    private static final Duration SHUTDOWN_LIMIT = Duration.ofMinutes(2);

    private final SqlDialect dialect = new MySqlDialect();
    private final OneShotProgram initialization;
    private final ServerLauncher launcher;
    private final Completion shutdown;
    private final UserCache cache;
    private final RunDirectories runDirectories;
    private final ScriptRunner scripts;
    private final Consumer<String> notes;

    MySqlLoader(DependencyContext context) {
        this.initialization = new OneShotProgram(context.starter(), context.clock());
        this.launcher = new ServerLauncher(context.starter(), context.clock());
        this.shutdown = new Completion(context.clock(), SHUTDOWN_LIMIT);
        this.cache = context.cache();
        this.runDirectories = context.runDirectories();
        this.scripts = new ScriptRunner(context.clock(), context.notes());
        this.notes = context.notes();
    }

    /** Leaves the snapshot in the directory, and nothing else. */
    void load(MySqlProgram program, String database, DeclaredSql.Script script, MySqlDirectory made)
            throws IOException, InterruptedException {
        notes.accept("loading " + script.name() + " into " + program.product() + " (once) ...");
        var directory = new MySqlDirectory(made.root().resolve("work"));
        directory.make();
        var accounts = MySqlAccounts.random();
        directory.writeInitFile(accounts.toMake(program.product()));
        initialization.run(
                MySqlRecipe.spec(
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
            if (shutdown.exitCodeFromNow(service).orElse(-1) != 0) {
                throw ServerFailures.didNotWork(service.title(), MySqlSupply.PROGRAM, log, "it was not shut down well");
            }
        }
        PrepareLogs.drop(log);
        Snapshot.write(directory.data(), tables, made.root());
        DirectoryTree.delete(directory.root());
    }

    /** Makes the database, runs the script, reads the tables and tells the server to shut down. */
    private Map<String, TableFigures> fill(ServerUrl url, String database, DeclaredSql.Script script)
            throws InterruptedException {
        try (var connection = new MySqlAccess(url).connect()) {
            InterruptibleSql.make(connection, used -> createDatabase(used, database), () -> {});
            scripts.run(SqlScript.parse(script, dialect.syntax()), connection);
            return InterruptibleSql.ask(connection, used -> {
                var tables = TableFigures.ofAll(dialect, used, database);
                shutDown(used);
                return tables;
            });
        } catch (SQLException e) {
            throw Failure.environment(
                            "the data of " + script.name() + " cannot be loaded",
                            Sql.firstLine(e),
                            "see the server's log in " + cache.directory("logs"))
                    .causedBy(e);
        }
    }

    /** And uses it. */
    static void createDatabase(Connection connection, String database) throws SQLException {
        Sql.execute(
                connection,
                "CREATE DATABASE " + MySqlDialect.quoted(database)
                        + " DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
        Sql.execute(connection, "USE " + MySqlDialect.quoted(database));
    }

    private static void shutDown(Connection connection) {
        try {
            Sql.execute(connection, "SHUTDOWN");
        } catch (SQLException e) {
            // It may have closed the connection before it answered; whether it ended is checked in any case.
        }
    }
}
