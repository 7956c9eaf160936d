package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.ServerView;
import dev.ralbench.process.FreePort;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.ResultSchema;
import dev.ralbench.testing.Starters;
import dev.ralbench.testing.TestService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Targets that an agent has, a process of its own: what it starts, what it sees, and what it leaves behind. */
@Timeout(180)
class TargetAgentIT {
    private static final Pattern LISTENS = Pattern.compile("agent listens on (\\S+),");
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String LOAD = "closed: { constant: { users: 2, hold: 60s } }";

    @RegisterExtension
    static final TestService SERVICE = TestService.of(TargetAgentIT.class);

    @TempDir
    private Path directory;

    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        for (var each : opened) {
            each.close();
        }
    }

    /** An agent, and where it listens. */
    private record TargetAgent(RalbenchProcess process, String address) {}

    private TargetAgent agent(String... options) throws IOException {
        var args = Stream.concat(Stream.of("agent", "--listen", "127.0.0.1:0"), Stream.of(options))
                .toList();
        var process = RalbenchProcess.startIn(Files.createDirectories(directory.resolve("agent")), Map.of(), args);
        opened.add(process);
        process.awaitProgress("agent listens", PATIENCE);
        var line = LISTENS.matcher(process.told());
        assertThat(line.find()).isTrue();
        return new TargetAgent(process, line.group(1));
    }

    private Path key(String name) {
        var keys = directory.resolve("keys");
        if (!Files.exists(keys)) {
            assertThat(Shell.run("agent", "--new-fleet", keys.toString(), "--agents", "1")
                            .exit())
                    .isZero();
        }
        return keys.resolve(name + ".key");
    }

    private TargetAgent agentThatStartsCommands() throws IOException {
        return agent("--fleet-key", key("agent-1").toString(), "--allow-commands");
    }

    private List<String> command(TargetAgent agent, Path scenario, String... more) {
        return Stream.concat(
                        Stream.of(
                                "run",
                                scenario.toString(),
                                "--target-agent",
                                agent.address(),
                                "-o",
                                result().toString()),
                        Stream.of(more))
                .toList();
    }

    private List<String> commandWithKey(TargetAgent agent, Path scenario) {
        return command(agent, scenario, "--fleet-key", key("main").toString());
    }

    private Path result() {
        return directory.resolve("r.json");
    }

    private TrialResult trial(Path file) {
        ResultSchema.assertKeptBy(file);
        return ResultFile.read(file).lastAttempts().getFirst();
    }

    private static InsideView inside(TrialResult trial) {
        return trial.measurement().orElseThrow().wholeRun().views().inside().orElseThrow();
    }

    private Path scenario(String load, String variant) throws IOException {
        return Files.writeString(directory.resolve("own.yaml"), """
                schema: 1
                name: own
                request: { path: /ready, expect: { status: 204 } }
                load: { %s }
                variants:
                  %s
                """.formatted(load, variant));
    }

    @Test
    void figuresAreThoseOfALocalRun() throws Exception {
        var agent = agent();
        var load = List.of("--variant", "base", "--runtime", "process", "--requests", "400", "--users", "4");
        var there = Shell.run(Stream.concat(command(agent, Path.of("selftest-sql")).stream(), load.stream())
                .toArray(String[]::new));
        var local = directory.resolve("local.json");
        var here = Shell.run(Stream.concat(Stream.of("run", "selftest-sql", "-o", local.toString()), load.stream())
                .toArray(String[]::new));

        assertThat(there.exit()).as(there.err()).isZero();
        assertThat(here.exit()).as(here.err()).isZero();
        assertThat(agent.process().awaitEnd(PATIENCE)).isZero();
        var remote = trial(result());
        var own = trial(local);
        assertThat(served(remote)).isEqualTo(served(own)).isEqualTo(400);
        assertThat(remote.setup().work().orElseThrow())
                .isEqualTo(own.setup().work().orElseThrow());
        assertThat(remote.setup().servers())
                .extracting(server -> server.name() + " " + server.product())
                .isEqualTo(own.setup().servers().stream()
                        .map(server -> server.name() + " " + server.product())
                        .toList());
        assertSameFigures(inside(remote), inside(own));
        assertThat(remote.setup().target().orElseThrow().subject())
                .isEqualTo(own.setup().target().orElseThrow().subject());
        assertThat(remote.setup().target().orElseThrow().log().orElseThrow())
                .startsWith("127.0.0.1:" + directory.toRealPath().resolve("agent"));
        assertThat(remote.setup().startUp().orElseThrow().targetMillis()).isPositive();
        assertThat(ResultFile.read(result()).fingerprint().software())
                .isEqualTo(ResultFile.read(local).fingerprint().software());
    }

    private static long served(TrialResult trial) {
        return trial.measurement().orElseThrow().wholeRun().views().servers().values().stream()
                .mapToLong(ServerView::served)
                .sum();
    }

    private static void assertSameFigures(InsideView there, InsideView here) {
        assertThat(there.source()).isEqualTo(here.source());
        // the JVM's own come and go, such as one that replays what it was trained for
        assertThat(there.threadGroupsPeak()).containsKeys("worker", "multiThreadIoEv");
        assertThat(there.jvm().orElseThrow().ownThreadsPeak())
                .isEqualTo(here.jvm().orElseThrow().ownThreadsPeak());
        assertThat(there.jvm().orElseThrow().heapPeakBytes()).isPresent();
        assertThat(there.jvm().orElseThrow().allocatedBytes()).isPresent();
        assertThat(there.compilerSeconds()).isPresent();
        assertThat(there.cpuSeconds()).isPositive();
        assertThat(there.pools().isPresent()).isEqualTo(here.pools().isPresent());
    }

    @Test
    void aServiceThatRunsAlreadyIsLookedIntoByItsProcess() throws Exception {
        var agent = agent();
        int port = FreePort.next();
        var service = new ProcessBuilder(
                        Starters.JAVA.toString(), "-cp", SERVICE.classes().toString(), "TestService", "" + port)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("service.txt").toFile())
                .start();
        opened.add(service::destroyForcibly);
        Eventually.within(PATIENCE, () -> accepts(port));

        var url = "only: { target: { url: \"http://127.0.0.1:%d\", pid: %d } }".formatted(port, service.pid());

        var run = Shell.run(command(agent, scenario("closed: { requests: { users: 2, requests: 200 } }", url))
                .toArray(String[]::new));

        assertThat(run.exit()).as(run.err()).isZero();
        var seen = inside(trial(result()));
        assertThat(seen.source()).isEqualTo("jmx+proc");
        assertThat(seen.cpuSeconds()).isPositive();
        assertThat(seen.machine()).as("of this machine, as the load is").isEmpty();
        assertThat(agent.process().awaitEnd(PATIENCE)).isZero();
        assertThat(service.isAlive()).as("ralbench did not start it").isTrue();
    }

    private static boolean accepts(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aCommandIsRefusedUnlessTheAgentAllowsIt() throws Exception {
        var agent = agent();

        var run = Shell.run(
                command(agent, scenario(LOAD, SERVICE.variant("base"))).toArray(String[]::new));

        assertThat(run.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(run.err()).contains("agent " + agent.address() + ": variant base is a command", "--allow-commands");
        assertThat(SERVICE.processes()).isEmpty();
    }

    @Test
    void theOutputOfATargetThatFailsComesBack() throws Exception {
        var agent = agentThatStartsCommands();
        var variant = "base: { target: { command: \"echo the disk of ${port} is full >&2; exit 3\", ready: /ready } }";

        var run = Shell.run(commandWithKey(agent, scenario(LOAD, variant)).toArray(String[]::new));

        assertThat(run.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(run.out() + run.err()).contains("agent " + agent.address(), "is full");
        assertThat(agent.process().awaitEnd(PATIENCE)).isZero();
    }

    private RalbenchProcess mainInTheMiddleOfALoad(TargetAgent agent) throws IOException {
        var main = RalbenchProcess.start(
                directory, Map.of(), commandWithKey(agent, scenario(LOAD, SERVICE.variant("base"))));
        opened.add(main);
        main.awaitProgress("2 users", PATIENCE);
        assertThat(SERVICE.processes()).isNotEmpty();
        return main;
    }

    private static void assertNothingIsLeft() {
        Eventually.isEmpty(PATIENCE, SERVICE::processes);
    }

    @Test
    @Disturbance(
            value = "kill -9 of the agent that has the target, in the middle of a load",
            then = "the load stops and the run names the agent; what was measured is kept, the target is ended")
    void anAgentThatIsKilledIsNamed() throws Exception {
        var agent = agentThatStartsCommands();
        var main = mainInTheMiddleOfALoad(agent);
        agent.process().signal("KILL");

        assertThat(main.awaitEnd(Duration.ofSeconds(30))).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(main.told()).contains("agent " + agent.address() + " (agent-1) is lost");
        var trial = trial(result());
        assertThat(trial.status()).isEqualTo(TrialResult.Status.FAILED);
        assertThat(trial.measurement().orElseThrow().wholeRun().requests().count(Outcome.OK))
                .isPositive();
        assertNothingIsLeft();
    }

    @Test
    @Disturbance(
            value = "kill -9 of the main of an agent that has the target, in the middle of a load",
            then = "the agent ends the target, says so and ends")
    void anAgentEndsTheTargetWithoutItsMain() throws Exception {
        var agent = agentThatStartsCommands();
        mainInTheMiddleOfALoad(agent).signal("KILL");

        assertThat(agent.process().awaitEnd(Duration.ofSeconds(30))).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(agent.process().told()).contains("main 127.0.0.1 is lost; its targets were ended");
        assertNothingIsLeft();
    }

    @Test
    void ctrlCEndsAllAndKeepsWhatWasMeasured() throws Exception {
        var agent = agentThatStartsCommands();
        var main = mainInTheMiddleOfALoad(agent);
        main.signal("INT");

        assertThat(main.awaitEnd(Duration.ofSeconds(30))).isEqualTo(ExitCode.INTERRUPTED.code());
        assertThat(agent.process().awaitEnd(PATIENCE)).isZero();
        assertThat(trial(result())
                        .measurement()
                        .orElseThrow()
                        .wholeRun()
                        .requests()
                        .count(Outcome.OK))
                .isPositive();
        assertNothingIsLeft();
    }

    @Test
    void aTargetThatDiesUnderLoadIsNamedWithItsOutput() throws Exception {
        var agent = agentThatStartsCommands();
        var main = mainInTheMiddleOfALoad(agent);
        SERVICE.processes().forEach(ProcessHandle::destroyForcibly);

        assertThat(main.awaitEnd(Duration.ofSeconds(30))).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(Files.readString(directory.resolve("out.txt")) + main.told())
                .contains("the target ended while it was measured");
        assertThat(agent.process().awaitEnd(PATIENCE)).isZero();
    }
}
