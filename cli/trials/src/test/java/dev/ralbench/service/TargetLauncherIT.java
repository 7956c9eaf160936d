package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.http.ControlClient;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStarter;
import dev.ralbench.process.Program;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.secret.Secrets;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.Starters;
import dev.ralbench.testing.TestService;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TargetLauncherIT {
    @RegisterExtension
    static final TestService SERVICE = TestService.of(TargetLauncherIT.class);

    @TempDir
    Path directory;

    private ProcessStarter starter;
    private final ControlClient client = new ControlClient();
    private TargetLauncher launcher;
    private Path log;

    @BeforeEach
    void open() {
        starter = Starters.processes();
        launcher = new TargetLauncher(starter, client, Clock.system(), Secrets.none());
        log = directory.resolve("logs").resolve("service.log");
    }

    @AfterEach
    void close() {
        starter.close();
        client.close();
        assertThat(ProcessHandle.current()
                        .children()
                        .filter(ProcessHandle::isAlive)
                        .filter(child -> !child.info()
                                .arguments()
                                .map(List::of)
                                .orElse(List.of())
                                .contains("ralbench-guard")))
                .as("nothing is left running")
                .isEmpty();
    }

    @Test
    void aStartedTargetAnswersAndKnowsHowItWasStarted() throws Exception {
        try (var target = launcher.start(SERVICE.definition(), Map.of(), log)) {
            TestService.get(target, "/");
            assertThat(target.isAlive()).isTrue();
            assertThat(target.startupSeconds().orElseThrow()).isBetween(0.01, 30.0);
            assertThat(target.commandLine().orElseThrow())
                    .contains("-Xmx256m", "TestService " + target.baseUrl().getPort());
            assertThat(target.log()).contains(log);
            assertThat(target.logTail())
                    .contains(
                            "flags from outside: null",
                            "mine: p" + target.baseUrl().getPort());
        }
    }

    /** The command first hands its port to a process that ran before, and begins to listen when it is started again. */
    @Test
    void anOlderProcessThatHasTakenThePortIsNotMeasuredInItsPlace() throws Exception {
        var port = directory.resolve("port");
        var service = SERVICE.definition().program().command().command();
        var taker = new ProcessBuilder(
                        "sh",
                        "-c",
                        "until [ -s '" + port + "' ]; do sleep 0.05; done; exec "
                                + service.replace(
                                                "${java}",
                                                ProcessHandle.current()
                                                        .info()
                                                        .command()
                                                        .orElseThrow())
                                        .replace("${port}", "$(cat '" + port + "')"))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("taker.log").toFile())
                .start();
        try (var target = launcher.start(
                SERVICE.launched("if [ -s '" + port + "' ]; then exec " + service + "; fi; echo ${port} > '" + port
                        + "'; exec sleep 60"),
                Map.of(),
                log)) {
            assertThat(taker.isAlive()).isTrue();
            assertThat(target.baseUrl().getPort())
                    .isNotEqualTo(Integer.parseInt(Files.readString(port).strip()));
            TestService.get(target, "/");
        } finally {
            taker.destroyForcibly().waitFor();
        }
    }

    @Test
    void itsTemporaryFilesAreInADirectoryOfTheRun() throws Exception {
        try (var target = launcher.start(SERVICE.definition(), Map.of(), log)) {
            var directory = starter.temporary().orElseThrow();
            assertThat(directory).isDirectory();
            assertThat(target.commandLine().orElseThrow()).contains("-Djava.io.tmpdir=" + directory + " -Xmx256m");
            assertThat(ProcFs.ofThisMachine().variable(target.pid().orElseThrow(), "TMPDIR"))
                    .contains(directory.toString());
        }
    }

    @Test
    void theProcessThatIsKnownIsTheProgramItselfAndNotAShell() throws Exception {
        try (var target = launcher.start(SERVICE.definition(), Map.of(), log)) {
            assertThat(handleOf(target).info().command().orElseThrow()).endsWith("java");
        }
    }

    @Test
    void aClosedTargetIsGoneAndCanBeClosedAgain() throws Exception {
        var target = launcher.start(SERVICE.definition(), Map.of(), log);
        var process = handleOf(target);

        target.close();
        target.close();

        assertThat(process.isAlive()).isFalse();
        assertThat(target.isAlive()).isFalse();
    }

    @Test
    void aTargetThatEndedByItselfIsClosedWithoutComplaint() throws Exception {
        var target = launcher.start(SERVICE.definition(), Map.of(), log);
        var process = handleOf(target);
        process.destroyForcibly();
        process.onExit().get(10, TimeUnit.SECONDS);

        target.close();

        assertThat(target.isAlive()).isFalse();
    }

    @Test
    @Disturbance(value = "a target ignores SIGTERM", then = "killed after the grace")
    void aTargetThatIgnoresTheSignalToEndIsKilled() throws Exception {
        var target = launcher.start(SERVICE.definition("stubborn"), Map.of(), log);
        var process = handleOf(target);

        target.close();

        assertThat(process.isAlive()).isFalse();
    }

    @Test
    @Disturbance(value = "a target that is stopped with SIGSTOP is ended", then = "it goes on, and ends gracefully")
    void aTargetThatIsStoppedEndsGracefully() throws Exception {
        var script = "trap 'echo gracefully; exit 3' TERM; echo up; while :; do sleep 0.1; done";
        var service = starter.start(new ServiceSpec(
                "script", Program.JAVA, List.of("sh", "-c", script), Map.of(), List.of(), new LogFile(log)));
        Eventually.within(Duration.ofSeconds(10), () -> service.log().tail().contains("up"));
        new ProcessBuilder("kill", "-STOP", String.valueOf(service.pid()))
                .start()
                .waitFor();

        service.close();

        assertThat(service.exitCode()).hasValue(3);
        assertThat(service.log().tail()).contains("gracefully");
    }

    @Test
    @Disturbance(value = "a target leaves children behind", then = "they end with it")
    void childrenOfATargetEndWithIt() throws Exception {
        var target = launcher.start(SERVICE.definition("forks"), Map.of(), log);
        var child = handleOf(target).children().findFirst().orElseThrow();

        target.close();

        assertThat(isGone(child.pid())).isTrue();
    }

    @Test
    void childrenWhoseParentHasEndedAreFoundAndEnded() throws Exception {
        // The inner shell ends at once, so that its sleep belongs to init and to no process of the target.
        var command = "sh -c 'sleep 300 & echo child $!'; "
                + SERVICE.definition().program().command().command();
        var target = launcher.start(SERVICE.launched(command), Map.of(), log);
        long child = target.logTail()
                .lines()
                .filter(line -> line.startsWith("child "))
                .mapToLong(line -> Long.parseLong(line.substring(6)))
                .findFirst()
                .orElseThrow();
        assertThat(ProcessHandle.of(child)).isPresent();

        target.close();

        assertThat(isGone(child)).isTrue();
    }

    @Test
    void commandsWithShellSyntaxWorkAndAreStoppedAsAWhole() throws Exception {
        var command = "cd / && { true; GREETING=hello "
                + SERVICE.definition().program().command().command() + "; echo ended; }";
        var target = launcher.start(SERVICE.launched(command), Map.of(), log);
        var processes = handleOf(target).descendants().toList();

        target.close();

        assertThat(processes).isNotEmpty().allMatch(process -> isGone(process.pid()));
    }

    @Test
    void whyTheShellCouldNotBecomeTheProgramIsSaid() throws Exception {
        assertThat(failureOf("./no-such-command ${port}").why())
                .startsWith("there is no file " + Path.of("").toAbsolutePath() + "/no-such-command; ");
        assertThat(failureOf("no-such-command ${port}").why())
                .startsWith("there is no program no-such-command on the PATH; ");
        var directory = log.resolveSibling("directory");
        Files.createDirectories(directory);
        assertThat(failureOf(directory + " ${port}").why()).startsWith(directory + " is a directory; ");
        var script = log.resolveSibling("script");
        Files.writeString(script, "#!/no/such/shell\n");
        assertThat(failureOf(script + " ${port}").why()).startsWith("this user may not execute " + script);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        assertThat(failureOf(script + " ${port}").why()).contains("names the interpreter /no/such/shell, and");
        assertThat(failureOf(script + " ${port}").fix()).contains(log.toString());
    }

    private Failure failureOf(String command) {
        return catchThrowableOfType(Failure.class, () -> launcher.start(SERVICE.launched(command), Map.of(), log));
    }

    @Test
    void whereACommandWasLookedForIsSaid() {
        var failure = failureOf("true && ./no-such-command ${port}");

        assertThat(failure.why()).startsWith("exit code 127");
        assertThat(failure.fix())
                .startsWith("the shell found no such command")
                .contains(Path.of("").toAbsolutePath().toString(), log.toString());
    }

    @Test
    void aTargetThatDiesAtStartIsReportedAtOnceWithItsLastWords() {
        var patient = new TargetLauncher(starter, client, Clock.system(), Secrets.none(), Duration.ofMinutes(10));

        var failure =
                catchThrowableOfType(Failure.class, () -> patient.start(SERVICE.definition("dies"), Map.of(), log));

        assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT);
        assertThat(failure.what()).isEqualTo("target 'test service' ended while it started");
        assertThat(failure.why())
                .contains("exit code 3", "line 20", "no configuration found")
                .doesNotContain("line 5\n");
        assertThat(failure.fix()).contains(log.toString());
    }

    @Test
    @Disturbance(value = "a target never gets ready", then = "given up in time, with its last status")
    void aTargetThatNeverGetsReadyIsReportedWithItsLastStatusAndStopped() {
        var impatient = new TargetLauncher(starter, client, Clock.system(), Secrets.none(), Duration.ofSeconds(10));

        var failure = catchThrowableOfType(
                Failure.class, () -> impatient.start(SERVICE.definition("never-ready"), Map.of(), log));

        assertThat(failure.what()).isEqualTo("target 'test service' was not ready after 10.0 s");
        assertThat(failure.why()).contains("GET /ready", "status 503");
        assertThat(failure.fix()).contains("name a path in ready");
    }

    @Test
    void aTargetHasTheTimeThatItsDefinitionGivesIt() {
        var hasty = SERVICE.definition("never-ready").readyWithin(Optional.of(Duration.ofMillis(200)));

        assertThatThrownBy(() -> launcher.start(hasty, Map.of(), log))
                .hasMessageContaining("was not ready after 0.2 s")
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.fix()).contains("more time by readyWithin"));
    }

    @Test
    void aTargetThatListensElsewhereIsReportedAsRefusingConnections() {
        var impatient = new TargetLauncher(starter, client, Clock.system(), Secrets.none(), Duration.ofSeconds(3));

        assertThatThrownBy(() -> impatient.start(SERVICE.launched("sleep 100 ${port}s"), Map.of(), log))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why()).contains("Connection refused", "it wrote nothing"));
    }

    @Test
    void aPortThatTheCommandFixesAndThatIsTakenIsNamedAsTheLikelyCause() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var command = "${java} -cp '" + SERVICE.classes() + "' TestService " + taken.getLocalPort() + " # ${port}";

            var failure =
                    catchThrowableOfType(Failure.class, () -> launcher.start(SERVICE.launched(command), Map.of(), log));

            assertThat(failure.why()).contains("Address already in use");
            assertThat(failure.fix()).contains("use ${port} instead");
            assertThat(Files.readString(log).split("BindException", -1))
                    .as("tried twice, both kept")
                    .hasSize(3);
        }
    }

    @Test
    @Disturbance(value = "Ctrl-C while a target starts", then = "no process is left")
    void anInterruptDuringTheStartLeavesNothingBehind() {
        var starting = Thread.currentThread();
        var interrupt = after(300, starting::interrupt);

        assertThatThrownBy(() -> launcher.start(SERVICE.definition("never-ready"), Map.of(), log))
                .isInstanceOf(InterruptedException.class);
        interrupt.join();
    }

    @Test
    void closingTheLauncherStopsAStartThatIsUnderWay() {
        var close = after(500, starter::close);

        assertThatThrownBy(() -> launcher.start(SERVICE.definition("never-ready"), Map.of(), log))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.what())
                                .isEqualTo("target 'test service' was interrupted while it started"));
        close.join();
    }

    @Test
    void aServiceThatRunsAlreadyIsUsedAndLeftRunning() throws Exception {
        try (var running = launcher.start(SERVICE.definition(), Map.of(), log)) {
            var definition = new TargetDefinition.Running("mine", running.baseUrl(), running.pid(), Optional.empty());

            var target = launcher.start(definition, Map.of(), log);
            target.close();

            assertThat(target.startupSeconds()).isEmpty();
            assertThat(target.isAlive()).isTrue();
            assertThat(running.isAlive()).isTrue();
        }
    }

    @Test
    void aUrlWhereNothingAnswersIsRefused() {
        var nothing = new TargetDefinition.Running(
                "mine", URI.create("http://127.0.0.1:1"), OptionalLong.empty(), Optional.empty());

        assertThatThrownBy(() -> launcher.start(nothing, Map.of(), log))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.what()).contains("no service answers at http://127.0.0.1:1");
                    assertThat(failure.why()).contains("refused");
                });
    }

    @Test
    void aProcessIdThatDoesNotExistIsRefused() throws Exception {
        try (var running = launcher.start(SERVICE.definition(), Map.of(), log)) {
            var definition = new TargetDefinition.Running(
                    "mine", running.baseUrl(), OptionalLong.of(Integer.MAX_VALUE), Optional.empty());

            assertThatThrownBy(() -> launcher.start(definition, Map.of(), log))
                    .hasMessageContaining("pid: no process 2147483647");
        }
    }

    @Test
    void flagsForJvmsOfTheUsersShellReachATargetOnlyWhenItsDefinitionSaysSo() throws Exception {
        var plain = SERVICE.definition();
        var own = new TargetDefinition.Launched(
                plain.title(),
                plain.program(),
                plain.ready(),
                Map.of("JAVA_TOOL_OPTIONS", "-Dmine=1"),
                List.of(),
                Optional.empty());

        try (var target = launcher.start(own, Map.of(), log)) {
            assertThat(target.logTail()).contains("flags from outside: -Dmine=1");
        }
    }

    private static CompletableFuture<Void> after(long millis, Runnable action) {
        return CompletableFuture.runAsync(action, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS));
    }

    /** What init has not collected yet is gone all the same. */
    private static boolean isGone(long pid) {
        return ProcFs.ofThisMachine().stat(pid).filter(stat -> !stat.isZombie()).isEmpty();
    }

    private static ProcessHandle handleOf(RunningTarget target) {
        return ProcessHandle.of(target.pid().orElseThrow()).orElseThrow();
    }
}
