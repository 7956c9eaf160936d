package dev.ralbench.dependency.mysql;

import dev.ralbench.Failure;
import dev.ralbench.cache.CachePart;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.OneShotProgram;
import dev.ralbench.dependency.kind.PrepareLogs;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.ServerPlace;
import dev.ralbench.dependency.kind.ServerSource;
import dev.ralbench.dependency.kind.UnusableParts;
import dev.ralbench.need.MySqlNeed;
import dev.ralbench.need.Needs;
import dev.ralbench.process.ServiceSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** MySQL servers that ralbench starts: data is loaded once, and each start works on a copy of it. */
final class MySqlServers implements DependencyPreparer {
    private static final Duration VERSION_LIMIT = Duration.ofSeconds(30);

    private final DependencyContext context;
    private final OneShotProgram question;
    private final ExternalMySql external;
    private final MySqlLoader loader;
    private final UnusableParts unusable;

    MySqlServers(DependencyContext context) {
        this.context = context;
        this.question = new OneShotProgram(context.starter(), context.clock());
        this.external = new ExternalMySql(context.clock(), context.notes());
        this.loader = new MySqlLoader(context);
        this.unusable = new UnusableParts(context.cacheParts());
    }

    @Override
    public PreparedServer prepare(Needs needs, ServerSource source) throws InterruptedException {
        var need = needs.find(MySqlNeed.class).orElseThrow();
        return switch (context.finder().find(MySqlSupply.SUPPLY, source)) {
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
                made -> loader.load(program, need.database(), script, new MySqlDirectory(made)));
        var snapshot = new Snapshot(context.cacheParts().get(part));
        verify(need, snapshot, script);
        return new PreparedMySql(program, need.database(), snapshot, () -> unusable.add(part), context);
    }

    /** Which of the two it is, and that it runs on this machine at all. */
    private MySqlProgram identify(ServerPlace.Startable place) throws InterruptedException {
        var log = PrepareLogs.make(context.runDirectories(), "mysql-version");
        var spec = new ServiceSpec(
                "asking " + place.title() + " for its version",
                MySqlSupply.PROGRAM,
                List.of(place.command(), "--version"),
                Map.of(),
                List.of(),
                log);
        var output = question.run(spec, VERSION_LIMIT);
        var product = MySqlProduct.ofProgram(output)
                .orElseThrow(() -> Failure.environment(
                        place.words() + " is not a MySQL server",
                        "asked for its version it wrote: " + output.strip(),
                        "name the program of a server, mysqld or mariadbd"));
        return new MySqlProgram(place, product, RootUser.isThisProcess(context.cache()));
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
}
