package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ralbench.Failure;
import dev.ralbench.ResourceLimits;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.Starters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Limits hold for real processes: the kernel refuses them more, and nothing of the groups is left. */
@Timeout(60)
class ProcessLimitsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int KILLED = 137;

    private final ProcFs proc = ProcFs.ofThisMachine();
    private final GroupParents parents = GroupParents.of(proc);

    @TempDir
    private Path directory;

    private ProcessStarter starter;

    @BeforeEach
    void open() {
        starter = Starters.processes();
    }

    @AfterEach
    void close() throws IOException {
        starter.close();
        for (var controller : List.of("pids", "memory", "cpu")) {
            assertThat(groups(controller)).as("groups with " + controller).isEmpty();
        }
    }

    private void assumeGroupsWith(String controller) {
        assumeThat(parents.of(controller))
                .as("this user may make control groups with the controller " + controller)
                .isPresent();
    }

    /** Those of this JVM. */
    private List<String> groups(String controller) throws IOException {
        var parent = parents.of(controller);
        if (parent.isEmpty()) {
            return List.of();
        }
        try (var children = Files.list(parent.get().directory())) {
            return children.map(child -> child.getFileName().toString())
                    .filter(name -> name.startsWith("ralbench-" + Owner.self(proc)))
                    .toList();
        }
    }

    private static ResourceLimits threads(int most) {
        return new ResourceLimits(Optional.of(most), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static ResourceLimits memory(long bytes) {
        return new ResourceLimits(Optional.empty(), Optional.empty(), Optional.of(bytes), Optional.empty());
    }

    private StartedService started(ResourceLimits limits, String script) {
        var log = new LogFile(directory.resolve("service.log"));
        var command = List.of("/bin/sh", "-c", script);
        return starter.start(
                new ServiceSpec("a script", Program.JAVA, command, Map.of(), List.of(), log).limitedTo(limits));
    }

    private static int exitCode(StartedService service) {
        Eventually.within(PATIENCE, () -> service.exitCode().isPresent());
        return service.exitCode().orElseThrow();
    }

    /** A shell that enters a group first would know an exit code only. */
    @Test
    void aProgramThatCannotBeStartedIsNamedInAGroupToo() {
        var limits = new ResourceLimits(Optional.empty(), Optional.of(64), Optional.empty(), Optional.empty());
        for (var program : List.of(directory + "/none", directory.toString())) {
            var log = new LogFile(directory.resolve("service.log"));
            var spec = new ServiceSpec("a server", Program.JAVA, List.of(program), Map.of(), List.of(), log);
            for (var each : List.of(spec, spec.limitedTo(limits))) {
                assertThatThrownBy(() -> starter.start(each)).isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.what()).isEqualTo("a server could not be started");
                    assertThat(failure.why()).contains(program);
                });
            }
        }
    }

    @Test
    void aProcessHasSoManyOpenFilesAndNoMore() {
        var files = new ResourceLimits(Optional.empty(), Optional.of(64), Optional.empty(), Optional.empty());
        starter.check(files);

        var service = started(files, "ulimit -S -n; ulimit -H -n; ulimit -n 65 || echo refused");

        exitCode(service);
        assertThat(service.log().tail()).contains("64\n").contains("refused");
        service.close();
    }

    @Test
    @Disturbance(value = "a target wants more threads than its limit", then = "the kernel refuses them")
    void noMoreThreadsAreMadeThanAllowed() {
        assumeGroupsWith("pids");
        starter.check(threads(5));

        var service = started(threads(5), "for i in 1 2 3 4 5 6 7 8; do sleep 30 & done; wait");

        Eventually.within(
                PATIENCE, () -> service.log().tail().toLowerCase(Locale.ROOT).contains("fork"));
        service.close();
    }

    @Test
    @Disturbance(value = "a target wants more memory than its limit", then = "the kernel kills it")
    void whatWantsMoreMemoryIsKilled() {
        assumeGroupsWith("memory");
        starter.check(memory(16 << 20));

        var service = started(memory(16 << 20), "head -c 200000000 /dev/zero | tail -c 200000000 > /dev/null");

        assertThat(exitCode(service)).isEqualTo(KILLED);
        service.close();
    }

    @Test
    void theGroupHasTheQuotaOfItsCpus() throws IOException {
        assumeGroupsWith("cpu");
        var cpus = new ResourceLimits(Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(0.5));

        var service = started(cpus, "exec sleep 30");
        var parent = parents.of("cpu").orElseThrow();
        var group = parent.directory().resolve(groups("cpu").getFirst());

        Eventually.within(PATIENCE, () -> processes(group).contains(String.valueOf(service.pid())));
        assertThat(Files.readString(group.resolve(parent.isVersion2() ? "cpu.max" : "cpu.cfs_quota_us")))
                .startsWith("50000");
        service.close();
    }

    private static List<String> processes(Path group) {
        try {
            return Files.readAllLines(group.resolve("cgroup.procs"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Disturbance(value = "a target floods its output", then = "its log keeps the beginning and the end, and a limit")
    void theLogOfAServiceThatFloodsItsOutputHasALimit() {
        var service = started(
                ResourceLimits.none(), "echo first; head -c 100000000 /dev/zero | tr '\\0' '\\n'; echo last; sleep 30");

        Eventually.within(PATIENCE, () -> service.log().tail().endsWith("last"));
        service.close();
        assertThat(Files.exists(service.log().path())).isTrue();
        assertThat(service.log().path().toFile().length()).isLessThanOrEqualTo(LogCut.MOST_BYTES);
        assertThat(service.log().tail()).endsWith("last");
    }

    @Test
    void aServiceWithoutLimitsIsStartedAsItIs() {
        var service = started(ResourceLimits.none(), "exec sleep 30");

        assertThat(service.commandLine()).isEqualTo("/bin/sh -c 'exec sleep 30'");
        service.close();
    }
}
