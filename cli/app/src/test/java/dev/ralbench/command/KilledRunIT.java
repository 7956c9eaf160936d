package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.ProcFs;
import dev.ralbench.process.RunTag;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.ItCache;
import dev.ralbench.testing.Listening;
import dev.ralbench.testing.NeedsDocker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a whole run, servers and all, when ralbench is killed in the middle of a level. */
@Timeout(180)
class KilledRunIT {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final ProcFs proc = ProcFs.ofThisMachine();
    private final List<RalbenchProcess> started = new ArrayList<>();

    @TempDir
    Path directory;

    @AfterEach
    void end() {
        started.forEach(RalbenchProcess::close);
    }

    @Test
    @Disturbance(
            value = "kill -9 of ralbench in the middle of a level",
            then = "no process and no directory after 15 s")
    void allProcessesAreGoneSoonAfter() throws Exception {
        var run = startLoad("process");
        var services = services(run);
        assertThat(services).as("target, MariaDB, Redis, upstream").hasSizeGreaterThanOrEqualTo(4);
        assertThat(services).allMatch(KilledRunIT::hasItsTemporaryFilesInTheRun);
        assertThat(Path.of("/proc/" + run.pid() + "/maps")).content().doesNotContain("jansi");

        kill(run);

        Eventually.within(PATIENCE, () -> services.stream().noneMatch(this::isAlive));
        Eventually.within(PATIENCE, () -> services(run).isEmpty());
        Eventually.within(PATIENCE, () -> runDirectories(run).isEmpty());
        services.add(run.pid());
        Eventually.within(PATIENCE, () -> services.stream().noneMatch(KilledRunIT::hasLeftFilesOfItsJvm));
    }

    @Test
    @Disturbance(
            value = "another machine looks for open ports in the middle of a level",
            then = "all of a run are on loopback, the view into the JVM included")
    void allPortsAreOnLoopback() throws Exception {
        var run = startLoad("process");
        var all = services(run);
        all.add(run.pid());

        var addresses =
                all.stream().flatMap(pid -> Listening.addresses(pid).stream()).toList();

        assertThat(addresses).as("services, and one view").hasSizeGreaterThanOrEqualTo(5);
        assertThat(addresses).allMatch(Listening.LOOPBACK::contains);
    }

    @Test
    @Disturbance(
            value = "kill -9 of ralbench in the middle of a level, second sender",
            then = "no process and no directory after 15 s")
    void theSecondSenderLeavesNothingEither() throws Exception {
        var before = inTemporaryDirectory();
        var run = startLoad("process", "--sender", "vertx");

        kill(run);

        Eventually.within(PATIENCE, () -> services(run).isEmpty());
        Eventually.within(PATIENCE, () -> runDirectories(run).isEmpty());
        Eventually.isEmpty(PATIENCE, () -> {
            var left = inTemporaryDirectory();
            left.removeAll(before);
            return left;
        });
    }

    /** What Vert.x would make there. */
    private static Set<String> inTemporaryDirectory() {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("vertx"))
                    .collect(Collectors.toCollection(HashSet::new));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean hasItsTemporaryFilesInTheRun(long pid) {
        try {
            var command = Files.readString(Path.of("/proc/" + pid + "/cmdline"));
            var directory = ProcFs.ofThisMachine().variable(pid, "TMPDIR").orElse("none");
            return directory.endsWith("-tmp")
                    && (!command.contains("-jar") || command.contains("-Djava.io.tmpdir=" + directory + "\0"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean hasLeftFilesOfItsJvm(long pid) {
        var counters = "/tmp/hsperfdata_" + System.getProperty("user.name") + "/" + pid;
        return Files.exists(Path.of("/tmp/.java_pid" + pid)) || Files.exists(Path.of(counters));
    }

    @Nested
    @NeedsDocker
    class InContainers {
        @Test
        @Disturbance(
                value = "kill -9 of ralbench in the middle of a level, containers",
                then = "no container and no directory after 15 s")
        void allContainersAreGoneSoonAfter() throws Exception {
            var run = startLoad("docker");
            assertThat(containers(run)).hasSizeGreaterThanOrEqualTo(4);

            kill(run);

            Eventually.within(PATIENCE, () -> containers(run).isEmpty());
            Eventually.within(PATIENCE, () -> runDirectories(run).isEmpty());
        }
    }

    /** A run of its own process, in the middle of its load. */
    private RalbenchProcess startLoad(String runtime, String... more) throws IOException {
        var scenario = QuickStart.of("fan-out-1", directory);
        var words = new ArrayList<>(List.of("run", "--scenario", scenario, "--variant", "sequential"));
        words.addAll(List.of("--runtime", runtime));
        words.addAll(List.of(more));
        words.addAll(List.of("-o", directory.resolve("result.json").toString()));
        var run = RalbenchProcess.start(directory, Map.of(), words);
        started.add(run);
        run.awaitProgress("cold: ", Duration.ofMinutes(2));
        return run;
    }

    private static void kill(RalbenchProcess run) throws IOException, InterruptedException {
        run.signal("KILL");
        run.awaitEnd(Duration.ofSeconds(10));
    }

    private List<Long> services(RalbenchProcess run) {
        return proc.pids().stream()
                .filter(pid -> proc.variable(pid, RunTag.VARIABLE)
                        .filter(runTag -> runTag.startsWith(run.pid() + "-"))
                        .isPresent())
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private boolean isAlive(long pid) {
        return proc.stat(pid).filter(stat -> !stat.isZombie()).isPresent();
    }

    private List<String> containers(RalbenchProcess run) {
        try {
            var docker = new ProcessBuilder(
                            "docker",
                            "ps",
                            "-a",
                            "--filter",
                            "label=ralbench.owner",
                            "--format",
                            "{{.Label \"ralbench.owner\"}}")
                    .start();
            return docker.inputReader()
                    .lines()
                    .filter(owner -> owner.startsWith(run.pid() + "-"))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Path> runDirectories(RalbenchProcess run) {
        var runs = ItCache.SHARED.directory("runs");
        try (var directories = Files.list(runs)) {
            return directories
                    .filter(directory -> String.valueOf(directory.getFileName()).startsWith(run.pid() + "-"))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
