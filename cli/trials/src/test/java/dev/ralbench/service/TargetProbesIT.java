package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ralbench.Clock;
import dev.ralbench.http.ControlClient;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.InsideView.PeakScope;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStarter;
import dev.ralbench.process.Program;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.UserCache;
import dev.ralbench.secret.Secrets;
import dev.ralbench.testing.Alone;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.Listening;
import dev.ralbench.testing.Starters;
import dev.ralbench.testing.TestService;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@Alone
class TargetProbesIT {
    private static final long MEBIBYTE = 1 << 20;

    @RegisterExtension
    static final TestService SERVICE = TestService.of(TargetProbesIT.class);

    @TempDir
    Path directory;

    private TargetProbes probes;
    private ProcessStarter starter;
    private final ControlClient client = new ControlClient();
    private TargetLauncher launcher;

    @BeforeEach
    void open() {
        probes = probes();
        starter = Starters.processes();
        launcher = new TargetLauncher(starter, client, Clock.system(), Secrets.none());
    }

    @AfterEach
    void close() {
        starter.close();
        client.close();
    }

    @Test
    void threadsOfAWindowAreInItsPeakAndNotInTheNext() throws Exception {
        var target = start(SERVICE.definition());
        try (var probe = probes.open(target).orElseThrow()) {
            TestService.get(target, "/threads");
            var with = probe.nextWindow().orElseThrow();
            TestService.get(target, "/");
            var without = probe.nextWindow().orElseThrow();

            assertThat(with.source()).isEqualTo("jmx+proc");
            assertThat(jvm(with).liveThreadsPeakSince()).isEqualTo(PeakScope.WINDOW);
            assertThat(jvm(with).liveThreadsPeak() - jvm(without).liveThreadsPeak())
                    .isBetween(45, 55);
            assertThat(jvm(with).threadsStarted().orElseThrow()).isBetween(45L, 70L);
            assertThat(jvm(without).threadsStarted().orElseThrow()).isLessThan(20);
        }
    }

    @Test
    void theThreadsOfTheViewAreThoseThatItAdds() throws Exception {
        var target = start(SERVICE.definition());
        TestService.get(target, "/");
        int before = threads(target);
        try (var probe = probes.open(target).orElseThrow()) {
            TestService.get(target, "/");
            var reading = probe.nextWindow().orElseThrow();

            assertThat(jvm(reading).viewThreads()).hasValue(6);
            assertThat(threads(target) - before).isBetween(6, 8); // a GC thread may have come
        }
    }

    @Test
    void threadsThatAnEarlierViewLeftAreNotTheTargetsEither() throws Exception {
        var target = start(SERVICE.definition());
        int first = ownThreads(target);

        assertThat(ownThreads(target)).isBetween(first - 1, first + 1);
    }

    @Test
    void theThreadsOfATargetThatOffersJmxByItselfAreItsOwn() throws Exception {
        var plain = start(SERVICE.definition());
        var command = SERVICE.definition().program().command().command();
        var open = start(SERVICE.launched(command.replace(" -cp", " -Dcom.sun.management.jmxremote -cp")));

        assertThat(ownThreads(open)).isGreaterThan(ownThreads(plain));
    }

    private int ownThreads(RunningTarget target) throws Exception {
        try (var probe = probes.open(target).orElseThrow()) {
            TestService.get(target, "/");
            var reading = probe.nextWindow().orElseThrow();
            return jvm(reading).ownThreadsPeak();
        }
    }

    @Test
    @Disturbance(value = "another machine looks for the port of the view into a JVM", then = "it is on loopback")
    void theViewListensOnLoopbackAlone() throws Exception {
        var target = start(SERVICE.definition());
        long pid = target.pid().orElseThrow();
        int own = Listening.addresses(pid).size();
        try (var probe = probes.open(target).orElseThrow()) {
            assertThat(probe.nextWindow().orElseThrow().source()).isEqualTo("jmx+proc");
            assertThat(Listening.addresses(pid)).hasSize(own + 1).allMatch(Listening.LOOPBACK::contains);
        }
        try (var left = Files.list(directory.resolve("cache/runs"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    @Disturbance(
            value = "a JVM that ran before is looked into by two trials, and then no more",
            then = "one port on loopback, and none afterwards")
    void eachTrialHasAnAgentOfItsOwnAndTheLastLeavesNone() throws Exception {
        var launched = start(SERVICE.definition());
        long pid = launched.pid().orElseThrow();
        var target = existing(pid);
        int own = Listening.addresses(pid).size();
        for (int trial = 1; trial <= 2; trial++) {
            try (var probe = probes.open(target).orElseThrow()) {
                assertThat(probe.nextWindow().orElseThrow().source()).isEqualTo("jmx+proc");
                assertThat(Listening.addresses(pid)).hasSize(own + 1).allMatch(Listening.LOOPBACK::contains);
            }
        }
        probes.close();
        Eventually.within(Duration.ofSeconds(10), () -> Listening.addresses(pid).size() == own);
        try (var again = probes();
                var probe = again.open(target).orElseThrow()) {
            assertThat(probe.nextWindow().orElseThrow().source()).isEqualTo("jmx+proc");
        }
    }

    @Test
    @Disturbance(
            value = "another program has started the agent of a JVM that is looked into",
            then = "it is left alone, and no port on all interfaces is opened")
    void anAgentOfAnotherProgramIsLeftAlone() throws Exception {
        var target = start(SERVICE.definition());
        long pid = target.pid().orElseThrow();
        try (var others = probes();
                var first = others.open(target).orElseThrow()) {
            int open = Listening.addresses(pid).size();
            try (var probe = probes.open(target).orElseThrow()) {
                assertThat(probe.nextWindow().orElseThrow().source()).isEqualTo("hsperfdata+proc");
                assertThat(Listening.addresses(pid)).hasSize(open).allMatch(Listening.LOOPBACK::contains);
            }
            assertThat(first.nextWindow().orElseThrow().source()).isEqualTo("jmx+proc");
        }
    }

    @Test
    @Disturbance(
            value = "root looks into a JVM of another user",
            then = "on loopback, with a password for that user alone")
    void aJvmOfAnotherUserIsLookedInto() throws Exception {
        var asNobody = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
        assumeThat(exitCode(asNobody, Starters.JAVA.toString(), "--version"))
                .as("nothing was tried: only root can start a JVM as another user, with a JDK that all can read")
                .isZero();
        var command = SERVICE.definition().program().command().command();
        var before = views();
        var target = start(SERVICE.launched("exec " + String.join(" ", asNobody) + " " + command));
        long pid = target.pid().orElseThrow();
        int own = Listening.addresses(pid).size();
        try (var probe = probes.open(target).orElseThrow()) {
            assertThat(probe.nextWindow().orElseThrow().source()).isEqualTo("jmx+proc");
            assertThat(Listening.addresses(pid)).hasSize(own + 1).allMatch(Listening.LOOPBACK::contains);
        }
        assertThat(views()).as("those of others may be there").isSubsetOf(before);
    }

    private static List<Path> views() throws IOException {
        try (var files = Files.list(Path.of("/tmp"))) {
            return files.filter(path -> path.getFileName().toString().startsWith("ralbench-view-"))
                    .toList();
        }
    }

    private static int exitCode(List<String> prefix, String... command) throws IOException, InterruptedException {
        var words = new ArrayList<>(prefix);
        words.addAll(List.of(command));
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private TargetProbes probes() {
        return new TargetProbes(Clock.system(), Starters.directories(new UserCache(directory.resolve("cache"))));
    }

    @Test
    void allocationIsWhatTheServiceAllocated() throws Exception {
        var target = start(SERVICE.definition());
        try (var probe = probes.open(target).orElseThrow()) {
            TestService.get(target, "/allocate");
            var allocating =
                    jvm(probe.nextWindow().orElseThrow()).allocatedBytes().orElseThrow();

            assertThat(allocating).isBetween(100 * MEBIBYTE, 115 * MEBIBYTE);
        }
    }

    @Test
    void heapPeakCountsGarbageAndWhatACollectionLeavesDoesNot() throws Exception {
        var target = start(SERVICE.definition());
        try (var probe = probes.open(target).orElseThrow()) {
            TestService.get(target, "/keep");
            TestService.get(target, "/drop");
            TestService.get(target, "/collect");
            var window = jvm(probe.nextWindow().orElseThrow());
            TestService.get(target, "/");
            var quiet = jvm(probe.nextWindow().orElseThrow());

            assertThat(window.collections()).isPositive();
            assertThat(window.collectionMillis()).isPositive();
            assertThat(window.heapPeakBytes().orElseThrow()).isGreaterThan(64 * MEBIBYTE);
            assertThat(quiet.collections()).isZero();
            assertThat(quiet.heapAfterCollectionBytes()).isEmpty();
            assertThat(quiet.heapPeakBytes().orElseThrow()).isLessThan(64 * MEBIBYTE);
        }
    }

    @Test
    void liveDataIsWhatACollectionLeaves() throws Exception {
        var target = start(SERVICE.definition());
        try (var probe = probes.open(target).orElseThrow()) {
            TestService.get(target, "/keep");
            TestService.get(target, "/collect");

            assertThat(jvm(probe.nextWindow().orElseThrow())
                            .heapAfterCollectionBytes()
                            .orElseThrow())
                    .isBetween(64 * MEBIBYTE, 90 * MEBIBYTE);
        }
    }

    @Test
    void theKernelsFiguresAreThoseOfTheWindow() throws Exception {
        var target = start(SERVICE.definition());
        try (var probe = probes.open(target).orElseThrow()) {
            TestService.get(target, "/burn");
            probe.poll();
            var reading = probe.nextWindow().orElseThrow();

            assertThat(reading.cpuSeconds()).isBetween(0.35, 2.0);
            assertThat(reading.residentPeakBytes()).isBetween(20 * MEBIBYTE, 600 * MEBIBYTE);
            assertThat(reading.osThreadsPeak()).isGreaterThan(jvm(reading).liveThreadsPeak());
            assertThat(reading.voluntarySwitches()).isPositive();
            assertThat(reading.threadGroupsPeak()).containsKeys("jvm: compiler", "jvm: other");
            assertThat(probe.glance().threads()).isPositive();
            assertThat(probe.glance().residentBytes()).isPositive();
        }
    }

    @Test
    void aJvmBehindAShellIsFound() throws Exception {
        var target = start(SERVICE.launched(
                "true && " + SERVICE.definition().program().command().command() + "; true"));
        try (var probe = probes.open(target).orElseThrow()) {
            assertThat(probe.nextWindow().orElseThrow().source()).isEqualTo("jmx+proc");
        }
    }

    @Test
    void aJvmThatLeftItsScriptIsFound() throws Exception {
        var target = start(SERVICE.launched(
                "(setsid " + SERVICE.definition().program().command().command() + " &); sleep 60"));
        try (var probe = probes.open(target).orElseThrow()) {
            var reading = probe.nextWindow().orElseThrow();

            assertThat(reading.source()).isEqualTo("jmx+proc");
            assertThat(reading.processes().orElseThrow().stranger()).isEmpty();
        }
    }

    @Test
    void theProcessThatListensIsLookedIntoAndNamedIfTheCommandDidNotStartIt() throws Exception {
        var other = start(SERVICE.definition());
        var log = new LogFile(directory.resolve("sleep.log"));
        var service =
                starter.start(new ServiceSpec("sleep", Program.JAVA, List.of("sleep", "60"), Map.of(), List.of(), log));
        var target = new LaunchedTarget(other.baseUrl(), Optional.empty(), service, "sleep 60", 0, Optional.empty());
        try (var probe = probes.open(target).orElseThrow()) {
            var reading = probe.nextWindow().orElseThrow();

            assertThat(reading.source()).isEqualTo("jmx+proc");
            assertThat(reading.processes().orElseThrow().stranger())
                    .contains("process " + other.pid().orElseThrow() + " (java)");
        }
    }

    @Test
    void aJvmThatRefusesToBeAttachedToIsReadFromItsCountersFile() throws Exception {
        var command =
                SERVICE.definition().program().command().command().replace(" -cp", " -XX:+DisableAttachMechanism -cp");
        var target = start(SERVICE.launched(command));
        try (var probe = probes.open(target).orElseThrow()) {
            TestService.get(target, "/threads");
            TestService.get(target, "/collect");
            var reading = probe.nextWindow().orElseThrow();

            assertThat(reading.source()).isEqualTo("hsperfdata+proc");
            assertThat(jvm(reading).liveThreadsPeak()).isGreaterThan(50);
            assertThat(jvm(reading).liveThreadsPeakSince()).isEqualTo(PeakScope.PROCESS_START);
            assertThat(jvm(reading).collections()).isPositive();
            assertThat(jvm(reading).collectionMillis()).isPositive();
            assertThat(jvm(reading).heapPeakBytes()).isEmpty();
        }
    }

    @Test
    void aProgramThatIsNoJvmHasTheKernelsFiguresAndSurvives() throws Exception {
        var process = new ProcessBuilder("sleep", "300").start();
        try (var probe = probes.open(existing(process.pid())).orElseThrow()) {
            var reading = probe.nextWindow().orElseThrow();

            assertThat(reading.source()).isEqualTo("proc");
            assertThat(reading.jvm()).isEmpty();
            assertThat(reading.osThreadsPeak()).isEqualTo(1);
            assertThat(reading.residentPeakBytes()).isPositive();
            assertThat(reading.threadGroupsPeak()).containsEntry("sleep", 1);
            assertThat(process.isAlive()).as("nothing that ends it was sent").isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aTargetThatDiesWithinAWindowLeavesWhatWasLastSeenAndNoNoise() throws Exception {
        var target = start(SERVICE.definition());
        var error = System.err;
        var noise = new ByteArrayOutputStream();
        System.setErr(new PrintStream(noise, true, StandardCharsets.UTF_8));
        try (var probe = probes.open(target).orElseThrow()) {
            TestService.get(target, "/burn");
            probe.poll();
            var process = ProcessHandle.of(target.pid().orElseThrow()).orElseThrow();
            process.destroyForcibly();
            process.onExit().get(10, TimeUnit.SECONDS);

            probe.poll();
            var last = probe.nextWindow().orElseThrow();
            var after = probe.nextWindow().orElseThrow();

            assertThat(last.cpuSeconds()).isGreaterThan(0.35);
            assertThat(last.residentPeakBytes()).isPositive();
            assertThat(last.source()).isEqualTo("hsperfdata+proc");
            assertThat(jvm(last).liveThreadsPeak()).isPositive();
            assertThat(after.cpuSeconds()).isZero();
            assertThat(probe.glance()).isEqualTo(ProbeGlance.NOTHING);
        } finally {
            System.setErr(error);
        }
        assertThat(noise.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void withoutAProcessThereIsNothingToLookInto() {
        var target = existing(OptionalLong.empty());

        assertThat(probes.open(target)).isEmpty();
    }

    private RunningTarget start(TargetDefinition.Launched definition) throws InterruptedException {
        return launcher.start(definition, Map.of(), directory.resolve("service.log"));
    }

    private static RunningTarget existing(long pid) {
        return existing(OptionalLong.of(pid));
    }

    private static RunningTarget existing(OptionalLong pid) {
        var url = "http://127.0.0.1:1";
        var address = new ExistingTarget.Answered(InetAddress.getLoopbackAddress(), 80, List.of());
        return new ExistingTarget(URI.create(url), url, address, pid, Optional.empty());
    }

    private static int threads(RunningTarget target) {
        return ProcFs.ofThisMachine()
                .stat(target.pid().orElseThrow())
                .orElseThrow()
                .threads();
    }

    private static InsideView.Jvm jvm(InsideView reading) {
        return reading.jvm().orElseThrow();
    }
}
