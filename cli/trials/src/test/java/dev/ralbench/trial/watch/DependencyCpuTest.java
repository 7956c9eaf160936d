package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DependencyCpuTest {
    @TempDir
    private Path proc;

    private void process(long pid, long parent, long userTicks, long systemTicks) throws IOException {
        var directory = Files.createDirectories(proc.resolve(String.valueOf(pid)));
        Files.writeString(
                directory.resolve("stat"),
                pid + " (server) S " + parent + " 0 0 0 0 0 0 0 0 0 " + userTicks + " " + systemTicks
                        + " 0 0 20 0 4 0 77 0 0 0\n");
    }

    private DependencyCpu of(OptionalLong... pids) {
        return new DependencyCpu(List.of(pids), new ProcFs(proc));
    }

    @Test
    void allProcessesOfAllServersCountSinceTheLastCall() throws IOException {
        process(10, 1, 100, 50);
        process(11, 10, 7, 0);
        process(20, 1, 1, 1);
        process(30, 1, 1_000, 1_000);
        var cpu = of(OptionalLong.of(10), OptionalLong.of(20));

        process(10, 1, 150, 60);
        process(11, 10, 12, 0);
        process(20, 1, 36, 1);
        process(30, 1, 9_000, 9_000);

        assertThat(cpu.nextWindow()).as("60 and 5 and 35 ticks").hasValue(1.0);
        assertThat(cpu.nextWindow()).hasValue(0.0);
    }

    @Test
    void oneThatHasEndedTakesNothingBack() throws IOException {
        process(10, 1, 100, 50);
        process(11, 10, 300, 0);
        var cpu = of(OptionalLong.of(10));

        Files.delete(proc.resolve("11/stat"));
        process(10, 1, 130, 50);

        assertThat(cpu.nextWindow()).as("un-waited").hasValue(0.3);
    }

    @Test
    void withAServerThatRanAlreadyItIsNotKnown() throws IOException {
        process(10, 1, 100, 50);

        assertThat(of(OptionalLong.of(10), OptionalLong.empty()).nextWindow()).isEmpty();
    }

    @Test
    void withoutDependenciesTheirCpuTimeIsZero() {
        assertThat(of().nextWindow()).hasValue(0.0);
    }
}
