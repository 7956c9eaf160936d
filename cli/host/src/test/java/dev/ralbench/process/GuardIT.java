package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ralbench.Clock;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.Starters;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
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
    Path directory;

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
        new Orphans(proc, Clock.system()).end();
    }

    @Test
    @Disturbance(value = "kill -9 of ralbench right after it started services", then = "no process, no directory")
    void nothingOutlivesARalbenchThatIsKilled() throws Exception {
        var run = run();
        assertThat(run.services()).allMatch(this::isAlive);
        assertThat(files("runs")).isNotEmpty();
        assertThat(files("logs")).isNotEmpty();

        kill(run);

        Eventually.within(PATIENCE, () -> run.services().stream().noneMatch(this::isAlive));
        Eventually.within(PATIENCE, () -> files("runs").isEmpty());
        Eventually.within(PATIENCE, () -> files("logs").isEmpty());
    }

    @Test
    @Disturbance(value = "a service writes temporary files", then = "they are in the directory of the run")
    void whatIsStartedHasItsTemporaryFilesInADirectoryOfTheRun() throws Exception {
        run();

        Eventually.within(
                PATIENCE,
                () -> logLines().anyMatch(line -> line.startsWith("temporary " + directory.resolve("runs") + "/")));
    }

    private Stream<String> logLines() {
        try {
            return Files.readAllLines(directory.resolve("service.log")).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    @Disturbance(value = "kill -9 of the guard, then of ralbench", then = "another guard ends everything")
    void aGuardThatIsKilledIsReplacedByOneThatKnowsEverything() throws Exception {
        var run = run("kill-guard");

        kill(run);

        Eventually.within(PATIENCE, () -> run.services().stream().noneMatch(this::isAlive));
        Eventually.within(PATIENCE, () -> files("runs").isEmpty());
    }

    @Test
    @Disturbance(value = "kill -9 of the guard, then more is started", then = "that is guarded too")
    void whatIsMadeAfterTheGuardWasKilledIsGuardedToo() throws Exception {
        var runTag = new RunTag(new Owner(1, 2, 3));
        var guard = new Guard(runTag, proc);
        var directories = new RunDirectories(new UserCache(directory), runTag, guard);
        var before = directories.make("data");
        shells(runTag).forEach(ProcessHandle::destroyForcibly);

        var after = directories.make("data");

        assertThat(after).isDirectory();
        Eventually.within(PATIENCE, () -> shells(runTag).size() == 1);
        guard.close();
        assertThat(before).doesNotExist();
        assertThat(after).doesNotExist();
        assertThat(shells(runTag)).as("none after its work").isEmpty();
    }

    @Test
    @Disturbance(value = "no guard can be started", then = "nothing is made that could stay")
    void aDirectoryThatCannotBeGuardedIsNotMade() {
        var runTag = new RunTag(new Owner(1, 2, 3));
        var directories = new RunDirectories(new UserCache(directory), runTag, new Guard(runTag, proc, 0));

        assertThatThrownBy(() -> directories.make("data"))
                .hasMessageContaining("the guard that cleans up after ralbench does not work");

        assertThat(files("runs")).isEmpty();
    }

    @Test
    @Disturbance(
            value = "a JVM is killed while a tool is attached to it",
            then = "its files in /tmp go, those of others stay")
    void whatAJvmLeavesWhenItIsKilledIsRemovedAndNoOthersFiles() throws Exception {
        var jvm = jvm();
        var other = jvm();
        assertThat(attachFile(jvm)).exists();
        assertThat(countersFile(jvm)).exists();
        var guard = new Guard(new RunTag(new Owner(1, 2, 3)), proc);

        guard.process(jvm.pid());
        guard.close();

        assertThat(jvm.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(attachFile(jvm)).doesNotExist();
        assertThat(countersFile(jvm)).doesNotExist();
        assertThat(attachFile(other)).exists();
        assertThat(countersFile(other)).exists();
        other.destroy(); // it removes its files itself
        assertThat(other.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @Disturbance(value = "a service writes over the environment of its children", then = "they end with it")
    void childrenWithoutAMarkEndWithTheirParent() throws Exception {
        var parent = new ProcessBuilder("sh", "-c", "env -i sh -c 'sleep 300 & wait' & wait").start();
        started.add(parent);
        Eventually.within(PATIENCE, () -> parent.descendants().anyMatch(this::isSleep));
        var family = parent.descendants().toList();
        var guard = new Guard(new RunTag(new Owner(1, 2, 3)), proc);

        guard.process(parent.pid());
        guard.close();

        assertThat(family).hasSizeGreaterThan(1);
        Eventually.within(PATIENCE, () -> family.stream().noneMatch(child -> isAlive(child.pid())));
    }

    private boolean isSleep(ProcessHandle process) {
        return process.info()
                .command()
                .filter(command -> command.endsWith("sleep"))
                .isPresent();
    }

    /** One that a tool has attached to. */
    private Process jvm() throws Exception {
        var source = Files.writeString(
                directory.resolve("Sleeper.java"),
                "class Sleeper { public static void main(String[] a) throws Exception { Thread.sleep(300_000); } }");
        var process = new ProcessBuilder(Starters.JAVA.toString(), "-XX:+UseSerialGC", source.toString()).start();
        started.add(process);
        var jcmd = Starters.JAVA.resolveSibling("jcmd").toString();
        Eventually.within(PATIENCE, () -> {
            try {
                new ProcessBuilder(jcmd, String.valueOf(process.pid()), "VM.version")
                        .start()
                        .waitFor();
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
            return Files.exists(attachFile(process));
        });
        return process;
    }

    private static Path attachFile(Process jvm) {
        return Path.of("/tmp/.java_pid" + jvm.pid());
    }

    private static Path countersFile(Process jvm) {
        return Path.of("/tmp/hsperfdata_" + System.getProperty("user.name"), String.valueOf(jvm.pid()));
    }

    private static List<ProcessHandle> shells(RunTag runTag) {
        return GuardedMain.guardsOf(ProcessHandle.current())
                .filter(ProcessHandle::isAlive)
                .filter(shell -> List.of(shell.info().arguments().orElse(new String[0]))
                        .contains(RunTag.VARIABLE + "=" + runTag.owner()))
                .toList();
    }

    @Test
    @Disturbance(value = "ralbench and its guard are killed", then = "the next ralbench ends and removes what is left")
    void processesOfAKilledRalbenchAreOrphansAndCanBeEnded() throws Exception {
        var run = run("stop-guard");
        var guards = GuardedMain.guardsOf(run.process().toHandle()).toList();
        var orphans = new Orphans(proc, Clock.system());
        assertThat(orphans.find()).doesNotContainAnyElementsOf(run.services());

        kill(run);

        Eventually.within(PATIENCE, () -> orphans.find().containsAll(run.services()));
        assertThat(orphans.end()).containsAll(run.services());
        assertThat(run.services()).noneMatch(this::isAlive);
        guards.forEach(ProcessHandle::destroyForcibly);
        if (GroupParents.of(proc).forCounting().isPresent()) {
            assertThat(groups(orphans.groups(), run)).as("one for each service").hasSize(2);
            assertThat(groups(orphans.removeGroups(), run)).hasSize(2).noneMatch(Files::exists);
        }
        assertThat(groups(orphans.groups(), run)).isEmpty();
    }

    /** Those of one run: others of this machine may have left theirs. */
    private static List<Path> groups(List<Path> all, Run run) {
        return all.stream()
                .filter(group -> String.valueOf(group.getFileName())
                        .startsWith("ralbench-" + run.process().pid() + "-"))
                .toList();
    }

    @Test
    @Disturbance(value = "directories of a ralbench that is gone", then = "are removed; those of the living stay")
    void directoriesOfTheLivingStayAndThoseOfTheDeadGo() throws Exception {
        var cache = new UserCache(directory);
        var mine = new RunTag(Owner.self(proc));
        var guard = new Guard(mine, proc);
        var directories = new RunDirectories(cache, mine, guard);
        var living = directories.make("data");
        var gone = new Owner(999_999_999, 1, proc.pidNamespace());
        var dead = Files.createDirectories(
                cache.directory("runs").resolve(gone + "-1-data").resolve("deep"));

        assertThat(directories.removeOrphans(proc))
                .isEqualTo(new RunDirectories.Removal(List.of(dead.getParent()), Map.of()));

        assertThat(living).exists();
        assertThat(dead).doesNotExist();
        guard.close();
        assertThat(living).as("the guard removes it").doesNotExist();
    }

    @Test
    @Disturbance(value = "a directory that cannot be removed", then = "is named, and the others go")
    void aDirectoryThatCannotBeRemovedIsNamedAndTheOthersGo() throws Exception {
        var cache = new UserCache(directory);
        var gone = new Owner(999_999_999, 1, proc.pidNamespace());
        var runs = cache.directory("runs");
        var stuck = Files.createDirectories(runs.resolve(gone + "-1-data/deep/file"));
        var other = Files.createDirectories(runs.resolve(gone + "-2-data"));
        var locked = Optional.ofNullable(stuck.getParent()).orElseThrow();
        try {
            lock(locked);
            var directories = new RunDirectories(cache, new RunTag(gone), new Guard(new RunTag(gone), proc));

            var removal = directories.removeOrphans(proc);

            assertThat(removal.removed()).containsExactly(other);
            assertThat(removal.kept()).containsOnlyKeys(runs.resolve(gone + "-1-data"));
            assertThat(removal.kept().values())
                    .allMatch(
                            why -> why.startsWith("permission denied: ") || why.endsWith(": Operation not permitted"));
        } finally {
            unlock(locked);
        }
    }

    /** Nothing in it can be removed from now on, by root neither. */
    private static void lock(Path directory) throws IOException, InterruptedException {
        assertThat(directory.toFile().setWritable(false)).isTrue();
        if (Files.isWritable(directory)) {
            assumeThat(chattr("+i", directory))
                    .as("nothing was tried: root may do anything where a file system has no immutable files")
                    .isZero();
        }
    }

    private static int chattr(String change, Path file) throws IOException, InterruptedException {
        return new ProcessBuilder("chattr", change, file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private static void unlock(Path directory) throws IOException, InterruptedException {
        chattr("-i", directory); // in vain where it was not set
        assertThat(directory.toFile().setWritable(true)).isTrue();
    }

    @Test
    @Disturbance(value = "a process id that was used again", then = "the new process is spared")
    void aProcessThatHasTheIdOfAnotherOneIsSpared() throws Exception {
        var sleeper = new ProcessBuilder("sleep", "300").start();
        started.add(sleeper);
        var other = Files.createDirectories(directory.resolve("proc").resolve(String.valueOf(sleeper.pid())));
        var stat = Files.readString(Path.of("/proc", String.valueOf(sleeper.pid()), "stat"));
        var ticks = String.valueOf(proc.stat(sleeper.pid()).orElseThrow().startTicks());
        Files.writeString(other.resolve("stat"), stat.replace(" " + ticks + " ", " 1 "));
        var guard = new Guard(new RunTag(new Owner(1, 1, 1)), new ProcFs(directory.resolve("proc")));

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
                directory.toString()));
        command.addAll(List.of(more));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        started.add(process);
        var line = firstLine(process.inputReader());
        assertThat(line).startsWith("ready ");
        var services = new ArrayList<>(
                Stream.of(line.split(" ")).skip(1).map(Long::parseLong).toList());
        Eventually.within(PATIENCE, () -> Files.exists(directory.resolve("service.log")) && child() > 0);
        services.add(child());
        return new Run(process, services);
    }

    private static String firstLine(BufferedReader reader) throws IOException {
        return String.valueOf(reader.readLine());
    }

    private long child() {
        try {
            return Files.readAllLines(directory.resolve("service.log")).stream()
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

    private List<Path> files(String name) {
        try (var files = Files.list(directory.resolve(name))) {
            return files.toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
