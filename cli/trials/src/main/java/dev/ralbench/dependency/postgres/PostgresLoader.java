package dev.ralbench.dependency.postgres;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredSql;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.OneShotProgram;
import dev.ralbench.dependency.kind.PrepareLogs;
import dev.ralbench.dependency.kind.ServerFailures;
import dev.ralbench.dependency.kind.ServerLauncher;
import dev.ralbench.dependency.sql.InterruptibleSql;
import dev.ralbench.dependency.sql.ScriptRunner;
import dev.ralbench.dependency.sql.Snapshot;
import dev.ralbench.dependency.sql.Sql;
import dev.ralbench.dependency.sql.SqlDialect;
import dev.ralbench.dependency.sql.SqlScript;
import dev.ralbench.dependency.sql.TableFigures;
import dev.ralbench.process.DirectoryTree;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.UserCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** Loads a script into a fresh database, once: the result is a snapshot that each start copies. */
final class PostgresLoader {
    private static final Duration INITIALIZE_LIMIT = Duration.ofMinutes(2);

    private final SqlDialect dialect = new PostgresDialect();
    private final OneShotProgram initialization;
    private final ServerLauncher launcher;
    private final UserCache cache;
    private final RunDirectories runDirectories;
    private final ScriptRunner scripts;
    private final Consumer<String> notes;

    PostgresLoader(DependencyContext context) {
        this.initialization = new OneShotProgram(context.starter(), context.clock());
        this.launcher = new ServerLauncher(context.starter(), context.clock());
        this.cache = context.cache();
        this.runDirectories = context.runDirectories();
        this.scripts = new ScriptRunner(context.clock(), context.notes());
        this.notes = context.notes();
    }

    /** Leaves the snapshot in the directory, and nothing else. */
    void load(PostgresProgram program, String database, DeclaredSql.Script script, Path made)
            throws IOException, InterruptedException {
        notes.accept("loading " + script.name() + " into " + program.product() + " (once) ...");
        var directory = new PostgresDirectory(Files.createDirectory(made.resolve("work")));
        var accounts = PostgresAccounts.random();
        directory.writePassword(accounts.own());
        initialization.run(
                PostgresRecipe.spec(
                        "a fresh data directory of " + program.product(),
                        program.initialize(directory),
                        directory,
                        PrepareLogs.make(runDirectories, "postgres-initialize")),
                INITIALIZE_LIMIT);
        var tables = serveAndFill(program, directory, accounts, database, script);
        directory.keepPassword();
        Snapshot.write(directory.data(), tables, made);
        DirectoryTree.delete(directory.root());
    }

    private Map<String, TableFigures> serveAndFill(
            PostgresProgram program,
            PostgresDirectory directory,
            PostgresAccounts accounts,
            String database,
            DeclaredSql.Script script)
            throws IOException, InterruptedException {
        var log = PrepareLogs.make(runDirectories, "postgres-load");
        var launched = launcher.launch(new PostgresRecipe(program, directory, log, accounts, () -> {}));
        var service = launched.service();
        Map<String, TableFigures> tables;
        try (service) {
            tables = fill(accounts, launched.port(), database, script);
        }
        if (service.exitCode().orElse(-1) != 0) {
            throw ServerFailures.didNotWork(
                    service.title(), PostgresSupply.SUPPLY.program(), log, "it was not shut down well");
        }
        PrepareLogs.drop(log);
        return tables;
    }

    private Map<String, TableFigures> fill(
            PostgresAccounts accounts, int port, String database, DeclaredSql.Script script)
            throws InterruptedException {
        var own = accounts.own(port);
        try (var maintenance = new PostgresAccess(own, PostgresAccess.MAINTENANCE).connect()) {
            InterruptibleSql.make(maintenance, used -> makeDatabase(used, accounts, database), () -> {});
            try (var connection = new PostgresAccess(accounts.targets(port), database).connect()) {
                scripts.run(SqlScript.parse(script, dialect.syntax()), connection);
                Sql.execute(connection, "COMMIT"); // it may have left a transaction open
            }
            Map<String, TableFigures> tables;
            try (var connection = new PostgresAccess(own, database).connect()) {
                tables = InterruptibleSql.ask(connection, used -> settle(used, database));
            }
            Sql.execute(maintenance, PostgresAccounts.toLimitTargets());
            // Writes now may take their time, so that little is left for the shutdown.
            InterruptibleSql.make(maintenance, used -> Sql.execute(used, "CHECKPOINT"), () -> {});
            return tables;
        } catch (SQLException e) {
            throw Failure.environment(
                            "the data of " + script.name() + " cannot be loaded",
                            Sql.firstLine(e),
                            "see the server's log in " + cache.directory("logs"))
                    .causedBy(e);
        }
    }

    private static void makeDatabase(Connection maintenance, PostgresAccounts accounts, String database)
            throws SQLException {
        for (var statement : StatementCounts.toMake()) {
            Sql.execute(maintenance, statement);
        }
        Sql.execute(maintenance, accounts.toMakeTargets());
        var name = PostgresDialect.quoted(database);
        boolean isThere = !Sql.texts(
                        maintenance, "SELECT datname FROM pg_catalog.pg_database WHERE datname = ?", database)
                .isEmpty();
        Sql.execute(
                maintenance,
                (isThere ? "ALTER DATABASE " + name + " OWNER TO " : "CREATE DATABASE " + name + " OWNER ")
                        + PostgresAccounts.TARGETS);
    }

    /** Freezes rows and tells the planner about them, so that no trial does such one-time work first. */
    private Map<String, TableFigures> settle(Connection connection, String database) throws SQLException {
        Sql.execute(connection, "VACUUM (FREEZE, ANALYZE)");
        return TableFigures.ofAll(dialect, connection, database);
    }
}
