package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.process.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThrottleMeterTest {
    @TempDir
    private Path machine;

    private Path proc = Path.of("");
    private Path groups = Path.of("");

    @BeforeEach
    void directories() throws IOException {
        proc = machine.resolve("proc");
        groups = machine.resolve("cgroup");
        Files.createDirectories(proc.resolve("self"));
    }

    private void inGroups(String... lines) throws IOException {
        Files.writeString(proc.resolve("self/cgroup"), String.join("\n", lines) + "\n");
    }

    private void inGroupOfVersionTwo(String group) throws IOException {
        inGroups("0::/" + group);
        Files.createDirectories(groups.resolve(group));
        Files.createFile(groups.resolve("cgroup.controllers"));
    }

    private void statistics(String group, String... lines) throws IOException {
        Files.createDirectories(groups.resolve(group));
        Files.writeString(groups.resolve(group).resolve("cpu.stat"), String.join("\n", lines) + "\n");
    }

    private ThrottleMeter meter() {
        return new ThrottleMeter(new ProcFs(proc), groups);
    }

    /** The kernel's files are written, and looked at before and after. */
    private Optional<Double> seen(Written before, Written after) throws IOException {
        before.write();
        var meter = meter();
        after.write();
        return meter.nextWindow();
    }

    private interface Written {
        void write() throws IOException;
    }

    @Test
    void theOneHierarchyOfVersionTwoAndTheGroupsAbove() throws IOException {
        inGroupOfVersionTwo("ci/job");
        var seen = seen(
                () -> {
                    statistics("ci/job", "usage_usec 5", "nr_throttled 10", "throttled_usec 500000");
                    statistics("ci", "usage_usec 9", "throttled_usec 100000");
                },
                () -> {
                    statistics("ci/job", "usage_usec 5", "nr_throttled 30", "throttled_usec 2000000");
                    statistics("ci", "usage_usec 9", "throttled_usec 600000");
                    statistics("other", "throttled_usec 900000000");
                });

        assertThat(seen).hasValue(2.0);
    }

    @Test
    void theCpuHierarchyOfVersionOne() throws IOException {
        inGroups("3:memory:/ci", "2:cpu,cpuacct:/ci", "0::/");
        var seen = seen(
                () -> statistics("cpu,cpuacct/ci", "nr_periods 1", "nr_throttled 0", "throttled_time 0"),
                () -> statistics("cpu,cpuacct/ci", "nr_periods 4", "nr_throttled 3", "throttled_time 250000000"));

        assertThat(seen).hasValue(0.25);
    }

    /** Held on six CPUs for 30 ms, the kernel's sum is 180; whatever there was before. */
    @ParameterizedTest
    @CsvSource({"'', '', 0.4", "cpu.max, 200000 50000, 0.2", "cpu.cfs_period_us, 25000, 0.1"})
    void ofSeveralCpusTheKernelsSumIsMoreThanTheTime(String file, String words, double seconds) throws IOException {
        inGroupOfVersionTwo("ci");
        if (!file.isEmpty()) {
            Files.writeString(groups.resolve("ci").resolve(file), words + "\n");
        }
        var seen = seen(
                () -> statistics("ci", "nr_throttled 30", "throttled_usec 18000000"),
                () -> statistics("ci", "nr_throttled 34", "throttled_usec 19500000"));

        assertThat(seen).as("four periods").isPresent();
        assertThat(seen.orElseThrow()).isCloseTo(seconds, within(1e-9));
    }

    /** After a start that was held on many CPUs for long. */
    @Test
    void shortTimesStayShort() throws IOException {
        inGroupOfVersionTwo("ci");
        var seen = seen(
                () -> statistics("ci", "nr_throttled 30", "throttled_usec 18000000"),
                () -> statistics("ci", "nr_throttled 33", "throttled_usec 18015000"));

        assertThat(seen.orElseThrow()).isCloseTo(0.015, within(1e-9));
    }

    /** In a container the path is that on the machine, and its own group is what is mounted. */
    @Test
    void aGroupThatCannotBeSeenIsThatOfTheMount() throws IOException {
        inGroups("1:cpu:/docker/0123456789ab");
        var seen =
                seen(() -> statistics("cpu", "throttled_time 0"), () -> statistics("cpu", "throttled_time 1000000000"));

        assertThat(seen).hasValue(1.0);
    }

    @Test
    void withoutControlGroupsNothingIsKnown() {
        assertThat(meter().nextWindow()).isEmpty();
    }
}
