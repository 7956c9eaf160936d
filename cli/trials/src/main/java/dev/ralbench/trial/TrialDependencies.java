package dev.ralbench.trial;

import dev.ralbench.Boxed;
import dev.ralbench.dependency.RunningEnvironment;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.result.TrialSetup.ServerResult;
import dev.ralbench.trial.watch.RequiredService;
import dev.ralbench.trial.watch.ServerWatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Everything that runs next to the target in one trial.
 *
 * @param areElsewhere whether they take no CPU time of this machine
 */
record TrialDependencies(RunningEnvironment environment, boolean areElsewhere) implements AutoCloseable {
    /** Those on this machine, or some that ran already. */
    TrialDependencies(RunningEnvironment environment) {
        this(environment, false);
    }

    /** The values of the target's placeholders. */
    Map<String, String> placeholders() {
        return environment.placeholders();
    }

    /** One of them by its name. */
    Optional<RunningServer> server(String name) {
        return environment.servers().stream()
                .filter(server -> server.name().equals(name))
                .findFirst();
    }

    /** Watches the counts of each of them. */
    ServerWatch watch() {
        var counts = new LinkedHashMap<String, Supplier<Optional<ServedCounts>>>();
        environment.servers().forEach(server -> counts.put(server.name(), server::counts));
        return new ServerWatch(counts);
    }

    /** Requests served so far by each of them that answers. */
    Map<String, Long> served() {
        var served = new TreeMap<String, Long>();
        environment
                .servers()
                .forEach(server -> server.counts().ifPresent(now -> served.put(server.name(), now.served())));
        return served;
    }

    /** The dependencies that must not end while a load is on. */
    List<RequiredService> requiredServices() {
        return new ArrayList<>(
                environment.servers().stream().map(RequiredService::of).toList());
    }

    /** Their main processes on this machine; empty for those that ran already. */
    List<OptionalLong> pids() {
        return areElsewhere
                ? List.of()
                : environment.servers().stream().map(RunningServer::pid).toList();
    }

    /** The dependencies as the result records them. */
    List<ServerResult> describe(Function<Path, String> relative) {
        return environment.servers().stream()
                .map(server -> describe(server, relative))
                .toList();
    }

    private static ServerResult describe(RunningServer server, Function<Path, String> relative) {
        return new ServerResult(
                server.name(),
                server.product(),
                server.origin(),
                Boxed.of(server.startupSeconds()).map(seconds -> seconds * 1e3),
                server.log().map(relative));
    }

    @Override
    public void close() {
        environment.close();
    }
}
