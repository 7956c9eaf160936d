package dev.ralbench.dependency.mongodb;

import dev.ralbench.Failure;
import dev.ralbench.HttpUrl;
import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.kind.LaunchedServer;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.dependency.kind.ServerPassword;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.service.CountersPage;
import dev.ralbench.service.RunningTarget;
import dev.ralbench.service.TargetDefinition;
import dev.ralbench.service.TargetLauncher;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A started stand-in.
 *
 * @param product its name
 * @param url where drivers connect; the port of the target is for its counters
 */
record RunningStandIn(String product, RunningTarget service, DeclaredMongoDb need, ServerUrl url)
        implements LaunchedServer {
    static final String ORIGIN = "built in";

    /** The one account of the stand-in, as it calls it. */
    private static final String USER = "target";

    private static final String COMMANDS = "document_store_commands_total";
    private static final String RUNNING = "document_store_running";
    private static final String CONNECTIONS = "document_store_connections";
    private static final String PORT = "document_store_port";

    static RunningStandIn start(TargetLauncher launcher, TargetDefinition definition, DeclaredMongoDb need, Path log)
            throws InterruptedException {
        var password = ServerPassword.random();
        var target = launcher.start(definition, Map.of(MongoDb.PASSWORD, password.text()), log);
        var port = target.counters().flatMap(CountersPage::read).map(values -> values.get(PORT));
        if (port.isEmpty()) {
            target.close();
            throw Failure.environment(
                    definition.title() + " does not say where it listens",
                    "its counters came without " + PORT + ", or not within a second",
                    "see whether the machine is overloaded");
        }
        var url = new ServerUrl(
                MongoDb.NAME, HttpUrl.host(target.baseUrl()), port.get().intValue(), USER, password.text());
        return new RunningStandIn(definition.title(), target, need, url);
    }

    @Override
    public String name() {
        return MongoDb.NAME;
    }

    @Override
    public String origin() {
        return ORIGIN;
    }

    @Override
    public Map<String, String> placeholders() {
        return MongoDb.placeholders(url, need);
    }

    @Override
    public Optional<ServedCounts> counts() {
        return service.counters()
                .flatMap(CountersPage::read)
                .map(values -> new ServedCounts(
                        values.getOrDefault(COMMANDS, 0.0).longValue(),
                        values.getOrDefault(RUNNING, 0.0).intValue(),
                        values.getOrDefault(CONNECTIONS, 0.0).intValue()));
    }
}
