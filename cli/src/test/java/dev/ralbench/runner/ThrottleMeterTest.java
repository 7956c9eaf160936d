package dev.ralbench.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThrottleMeterTest {
    @TempDir
    private Path machine;

    private Path proc = Path.of("");
    private Path groups = Path.of("");

    @BeforeEach
    void folders() throws IOException {
        proc = machine.resolve("proc");
        groups = machine.resolve("cgroup");
        Files.createDirectories(proc.resolve("self"));
    }

    private void inGroups(String... lines) throws IOException {
        Files.writeString(proc.resolve("self/cgroup"), String.join("\n", lines) + "\n");
    }

    private void statistics(String group, String... lines) throws IOException {
        Files.createDirectories(groups.resolve(group));
        Files.writeString(groups.resolve(group).resolve("cpu.stat"), String.join("\n", lines) + "\n");
    }

    private ThrottleMeter meter() {
        return new ThrottleMeter(new ProcFs(proc), groups);
    }

    @Test
    void theOneHierarchyOfVersionTwoAndTheGroupsAbove() throws IOException {
        inGroups("0::/ci/job");
        statistics("ci/job", "usage_usec 5", "nr_throttled 30", "throttled_usec 1500000");
        statistics("ci", "usage_usec 9", "throttled_usec 500000");
        statistics("other", "throttled_usec 900000000");
        Files.createFile(groups.resolve("cgroup.controllers"));

        assertThat(meter().throttledSeconds()).hasValue(2.0);
    }

    @Test
    void theCpuHierarchyOfVersionOne() throws IOException {
        inGroups("3:memory:/ci", "2:cpu,cpuacct:/ci", "0::/");
        statistics("cpu,cpuacct/ci", "nr_periods 4", "nr_throttled 3", "throttled_time 250000000");

        assertThat(meter().throttledSeconds()).hasValue(0.25);
    }

    /** Held on six processors for 30 ms, the kernel's sum is 180. */
    @Test
    void ofSeveralProcessorsTheKernelsSumIsMoreThanTheTime() throws IOException {
        inGroups("0::/ci");
        statistics("ci", "nr_throttled 4", "throttled_usec 1500000");
        Files.createFile(groups.resolve("cgroup.controllers"));
        assertThat(meter().throttledSeconds()).as("in four periods of 100 ms").hasValue(0.4);

        Files.writeString(groups.resolve("ci/cpu.max"), "200000 50000\n");
        assertThat(meter().throttledSeconds()).hasValue(0.2);

        Files.delete(groups.resolve("ci/cpu.max"));
        Files.writeString(groups.resolve("ci/cpu.cfs_period_us"), "25000\n");
        assertThat(meter().throttledSeconds()).hasValue(0.1);
    }

    /** In a container the path is that on the machine, and its own group is what is mounted. */
    @Test
    void aGroupThatCannotBeSeenIsThatOfTheMount() throws IOException {
        inGroups("1:cpu:/docker/0123456789ab");
        statistics("cpu", "throttled_time 1000000000");

        assertThat(meter().throttledSeconds()).hasValue(1.0);
    }

    @Test
    void withoutControlGroupsNothingIsKnown() {
        assertThat(meter().throttledSeconds()).isEmpty();
    }
}
