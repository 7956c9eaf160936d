package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ralbench.placement.Topology;
import dev.ralbench.process.CpuSet;
import dev.ralbench.process.ProcFs;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Alone;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.ResultSchema;
import dev.ralbench.testing.TestService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs that divide the CPUs of this machine, against real processes. */
@Alone
class CpusIT {
    private static final ProcFs PROC = ProcFs.ofThisMachine();
    private static final long SELF = ProcessHandle.current().pid();

    @RegisterExtension
    static final TestService SERVICE = TestService.of(CpusIT.class);

    @TempDir
    private Path directory;

    private int results;

    private static CpuSet all = CpuSet.none();
    private static CpuSet first = CpuSet.none();
    private static CpuSet second = CpuSet.none();

    @BeforeAll
    static void findCpus() {
        all = Topology.ofThisMachine(PROC).map(Topology::usable).orElse(CpuSet.none());
        assumeTrue(all.count() > 1, "there are two CPUs to divide");
        first = CpuSet.of(all.numbers().get(0));
        second = CpuSet.of(all.numbers().get(1));
    }

    private record Run(Shell.CommandResult outcome, RunResult result) {
        TrialResult only() {
            assertThat(result.lastAttempts()).as(outcome.err()).hasSize(1);
            return result.lastAttempts().getFirst();
        }
    }

    /** With a think time: at full speed one CPU is near the generator's limit, for which a trial can be invalid. */
    private Run run(String target, String... cpus) throws IOException {
        var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: /work, expect: { status: 204 } }
                load: { closed: { constant: { users: 4, hold: 2s } }, think: 5ms }
                jvm: -Xmx128m -XX:+UseSerialGC
                variants: { mine: { target: { %s } } }
                """.formatted(target));
        var file = directory.resolve("result-" + results++ + ".json");
        var words = new ArrayList<>(List.of("run", scenario.toString(), "-o", file.toString(), "--cpus"));
        words.addAll(List.of(cpus));
        var outcome = Shell.calibrating().execute(words.toArray(String[]::new));
        assertThat(outcome.err()).doesNotContain("Exception");
        ResultSchema.assertKeptBy(file);
        return new Run(outcome, ResultFile.read(file));
    }

    private static String service(String before) {
        return "command: \"" + before + SERVICE.command() + "\", ready: /ready";
    }

    private static Set<String> whereThreadsMayRun(long pid) {
        var lists = new HashSet<String>();
        PROC.eachThread(pid, (id, thread) -> {
            if (!thread.isZombie()) {
                thread.mayRunOn().map(CpuSet::toString).ifPresent(lists::add);
            }
        });
        return lists;
    }

    @Test
    void everyThreadIsOnTheCpusOfItsRole() throws Exception {
        var task = new FutureTask<>(() -> run(service(""), "generator=" + second, "target=" + first));
        var thread = Thread.ofPlatform().start(task);

        // Asked of the kernel while the load is on: all threads of ralbench (this process), and of the service.
        Eventually.within(
                Duration.ofMinutes(2),
                () -> task.isDone()
                        || (whereThreadsMayRun(SELF).equals(Set.of(second.toString()))
                                && SERVICE.processes().stream()
                                        .map(ProcessHandle::pid)
                                        .anyMatch(pid -> whereThreadsMayRun(pid).equals(Set.of(first.toString())))));
        assertThat(task.isDone()).as("seen before its end").isFalse();
        thread.join();

        var run = result(task);
        assertThat(run.outcome().exit())
                .as(run.outcome().out() + run.outcome().err())
                .isZero();
        assertThat(run.outcome().err()).contains("CPUs: generator " + second + ", target " + first);
        assertThat(run.result().fingerprint().machine())
                .containsEntry("cores", String.valueOf(all.count()))
                .containsEntry("cpus.generator", second.toString())
                .containsEntry("cpus.target", first.toString());
        assertThat(run.result().generator().sender()).endsWith(", 1 event loop");
        assertEveryThreadStayed(run);
        assertGeneratorKnowsItsCpuAndTheMachines(run);
        assertThat(whereThreadsMayRun(SELF)).as("afterwards").containsExactly(all.toString());
    }

    private static void assertEveryThreadStayed(Run run) {
        var placement = run.only().setup().placement().orElseThrow();
        assertThat(placement.looks()).isPositive();
        assertThat(placement.roles()).containsOnlyKeys("generator", "target").allSatisfy((role, seen) -> {
            assertThat(seen.threads()).as(role).isGreaterThan(5);
            assertThat(seen.strayThreads()).as(role).isZero();
            assertThat(seen.strays()).as(role).isEmpty();
        });
    }

    private static void assertGeneratorKnowsItsCpuAndTheMachines(Run run) {
        var usage = run.only()
                .measurement()
                .orElseThrow()
                .wholeRun()
                .views()
                .generator()
                .orElseThrow();
        assertThat(usage.machine().processors()).isEqualTo(1);
        assertThat(usage.otherWorkShare()).isPresent();
        assertThat(usage.machineCpu().orElseThrow().processors())
                .as("all of the machine, not those that it may use")
                .isGreaterThan(1);
    }

    /** Asked of the kernel while the load is on. */
    private Run runWhile(int niceness, String... words) throws Exception {
        var task = new FutureTask<>(() -> run(service(""), words));
        var thread = Thread.ofPlatform().start(task);
        Eventually.within(
                Duration.ofMinutes(2),
                () -> task.isDone()
                        || SERVICE.processes().stream()
                                .map(ProcessHandle::pid)
                                .anyMatch(pid -> niceness(pid) == niceness));
        assertThat(task.isDone()).as("seen before its end").isFalse();
        thread.join();
        return result(task);
    }

    /** Field 19 of /proc/PID/stat, the 17th after the name; -100 for a process that has ended. */
    private static int niceness(long pid) {
        try {
            var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16]);
        } catch (IOException ended) {
            return -100;
        }
    }

    @Test
    void aTargetThatSharesCpusGivesWayUnlessItIsToBeAnEqual() throws Exception {
        int own = niceness(SELF);

        var behind = runWhile(Math.min(19, own + 10), "none");
        assertThat(behind.outcome().exit()).as(behind.outcome().err()).isZero();
        assertThat(behind.outcome().out()).contains("services nice 10");
        assertThat(behind.result().fingerprint().machine()).containsEntry("services", "nice 10");

        var fair = runWhile(own, "none", "--fair");
        assertThat(fair.outcome().out()).doesNotContain("nice");
        assertThat(fair.result().fingerprint().machine()).doesNotContainKey("services");
    }

    private static Run result(FutureTask<Run> task) throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    @Test
    void aTargetThatWidensItsOwnCpusIsSuspect() throws IOException {
        var run = run(service("taskset -c -p " + all + " $$ && exec "), "generator=" + second, "target=" + first);

        assertThat(run.only().validity().verdict()).isEqualTo(TrialResult.ValidityLevel.SUSPECT);
        assertThat(run.only().validity().reasons())
                .anySatisfy(reason -> assertThat(reason)
                        .startsWith("the target was to run on CPUs " + first + ", but its thread ")
                        .contains(" may run on " + all));
        assertThat(run.outcome().out().replaceAll("\\s+", " ")).contains("the target was to run on");
        assertThat(run.only().setup().placement().orElseThrow().roles().get("generator"))
                .satisfies(generator -> assertThat(generator.strays()).isEmpty());
    }

    @Test
    void aTargetThatRunsAlreadyStaysWhereItIs() throws IOException {
        try (var server = new FaultyServer((number, exchange) -> {
            exchange.pause(Duration.ofMillis(20));
            exchange.send("HTTP/1.1 204 No Content\r\n\r\n");
        })) {
            var run = run("url: \"" + server.url() + "\"", "generator=" + second);

            assertThat(run.outcome().err()).contains("not ralbench's, so left where it is: the target by url");
            assertThat(run.result().fingerprint().machine())
                    .containsKey("cpus.generator")
                    .doesNotContainKey("cpus.target");
            assertThat(run.only().setup().placement().orElseThrow().roles()).containsOnlyKeys("generator");
        }
    }
}
