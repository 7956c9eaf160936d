package dev.ralbench.trial;

import dev.ralbench.dependency.RunningEnvironment;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.result.TrialResult.ServerResult;
import dev.ralbench.service.CountersPage;
import dev.ralbench.service.RunningTarget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Everything that runs beside the target in one trial: servers, and the stub of a remote service. */
record Companions(RunningEnvironment environment, Optional<RunningTarget> upstream) implements AutoCloseable {
    static final String UPSTREAM = "upstream";
    private static final String CALLS = "upstream_calls_total";
    private static final String WAITING = "upstream_waiting";

    /** What placeholders of the target stand for. */
    Map<String, String> words() {
        var words = new TreeMap<>(environment.words());
        upstream.ifPresent(stub -> {
            words.put("upstream.host", stub.baseUrl().getHost());
            words.put("upstream.port", String.valueOf(stub.baseUrl().getPort()));
        });
        return words;
    }

    /** What each of them says of itself. */
    ServerWatch watch() {
        return new ServerWatch(counts());
    }

    /** What each of them has served up to now, as far as it answers. */
    Map<String, Long> served() {
        var served = new TreeMap<String, Long>();
        counts().forEach((name, counts) -> counts.get().ifPresent(now -> served.put(name, now.served())));
        return served;
    }

    private Map<String, Supplier<Optional<ServedCounts>>> counts() {
        var counts = new LinkedHashMap<String, Supplier<Optional<ServedCounts>>>();
        environment.servers().forEach(server -> counts.put(server.name(), server::counts));
        upstream.flatMap(CountersPage::of).ifPresent(page -> counts.put(UPSTREAM, () -> upstreamCounts(page)));
        return counts;
    }

    private static Optional<ServedCounts> upstreamCounts(CountersPage page) {
        return page.read()
                .map(values -> new ServedCounts(
                        values.getOrDefault(CALLS, 0.0).longValue(),
                        values.getOrDefault(WAITING, 0.0).intValue(),
                        0));
    }

    /** All that must not end while a load is on. */
    List<Vital> vitals() {
        var vitals = new ArrayList<Vital>();
        environment.servers().forEach(server -> vitals.add(Vital.of(server)));
        upstream.ifPresent(stub -> vitals.add(Vital.of(UPSTREAM, stub)));
        return vitals;
    }

    /** Their main processes; empty for those that ran already. */
    List<OptionalLong> pids() {
        return Stream.concat(
                        environment.servers().stream().map(RunningServer::pid),
                        upstream.stream().map(RunningTarget::pid))
                .toList();
    }

    /** For the result. */
    List<ServerResult> describe(Function<Path, String> relative) {
        var results = new ArrayList<ServerResult>();
        environment.servers().forEach(server -> results.add(describe(server, relative)));
        upstream.ifPresent(stub -> results.add(new ServerResult(
                UPSTREAM,
                "upstream stub",
                "built in",
                millis(stub.startupSeconds()),
                stub.log().map(relative))));
        return results;
    }

    private static ServerResult describe(RunningServer server, Function<Path, String> relative) {
        return new ServerResult(
                server.name(),
                server.product(),
                server.origin(),
                millis(server.startupSeconds()),
                server.log().map(relative));
    }

    private static Optional<Double> millis(OptionalDouble seconds) {
        return seconds.isPresent() ? Optional.of(seconds.getAsDouble() * 1e3) : Optional.empty();
    }

    @Override
    public void close() {
        try (environment) {
            upstream.ifPresent(RunningTarget::close);
        }
    }
}
