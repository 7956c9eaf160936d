package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.AcceptQueue;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessFamily;
import dev.ralbench.testing.FakeClock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Looks at this process, which shows its pools on a page alone. */
class ProcessProbeTest {
    private static final int PORT = 8080;

    private Map<String, Double> page = Map.of();

    private ProcessProbe probe() {
        var proc = ProcFs.ofThisMachine();
        long pid = ProcessHandle.current().pid();
        return new ProcessProbe(
                new ProcProbe(proc, new ProcessFamily(proc, pid), Optional.empty(), new FakeClock()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new PoolPage(() -> CompletableFuture.completedFuture(Optional.of(page)), PORT)),
                new AcceptQueue(proc, pid, PORT),
                0);
    }

    @Test
    void aPoolThatTheFirstLoadMakesIsInTheWindowsAfterIt() {
        try (var probe = probe()) {
            assertThat(probe.pools()).isEmpty();
            assertThat(probe.nextWindow().orElseThrow().pools()).as("not known").isEmpty();

            page = CountersPage.parse("r2dbc_pool_acquired_connections{name=\"orders\"} 4");
            probe.nextWindow();
            assertThat(probe.poll().orElseThrow().pools()).containsOnlyKeys("r2dbc orders");
            probe.ask(false);
            assertThat(probe.poll().orElseThrow().pools()).containsOnlyKeys("r2dbc orders");

            assertThat(probe.nextWindow().orElseThrow().pools().orElseThrow().values())
                    .singleElement()
                    .satisfies(pool -> assertThat(pool.samples()).isEqualTo(2));
            assertThat(probe.pools()).containsOnlyKeys("r2dbc orders");
        }
    }
}
