package dev.ralbench.dependency.sql;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredSql;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.NetworkReason;
import dev.ralbench.dependency.kind.PreparedExternalServer;
import dev.ralbench.dependency.kind.PreparedFreshServer;
import dev.ralbench.dependency.kind.PreparedFreshServer.Begun;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.dependency.kind.ServerLauncher;
import dev.ralbench.dependency.kind.ServerOrigin;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.process.DirectoryTree;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.ReadyCheck;
import dev.ralbench.process.ServiceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Servers of one kind of SQL database. For those that ralbench starts, data is loaded once, and each start works on a
 * copy of it; those that run already hold their data.
 */
final class SqlServers<N extends DeclaredSql> implements DependencyPreparer {
    private static final Duration INITIALIZE_LIMIT = Duration.ofMinutes(2);

    private final SqlKind<N> kind;
    private final ServerKind server;
    private final DependencyContext context;
    private final ServerLauncher launcher;
    private final Snapshots snapshots;

    SqlServers(SqlKind<N> kind, ServerKind server, DependencyContext context) {
        this.kind = kind;
        this.server = server;
        this.context = context;
        this.launcher = context.servers();
        this.snapshots = new Snapshots(context.cacheParts());
    }

    @Override
    public PreparedServer prepare(DeclaredDependencies needs, ServerSources.Source source) throws InterruptedException {
        var need = kind.need(needs);
        return switch (context.finder().find(server, source)) {
            case ServerOrigin.External there -> external(need, there.url());
            case ServerOrigin.Startable program -> fresh(need, program, source);
        };
    }

    @Override
    public boolean dropUnusable() throws InterruptedException {
        return snapshots.dropUnusable();
    }

    private PreparedServer external(N need, ServerUrl url) throws InterruptedException {
        try (var connection = kind.connect(url, need.database())) {
            var product = kind.product(connection);
            kind.require(need, product, url.address());
            var counters = kind.use(connection, url, need.database());
            new ExternalData(kind.dialect(), need, url.address(), context.clock(), context.notes()).ensure(connection);
            return PreparedExternalServer.watched(
                    server.name(), product, url, url.placeholders(need.database()), counters, context.clock());
        } catch (SQLException e) {
            throw refused(url, e);
        }
    }

    /** No driver puts a password in its messages, and neither does this. */
    private Failure refused(ServerUrl url, SQLException e) {
        var title = "the " + server.title() + " server at " + url.address();
        var unusable = title + " cannot be used";
        var login = " (as " + url.loginAndAddress() + ")";
        var failure = switch (kind.refusal(e)) {
            case LOGIN ->
                Failure.environment(
                        title + " does not let " + url.user() + " in",
                        Sql.firstLine(e),
                        "check user and password of " + server.urlOption());
            case ADDRESS ->
                Failure.environment(
                        unusable, Sql.firstLine(e), "let " + url.user() + " in from this machine, or use another user");
            case OTHER ->
                NetworkReason.of(e)
                        .map(reason -> Failure.environment(
                                unusable,
                                reason + login,
                                "check host and port of " + server.urlOption() + ", and that it runs"))
                        .orElseGet(() -> Failure.environment(
                                unusable,
                                Sql.firstLine(e) + login,
                                "check " + server.urlOption() + ", and that a " + server.title()
                                        + " server listens there"));
        };
        return failure.causedBy(e);
    }

    private PreparedServer fresh(N need, ServerOrigin.Startable origin, ServerSources.Source source)
            throws InterruptedException {
        var product = launcher.product(server, origin);
        kind.require(need, product, origin.words());
        var program = kind.run(need, origin, product, source, context);
        var data = snapshots.get(
                product,
                program.settings(),
                need,
                (script, made) -> load(program, product, need.database(), script, made));
        return new PreparedFreshServer(
                server.name(),
                product,
                program.origin(),
                (root, log) -> begun(program, product, need.database(), data, root, log),
                context);
    }

    private Begun begun(
            SqlServer program, Product product, String database, Snapshots.KeptSnapshot data, Path root, LogFile log)
            throws IOException {
        data.snapshot().restore(SqlServer.data(root));
        var prepared = program.onCopy(root);
        return new Begun(
                new Start(server, product, prepared, log, data.onDeath()),
                launched -> prepared.usable(launched.port(), database));
    }

    /** Leaves the snapshot in the directory, and nothing else. */
    private void load(SqlServer program, Product product, String database, DeclaredSql.Script script, Path made)
            throws IOException, InterruptedException {
        context.notes().accept("loading " + script.name() + " into " + product + " (once) ...");
        var root = Files.createDirectory(made.resolve("work"));
        var prepared = program.empty(root);
        launcher.run(
                spec(
                        server,
                        "a fresh data directory of " + product,
                        prepared.initialize(),
                        prepared,
                        launcher.prepareLog(server.name() + "-initialize")),
                INITIALIZE_LIMIT);
        var log = launcher.prepareLog(server.name() + "-load");
        var tables = launcher.once(
                new Start(server, product, prepared, log, () -> {}),
                program.shutdownLimit(),
                launched -> filled(prepared, launched.port(), database, script));
        prepared.complete();
        Snapshot.write(SqlServer.data(root), tables, made);
        DirectoryTree.delete(root);
    }

    private Map<String, TableFigures> filled(
            SqlServer.Prepared prepared, int port, String database, DeclaredSql.Script script)
            throws InterruptedException {
        var runner = new ScriptRunner(context.clock(), context.notes());
        try {
            return prepared.fill(
                    port,
                    database,
                    connection ->
                            runner.run(SqlScript.parse(script, kind.dialect().syntax()), connection));
        } catch (SQLException e) {
            throw Failure.environment(
                            "the data of " + script.name() + " cannot be loaded",
                            Sql.firstLine(e),
                            "see the server's log in " + context.cache().directory("logs"))
                    .causedBy(e);
        }
    }

    private static ServiceSpec spec(
            ServerKind server, String title, List<String> arguments, SqlServer.Prepared prepared, LogFile log) {
        return new ServiceSpec(title, server.program(), arguments, Map.of(), prepared.directories(), log);
    }

    /** @param onDeath run when it ends by itself while it starts */
    private record Start(ServerKind server, Product product, SqlServer.Prepared prepared, LogFile log, Runnable onDeath)
            implements ServerLauncher.Recipe {
        @Override
        public ServiceSpec spec(int port) {
            return SqlServers.spec(server, product.toString(), prepared.serve(port), prepared, log);
        }

        @Override
        public ReadyCheck check(int port) {
            return prepared.check(port);
        }

        @Override
        public void died() {
            onDeath.run();
        }
    }
}
