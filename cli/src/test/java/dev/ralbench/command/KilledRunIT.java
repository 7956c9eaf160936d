package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.Mark;
import dev.ralbench.process.ProcFs;
import dev.ralbench.report.Terminal;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.NeedsDocker;
import dev.ralbench.testing.Starters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
    private final List<Process> started = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void allProcessesAreGoneSoonAfter() throws Exception {
        var run = startLoad("process");
        var services = services(run);
        assertThat(services).as("target, MariaDB, Redis, upstream").hasSizeGreaterThanOrEqualTo(4);

        kill(run);

        Eventually.within(PATIENCE, () -> services.stream().noneMatch(this::isAlive));
        Eventually.within(PATIENCE, () -> services(run).isEmpty());
        Eventually.within(PATIENCE, () -> runFolders(run).isEmpty());
    }

    @Nested
    @NeedsDocker
    class InContainers {
        @Test
        void allContainersAreGoneSoonAfter() throws Exception {
            var run = startLoad("docker");
            assertThat(containers(run)).hasSizeGreaterThanOrEqualTo(4);

            kill(run);

            Eventually.within(PATIENCE, () -> containers(run).isEmpty());
            Eventually.within(PATIENCE, () -> runFolders(run).isEmpty());
        }
    }

    /** A run of its own process, in the middle of its load. */
    private Process startLoad(String runtime) throws IOException {
        var command = List.of(
                Starters.JAVA.toString(),
                "-Dralbench.home=" + Path.of("..").toAbsolutePath().normalize(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName(),
                "run",
                "--scenario",
                "fan-out-1",
                "--variant",
                "sequential",
                "--runtime",
                runtime,
                "-o",
                folder.resolve("result.json").toString());
        var err = folder.resolve("err.txt");
        var builder = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out.txt").toFile())
                .redirectError(err.toFile());
        builder.environment().put("CI", "true"); // a line of progress now and then instead of a display
        var run = builder.start();
        started.add(run);
        Eventually.within(Duration.ofMinutes(2), () -> {
            assertThat(run.isAlive()).as("%s", text(err)).isTrue();
            return text(err).contains("cold: ");
        });
        return run;
    }

    private static void kill(Process run) throws InterruptedException {
        run.destroyForcibly();
        assertThat(run.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    private List<Long> services(Process run) {
        return proc.pids().stream()
                .filter(pid -> proc.variable(pid, Mark.VARIABLE)
                        .filter(mark -> mark.startsWith(run.pid() + "-"))
                        .isPresent())
                .toList();
    }

    private boolean isAlive(long pid) {
        return proc.stat(pid).filter(stat -> !stat.isZombie()).isPresent();
    }

    private List<String> containers(Process run) {
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

    private static List<Path> runFolders(Process run) {
        var runs = Bench.cache(new Console(System.out, System.err, Terminal.none(), System.getenv()))
                .folder("runs");
        try (var folders = Files.list(runs)) {
            return folders.filter(folder -> String.valueOf(folder.getFileName()).startsWith(run.pid() + "-"))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            return "";
        }
    }
}
