package dev.ralbench.dependency.upstream;

import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.service.CountersPage;
import dev.ralbench.service.RunningTarget;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A started stub. */
record RunningUpstream(RunningTarget stub) implements RunningServer {
    private static final String CALLS = "upstream_calls_total";
    private static final String WAITING = "upstream_waiting";

    @Override
    public String name() {
        return UpstreamKind.NAME;
    }

    @Override
    public String title() {
        return name();
    }

    @Override
    public String product() {
        return "upstream stub";
    }

    @Override
    public String origin() {
        return "built in";
    }

    @Override
    public Map<String, String> words() {
        return Map.of(
                name() + ".host", stub.baseUrl().getHost(),
                name() + ".port", String.valueOf(stub.baseUrl().getPort()));
    }

    @Override
    public OptionalDouble startupSeconds() {
        return stub.startupSeconds();
    }

    @Override
    public Optional<ServedCounts> counts() {
        return stub.counters()
                .flatMap(CountersPage::read)
                .map(values -> new ServedCounts(
                        values.getOrDefault(CALLS, 0.0).longValue(),
                        values.getOrDefault(WAITING, 0.0).intValue(),
                        0));
    }

    @Override
    public boolean isAlive() {
        return stub.isAlive();
    }

    @Override
    public Optional<String> endedWith() {
        return stub.endedWith();
    }

    @Override
    public OptionalLong pid() {
        return stub.pid();
    }

    @Override
    public Optional<Path> log() {
        return stub.log();
    }

    @Override
    public String logTail() {
        return stub.logTail();
    }

    @Override
    public void close() {
        stub.close();
    }
}
