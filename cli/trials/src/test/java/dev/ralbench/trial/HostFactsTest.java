package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.placement.Placement;
import dev.ralbench.placement.Precedence;
import dev.ralbench.placement.Role;
import dev.ralbench.process.CpuSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFactsTest {
    private static final Map<String, String> JVM = Map.of(
            "java.version",
            "25.0.3",
            "java.vendor",
            "Eclipse Adoptium",
            "java.vm.name",
            "OpenJDK 64-Bit Server VM",
            "os.arch",
            "amd64",
            "os.name",
            "Linux");

    @TempDir
    private Path root;

    @Test
    void aLinuxMachineIsReadFromItsKernel() throws IOException {
        file("proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC 7763\nflags\t\t: fpu hypervisor sse\n");
        file("proc/meminfo", "MemTotal:       24658920 kB\nMemFree: 1 kB\nSwapTotal:       2097148 kB\n");
        file("proc/sys/kernel/osrelease", "6.18.44-generic\n");
        file("proc/sys/kernel/sched_autogroup_enabled", "1\n");
        file(
                "proc/self/stat",
                "7 (java (x) y) S 1 7 7 0 -1 4194304 1 0 0 0 1 1 0 0 20 0 30 0 5 1 1 1 1 1 1 1 1 0 0"
                        + " 0 0 0 0 0 17 1 0 0 0 0 0");
        file("proc/self/autogroup", "/autogroup-8 nice 0\n");
        file("proc/self/limits", "Limit   Soft Limit   Hard Limit\nMax open files   20000   20000   files\n");
        file("proc/loadavg", "0.31 0.20 0.10 1/200 1234\n");
        file("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
        file("sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
        file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");

        var fingerprint = new HostFacts(root, 2, JVM).fingerprint("process", Map.of("sender", "netty epoll"));

        assertThat(fingerprint.machine())
                .containsEntry("cores", "2")
                .containsEntry("cpu", "AMD EPYC 7763")
                .containsEntry("memoryGiB", "24")
                .containsEntry("kernel", "6.18")
                .containsEntry("hypervisor", "yes")
                .containsEntry("cgroup", "v2")
                .containsEntry("autogroup", "on")
                .containsEntry("scheduling", "other")
                .containsEntry("architecture", "amd64")
                .containsEntry("runtime", "process");
        assertThat(fingerprint.software())
                .containsEntry("jdk", "25.0.3")
                .containsEntry("jdkVendor", "Eclipse Adoptium")
                .containsEntry("sender", "netty epoll");
        assertThat(fingerprint.noted())
                .containsEntry("governor", "performance")
                .containsEntry("loadAverage1min", "0.31")
                .containsEntry("descriptorLimit", "20000")
                .containsEntry("ephemeralPorts", "32768-60999")
                .containsEntry("swapGiB", "2");
    }

    @Test
    void unreadableFactsAreUnknownIfTheyAreComparedAndElseLeftOut() {
        var fingerprint = new HostFacts(root, 8, Map.of()).fingerprint("process", Map.of());

        assertThat(fingerprint.machine())
                .containsEntry("cores", "8")
                .containsEntry("cpu", "unknown")
                .containsEntry("kernel", "unknown")
                .containsEntry("cgroup", "unknown")
                .containsEntry("scheduling", "unknown");
        assertThat(fingerprint.noted()).isEmpty();
    }

    @Test
    void whoWasGivenWhichCpusMustBeEqualToo() {
        var facts = new HostFacts(root, 8, JVM);

        var placement = new Placement(Map.of(Role.GENERATOR, CpuSet.of(6, 7)), Precedence.NONE, 8, "");
        assertThat(facts.fingerprint("process", placement, Map.of()).machine())
                .containsEntry("cores", "8")
                .containsEntry("cpus.generator", "6-7")
                .doesNotContainKey("services");
        assertThat(facts.fingerprint("process", Map.of()).machine()).doesNotContainKey("cpus.generator");
    }

    private static Placement placement(Precedence precedence) {
        return new Placement(Map.of(), precedence, 2, "");
    }

    @Test
    void thePrecedenceOfTheGeneratorMustBeEqualToo() {
        var facts = new HostFacts(root, 2, JVM);

        assertThat(facts.fingerprint("process", placement(Precedence.OVER_SERVICES), Map.of())
                        .machine())
                .containsEntry("services", "nice 10");
        assertThat(facts.fingerprint("docker", placement(Precedence.OVER_SERVICES), Map.of())
                        .machine())
                .as("a container is a scheduling group of its own")
                .doesNotContainKey("services");
        assertThat(facts.fingerprint("process", placement(Precedence.EVENT_LOOPS), Map.of())
                        .machine())
                .doesNotContainKey("services");
        assertThat(facts.fingerprint("process", Map.of()).machine()).doesNotContainKey("services");
    }

    @Test
    void anOldControlGroupHierarchyIsTold() throws IOException {
        file("sys/fs/cgroup/memory/memory.limit_in_bytes", "1");

        assertThat(new HostFacts(root, 2, JVM).fingerprint("process", Map.of()).machine())
                .containsEntry("cgroup", "v1");
    }

    @Test
    void thisMachineHasAFingerprint() {
        var fingerprint = HostFacts.here().fingerprint("process", Map.of());

        assertThat(fingerprint.machine())
                .isEqualTo(HostFacts.here().fingerprint("process", Map.of()).machine());
        assertThat(fingerprint.machine()).containsKeys("cores", "cpu", "memoryGiB", "kernel", "os");
        assertThat(fingerprint.software().get("jdk")).isEqualTo(System.getProperty("java.version"));
        assertThat(fingerprint.noted().get("ephemeralPorts"))
                .as("the kernel tells a setting in one read or not at all")
                .matches("[0-9]+-[0-9]+");
    }

    private void file(String path, String content) throws IOException {
        var file = root.resolve(path);
        Files.createDirectories(file.resolve("..").normalize());
        Files.writeString(file, content);
    }
}
