package dev.ralbench.dependency.upstream;

import dev.ralbench.dependency.kind.LaunchedServer;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.service.CountersPage;
import dev.ralbench.service.RunningTarget;
import java.util.Optional;

/** A started stub. */
record RunningUpstream(RunningTarget service) implements LaunchedServer {
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
    public Optional<ServedCounts> counts() {
        return service()
                .counters()
                .flatMap(CountersPage::read)
                .map(values -> new ServedCounts(
                        values.getOrDefault(CALLS, 0.0).longValue(),
                        values.getOrDefault(WAITING, 0.0).intValue(),
                        0));
    }
}
