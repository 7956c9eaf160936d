package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ralbench.Clock;
import dev.ralbench.UserCache;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.Starters;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left when ralbench is killed, by a process that is killed. */
@Timeout(60)
class GuardIT {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final ProcFs proc = ProcFs.ofThisMachine();
    private final List<Process> started = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
        new Orphans(proc, Clock.system()).end();
    }

    @Test
    void nothingOutlivesARalbenchThatIsKilled() throws Exception {
        var run = run();
        assertThat(run.services()).allMatch(this::isAlive);
        assertThat(runFolders()).isNotEmpty();

        kill(run);

        Eventually.within(PATIENCE, () -> run.services().stream().noneMatch(this::isAlive));
        Eventually.within(PATIENCE, () -> runFolders().isEmpty());
    }

    @Test
    void processesOfAKilledRalbenchAreOrphansAndCanBeEnded() throws Exception {
        var run = run("without-guard");
        var orphans = new Orphans(proc, Clock.system());
        assertThat(orphans.find()).doesNotContainAnyElementsOf(run.services());

        kill(run);

        Eventually.within(PATIENCE, () -> orphans.find().containsAll(run.services()));
        assertThat(orphans.end()).containsAll(run.services());
        assertThat(run.services()).noneMatch(this::isAlive);
    }

    @Test
    void foldersOfTheLivingStayAndThoseOfTheDeadGo() throws Exception {
        var cache = new UserCache(folder);
        var mine = new Mark(Owner.self(proc));
        var guard = new Guard(mine, proc);
        var folders = new RunFolders(cache, mine, guard);
        var living = folders.make("data");
        var gone = new Owner(999_999_999, 1, proc.pidNamespace());
        var dead = Files.createDirectories(
                cache.folder("runs").resolve(gone + "-1-data").resolve("deep"));

        assertThat(folders.removeOrphans(proc)).isEqualTo(new RunFolders.Removal(List.of(dead.getParent()), Map.of()));

        assertThat(living).exists();
        assertThat(dead).doesNotExist();
        guard.close();
        assertThat(living).as("the guard removes it").doesNotExist();
    }

    @Test
    void aFolderThatCannotBeRemovedIsNamedAndTheOthersGo() throws Exception {
        var cache = new UserCache(folder);
        var gone = new Owner(999_999_999, 1, proc.pidNamespace());
        var runs = cache.folder("runs");
        var stuck = Files.createDirectories(runs.resolve(gone + "-1-data/deep/file"));
        var other = Files.createDirectories(runs.resolve(gone + "-2-data"));
        var locked = Optional.ofNullable(stuck.getParent()).orElseThrow().toFile();
        assertThat(locked.setWritable(false)).isTrue();
        assumeThat(Files.isWritable(locked.toPath())).as("root may do anything").isFalse();
        try {
            var folders = new RunFolders(cache, new Mark(gone), new Guard(new Mark(gone), proc));

            var removal = folders.removeOrphans(proc);

            assertThat(removal.removed()).containsExactly(other);
            assertThat(removal.kept()).containsOnlyKeys(runs.resolve(gone + "-1-data"));
            assertThat(removal.kept().values()).allMatch(why -> why.startsWith("permission denied: "));
        } finally {
            assertThat(locked.setWritable(true)).isTrue();
        }
    }

    @Test
    void aProcessThatHasTheIdOfAnotherOneIsSpared() throws Exception {
        var sleeper = new ProcessBuilder("sleep", "300").start();
        started.add(sleeper);
        var other = Files.createDirectories(folder.resolve("proc").resolve(String.valueOf(sleeper.pid())));
        var stat = Files.readString(Path.of("/proc", String.valueOf(sleeper.pid()), "stat"));
        var ticks = String.valueOf(proc.stat(sleeper.pid()).orElseThrow().startTicks());
        Files.writeString(other.resolve("stat"), stat.replace(" " + ticks + " ", " 1 "));
        var guard = new Guard(new Mark(new Owner(1, 1, 1)), new ProcFs(folder.resolve("proc")));

        guard.process(sleeper.pid());
        guard.close();

        assertThat(sleeper.isAlive()).isTrue();
    }

    private record Run(Process process, List<Long> services) {}

    private Run run(String... more) throws IOException {
        var command = new ArrayList<>(List.of(
                Starters.JAVA.toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                GuardedMain.class.getName(),
                folder.toString()));
        command.addAll(List.of(more));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        started.add(process);
        var line = firstLine(process.inputReader());
        assertThat(line).startsWith("ready ");
        var services = new ArrayList<>(
                Stream.of(line.split(" ")).skip(1).map(Long::parseLong).toList());
        Eventually.within(PATIENCE, () -> Files.exists(folder.resolve("service.log")) && child() > 0);
        services.add(child());
        return new Run(process, services);
    }

    private static String firstLine(BufferedReader reader) throws IOException {
        return String.valueOf(reader.readLine());
    }

    private long child() {
        try {
            return Files.readAllLines(folder.resolve("service.log")).stream()
                    .filter(line -> line.startsWith("child "))
                    .mapToLong(line -> Long.parseLong(line.substring(6)))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    private static void kill(Run run) throws InterruptedException {
        run.process().destroyForcibly();
        assertThat(run.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    private boolean isAlive(long pid) {
        return proc.stat(pid).filter(stat -> !stat.isZombie()).isPresent();
    }

    private List<Path> runFolders() {
        try (var folders = Files.list(folder.resolve("runs"))) {
            return folders.toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
