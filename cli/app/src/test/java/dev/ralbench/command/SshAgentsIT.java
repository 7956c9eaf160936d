package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Outcome;
import dev.ralbench.process.ShellWords;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.ItCache;
import dev.ralbench.testing.NeedsSshd;
import dev.ralbench.testing.Starters;
import dev.ralbench.testing.TestSshd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents that ssh starts, on this machine. */
@NeedsSshd
@Timeout(180)
class SshAgentsIT {
    private static final Pattern LISTENS = Pattern.compile("agent listens on (\\S+),");
    /** A long command line is cut off before its last words. */
    private static final String IS_AGENT = "-Dagent.of=";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private static Path server;

    private static TestSshd sshd;

    @TempDir
    private Path directory;

    private Path ralbench;

    private final AtomicLong requests = new AtomicLong();

    @BeforeAll
    static void startServer() throws Exception {
        sshd = TestSshd.start(server);
    }

    @AfterAll
    static void stopServer() {
        sshd.close();
    }

    /** ralbench as a program in a directory of this test, so that its agents are told from those of others. */
    @BeforeEach
    void install() throws IOException {
        var words = new ArrayList<String>(List.of("env"));
        ItCache.ENVIRONMENT.forEach((name, value) -> words.add(name + "=" + value));
        words.add(Starters.JAVA.toString());
        words.addAll(RalbenchProcess.FLAGS);
        words.add(IS_AGENT + directory);
        words.addAll(SharedClasses.options());
        words.add(Uncalibrated.class.getName());
        ralbench = TestSshd.script(
                directory.resolve("installed/ralbench"),
                "exec " + words.stream().map(ShellWords::quoted).collect(Collectors.joining(" ")) + " \"$@\"");
    }

    private FaultyServer target() throws IOException {
        return new FaultyServer((number, exchange) -> {
            if (exchange.requestLine().startsWith("GET /items")) {
                requests.incrementAndGet();
            }
            exchange.pause(Duration.ofMillis(5));
            exchange.status(200);
        });
    }

    private Path result() {
        return directory.resolve("r.json");
    }

    private RalbenchProcess run(List<String> prefix, Path place, String url, String... more) throws IOException {
        var args = Stream.concat(Stream.of("run", url, "-o", result().toString()), Stream.of(more))
                .toList();
        return RalbenchProcess.startIn(
                Files.createDirectories(place), prefix, Uncalibrated.class, Map.of("PATH", sshd.path()), args);
    }

    private RalbenchProcess run(String url, String... more) throws IOException {
        return run(List.of(), directory.resolve("main"), url, more);
    }

    private List<String> agentsOfThisTest() {
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(line -> line.contains(directory.toString()))
                .filter(line -> line.contains("agent --stdio") || line.contains(IS_AGENT))
                .toList();
    }

    private void assertNoAgentIsLeft() {
        Eventually.isEmpty(SOON, this::agentsOfThisTest);
    }

    private long answered() {
        return ResultFile.read(result())
                .lastAttempts()
                .getFirst()
                .measurement()
                .orElseThrow()
                .wholeRun()
                .requests()
                .count(Outcome.OK);
    }

    @Test
    void anAgentByAddressAndOneThatSshStartsShareALoad() throws Exception {
        var place = Files.createDirectories(directory.resolve("listening"));
        try (var target = target();
                var listening = RalbenchProcess.start(place, Map.of(), List.of("agent", "--listen", "127.0.0.1:0"))) {
            listening.awaitProgress("agent listens", PATIENCE);
            var address = LISTENS.matcher(listening.told());
            assertThat(address.find()).isTrue();
            try (var main = run(
                    target.url() + "/items",
                    "--agents",
                    "ssh:load-1," + address.group(1),
                    "--agent-command",
                    "echo a message of the day; " + ralbench,
                    "--requests",
                    "101",
                    "-u",
                    "3")) {
                assertThat(main.awaitEnd(PATIENCE)).as(main.told()).isZero();
            }
            assertThat(answered()).isEqualTo(101);
            assertThat(ResultFile.read(result())
                            .lastAttempts()
                            .getFirst()
                            .generators()
                            .orElseThrow())
                    .extracting(part -> part.name())
                    .containsExactly("ssh:load-1", address.group(1));
        }
        assertNoAgentIsLeft();
    }

    @Test
    @Disturbance(
            value = "Ctrl-C in the terminal of a run whose agents ssh started",
            then = "what was measured is kept, and no agent is left")
    void ctrlCInATerminalKeepsWhatWasMeasured() throws Exception {
        try (var target = target();
                var main = run(
                        List.of("setsid"),
                        directory.resolve("main"),
                        target.url() + "/items",
                        "--agents",
                        "ssh:load-1",
                        "--agent-command",
                        ralbench.toString(),
                        "-u",
                        "2",
                        "-d",
                        "60s")) {
            main.await(() -> requests.get() > 100, PATIENCE);
            // As a terminal does it, to all programs of the foreground.
            new ProcessBuilder("kill", "-INT", "--", "-" + main.pid()).start().waitFor();

            assertThat(main.awaitEnd(PATIENCE)).as(main.told()).isEqualTo(ExitCode.INTERRUPTED.code());
            assertThat(answered()).isGreaterThan(50);
        }
        assertNoAgentIsLeft();
    }

    @Test
    @Disturbance(
            value = "kill -9 of a main whose agents ssh started",
            then = "the agents stop their load and end, and so does ssh")
    void agentsEndWithTheirMain() throws Exception {
        try (var target = target();
                var main = run(
                        target.url() + "/items",
                        "--agents",
                        "ssh:load-1",
                        "--agent-command",
                        ralbench.toString(),
                        "-u",
                        "2",
                        "-d",
                        "60s")) {
            main.await(() -> requests.get() > 100, PATIENCE);
            assertThat(agentsOfThisTest()).as("ssh and the agent").hasSizeGreaterThan(1);
            main.signal("KILL");
            assertNoAgentIsLeft();
        }
    }

    @Test
    @Disturbance(
            value = "kill -9 of an agent that ssh started",
            then =
                    "the run names it, shows the last lines that it printed, starts another and measures the block again")
    void anAgentThatIsKilledIsNamedAndStartedAgain() throws Exception {
        try (var target = target();
                var main = run(
                        target.url() + "/items",
                        "--agents",
                        "ssh:load-1",
                        "--agent-command",
                        "echo the words of an agent >&2; " + ralbench,
                        "-u",
                        "2",
                        "-d",
                        "4s")) {
            main.await(() -> requests.get() > 100, PATIENCE);
            ProcessHandle.allProcesses()
                    .filter(process -> process.info()
                            .commandLine()
                            .filter(line -> line.contains(IS_AGENT + directory))
                            .isPresent())
                    .forEach(ProcessHandle::destroyForcibly);

            // Other tests may take so much CPU time that the second attempt is invalid, but it is whole.
            assertThat(main.awaitEnd(PATIENCE)).as(main.told()).isIn(ExitCode.OK.code(), ExitCode.INVALID.code());
            assertThat(main.told()).contains("agent ssh:load-1 is lost", "the words of an agent", "is measured again");
            assertThat(ResultFile.read(result()).trials())
                    .extracting(TrialResult::status)
                    .containsExactly(TrialResult.Status.FAILED, TrialResult.Status.COMPLETE);
        }
        assertNoAgentIsLeft();
    }

    @Test
    void whatIsWrongIsNamedInSshsWords() throws Exception {
        var wrong = new LinkedHashMap<List<String>, List<String>>();
        wrong.put(
                List.of("--agents", "ssh:no-such-host.invalid"),
                List.of("cannot be reached by ssh", "Could not resolve hostname", "~/.ssh/config"));
        wrong.put(
                List.of("--agents", "ssh:unknown-key"),
                List.of("Host key verification failed", "accept it by hand, once: ssh unknown-key"));
        wrong.put(
                List.of("--agents", "ssh:no-key"),
                List.of("Permission denied (publickey)", "let ssh no-key true work without one"));
        wrong.put(List.of("--agents", "ssh:127.0.0.1:1"), List.of("Connection refused", "ssh -p 1 127.0.0.1 true"));
        wrong.put(
                List.of("--agents", "ssh:load-1", "--agent-command", "no-such-ralbench"),
                List.of("cannot be started", "no-such-ralbench", "not found", "--agent-command /opt/ralbench"));
        wrong.put(
                List.of("--agents", "ssh:load-1", "--agent-command", "echo something else; false"),
                List.of("it ended with exit code 1", "try it by hand: ssh load-1"));
        wrong.put(
                List.of("--agents", "ssh:load-1", "--agent-command", "env -u SSH_CONNECTION " + ralbench),
                List.of("does not know the address of this machine", "SSH_CONNECTION"));
        var mains = new ArrayList<RalbenchProcess>();
        try {
            for (var options : wrong.keySet()) {
                mains.add(run(
                        List.of(),
                        directory.resolve("main-" + mains.size()),
                        "http://127.0.0.1:1/",
                        options.toArray(String[]::new)));
            }
            int i = 0;
            for (var messages : wrong.values()) {
                var main = mains.get(i++);
                assertThat(main.awaitEnd(PATIENCE)).as(main.told()).isEqualTo(ExitCode.ENVIRONMENT.code());
                assertThat(main.told())
                        .startsWith("ralbench: agent ssh:")
                        .contains(messages)
                        .contains("\n  -> ");
            }
        } finally {
            mains.forEach(RalbenchProcess::close);
        }
        assertNoAgentIsLeft();
    }

    @Test
    void withoutSshItIsNamed() throws Exception {
        var place = Files.createDirectories(directory.resolve("main"));
        var args = List.of("run", "http://127.0.0.1:1/", "--agents", "ssh:load-1");
        try (var main =
                RalbenchProcess.startIn(place, List.of(), Uncalibrated.class, Map.of("PATH", place.toString()), args)) {
            assertThat(main.awaitEnd(PATIENCE)).isEqualTo(ExitCode.ENVIRONMENT.code());
            assertThat(main.told())
                    .contains("agent ssh:load-1 cannot be started", "there is no program ssh on the PATH");
        }
    }
}
