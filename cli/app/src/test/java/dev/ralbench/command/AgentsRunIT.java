package dev.ralbench.command;

import static dev.ralbench.result.TrialResult.Status.COMPLETE;
import static dev.ralbench.result.TrialResult.Status.FAILED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.Course;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.result.GeneratorPart;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.FaultyServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Loads that several agents send, each a process of its own. */
@Timeout(180)
class AgentsRunIT {
    private static final Pattern LISTENS = Pattern.compile("agent listens on (\\S+),");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private final List<RalbenchProcess> agents = new ArrayList<>();
    private final List<String> addresses = new ArrayList<>();
    private final AtomicLong requests = new AtomicLong();
    private final Set<String> tokens = ConcurrentHashMap.newKeySet();

    @AfterEach
    void end() {
        agents.forEach(RalbenchProcess::close);
    }

    private RalbenchProcess agent(String... options) throws IOException {
        var args = Stream.concat(Stream.of("agent", "--listen", "127.0.0.1:0"), Stream.of(options))
                .toList();
        var home = Files.createDirectories(directory.resolve("agent-" + agents.size()));
        var temporary = Files.createDirectories(home.resolve("tmp"));
        var agent = RalbenchProcess.start(home, Map.of("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary), args);
        agents.add(agent);
        agent.awaitProgress("agent listens", PATIENCE);
        var line = LISTENS.matcher(agent.told());
        assertThat(line.find()).isTrue();
        addresses.add(line.group(1));
        return agent;
    }

    private static List<Path> files(Path within) {
        try (var files = Files.list(within)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void agents(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            agent();
        }
    }

    /** Counts requests, and answers after a while. */
    private FaultyServer server(Duration delay) throws IOException {
        return new FaultyServer((number, exchange) -> {
            if (exchange.requestLine().startsWith("GET /items")) {
                requests.incrementAndGet();
            }
            exchange.headers().stream()
                    .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith("authorization:"))
                    .forEach(tokens::add);
            exchange.pause(delay);
            exchange.status(200);
        });
    }

    private Path result() {
        return directory.resolve("r.json");
    }

    private List<String> command(Path scenario, String... more) {
        return Stream.concat(
                        Stream.of(
                                "run",
                                scenario.toString(),
                                "--agents",
                                String.join(",", addresses),
                                "-o",
                                result().toString()),
                        Stream.of(more))
                .toList();
    }

    private Shell.CommandResult run(Path scenario, String... more) {
        return Shell.run(command(scenario, more).toArray(String[]::new));
    }

    private Path scenario(FaultyServer server, String load) throws IOException {
        return Files.writeString(directory.resolve("shop.yaml"), """
                schema: 1
                name: shop
                request: { path: /items }
                load: { %s, timeout: 5s }
                variants: { only: { target: { url: "%s" } } }
                """.formatted(load, server.url()));
    }

    private TrialResult trial() {
        return read().lastAttempts().getFirst();
    }

    private RunResult read() {
        return ResultFile.read(result());
    }

    private Measurement measured() {
        return trial().measurement().orElseThrow();
    }

    @Test
    void requestsAreSharedToTheLast() throws IOException {
        agents(3);
        try (var server = server(Duration.ofMillis(2))) {
            var file = scenario(server, "closed: { requests: { users: 7, requests: 1000 } }");
            var alone = Shell.run(
                    "run",
                    file.toString(),
                    "-o",
                    directory.resolve("alone.json").toString());
            long byOne = requests.getAndSet(0);
            var run = run(file);

            assertThat(alone.exit()).as(alone.err()).isZero();
            assertThat(run.exit()).as(run.err()).isZero();
            assertThat(measured().wholeRun().requests().count(Outcome.OK)).isEqualTo(1000);
            assertThat(requests.get()).as("with the looks before the load").isEqualTo(byOne);
        }
    }

    @Test
    void usersOfARampAddUp() throws IOException {
        agents(2);
        try (var server = server(Duration.ofMillis(20))) {
            var run = run(scenario(server, "closed: { stairs: { start: 3, add: 4, times: 2, ramp: 1s, hold: 2s } }"));

            assertThat(run.exit()).as(run.err()).isZero();
            var windows = measured().windows();
            assertThat(windows).extracting(window -> window.usersTo()).containsExactly(3, 7, 7, 11, 11);
            // 3·2 + 5·1 + 7·2 + 9·1 + 11·2
            assertThat(measured().wholeRun().ledger().offeredSeconds()).isCloseTo(56, within(0.28));
            assertCourseIsThatOfTheAgents();
            windows.forEach(window -> window.little()
                    .ifPresent(check -> assertThat(check.deviation()).isBetween(-0.05, 0.05)));
            assertThat(trial().generators().orElseThrow())
                    .extracting(part -> part.name())
                    .containsExactlyElementsOf(addresses);
            assertThat(trial().generators().orElseThrow()).allSatisfy(part -> {
                var drift = part.agent().orElseThrow().clock().drift().orElseThrow();
                assertThat(Math.abs(drift.millis()))
                        .as("processes of one machine have one clock")
                        .isLessThanOrEqualTo(drift.uncertaintyMillis());
            });
        }
    }

    @Test
    void arrivalsAreShared() throws IOException {
        agents(2);
        try (var server = server(Duration.ofMillis(1))) {
            var run = run(scenario(server, "open: { rate: { perSecond: 101, hold: 2s, arrivals: even, users: 9 } }"));

            assertThat(run.exit()).as(run.err()).isZero();
            assertThat(measured().windows().getFirst().open().orElseThrow().arrivals())
                    .isEqualTo(202);
        }
    }

    @Test
    void aWarmUpIsSharedAndLevelsBeginTogether() throws IOException {
        agents(2);
        try (var server = server(Duration.ofMillis(1))) {
            var run = run(scenario(
                    server, "closed: { constant: { users: 4, hold: 1s } }, warmUp: { requests: 101, users: 5 }"));

            assertThat(run.exit()).as(run.err()).isZero();
            var windows = measured().windows();
            assertThat(windows).hasSize(2);
            assertThat(windows.getFirst().requests().count(Outcome.OK)).isGreaterThanOrEqualTo(101);
            assertThat(windows.getLast().lengthSeconds()).isCloseTo(1, within(0.5));
        }
    }

    @Test
    void secretsTravelAndAreStoredNowhere() throws Exception {
        agents(2);
        try (var server = server(Duration.ZERO)) {
            var file = Files.writeString(directory.resolve("secret.yaml"), """
                    schema: 1
                    name: secret
                    request: { path: /items, headers: { Authorization: "Bearer ${env:TOKEN}" } }
                    load: { closed: { loops: { users: 2, loops: 10 } } }
                    variants: { only: { target: { url: "%s" } } }
                    """.formatted(server.url()));
            try (var main = RalbenchProcess.start(directory, Map.of("TOKEN", "hunter2hunter2"), command(file))) {
                assertThat(main.awaitEnd(PATIENCE)).as(main.told()).isZero();
            }
        }
        assertThat(tokens).containsExactly("Authorization: Bearer hunter2hunter2");
        try (var files = Files.walk(directory)) {
            for (var file : files.filter(Files::isRegularFile).collect(Collectors.toSet())) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain("hunter2hunter2");
            }
        }
    }

    /** Main has sent nothing, and its own seconds are later than theirs. */
    private void assertCourseIsThatOfTheAgents() {
        var course = measured().course().orElseThrow();
        var responses = course.responseTimes().counts().stream()
                .map(rows -> rows.values().stream().mapToLong(Long::longValue).sum())
                .toList();
        assertThat(responses.getFirst()).as("of the first second").isPositive();
        assertThat(responses.stream().mapToLong(Long::longValue).sum())
                .isEqualTo(measured().wholeRun().requests().count(Outcome.OK));
        var busiest = trial().generators().orElseThrow().stream()
                .flatMap(part -> part.wholeRun().flatMap(whole -> whole.usage()).stream())
                .mapToDouble(usage -> usage.cores())
                .max()
                .orElseThrow();
        var cores = course.values().get(Course.GENERATOR_CORES).stream()
                .flatMapToDouble(OptionalDouble::stream)
                .average()
                .orElseThrow();
        assertThat(cores).isGreaterThan(busiest / 2);
    }

    @Test
    void aTargetThatAnAgentMayNotLoadIsRefusedBeforeTheLoad() throws IOException {
        agent();
        agent("--allow", "shop.test:443");
        try (var server = server(Duration.ZERO)) {
            var run = run(scenario(server, "closed: { loops: { users: 2, loops: 10 } }"));

            assertThat(run.exit()).isNotZero();
            assertThat(run.err()).contains("agent " + addresses.getLast(), "is not allowed");
            Eventually.isEmpty(PATIENCE, () -> files(directory.resolve("agent-1/tmp")));
            assertThat(agents.getLast().told()).contains("cannot do what the main asks: ", "is not allowed");
            assertThat(requests.get()).as("the looks before the load").isLessThan(10);
        }
    }

    @Test
    @Disturbance(value = "kill -9 of the only agent in the middle of a load", then = "the run names it and ends")
    void anAgentThatIsKilledIsNamed() throws Exception {
        agents(1);
        try (var server = server(Duration.ofMillis(5))) {
            var file = scenario(server, "closed: { constant: { users: 4, hold: 30s } }");
            try (var main = RalbenchProcess.start(directory, Map.of(), command(file))) {
                agents.getFirst().awaitProgress("load begins", PATIENCE);
                main.await(() -> requests.get() > 100, PATIENCE);
                agents.getFirst().signal("KILL");

                assertThat(main.awaitEnd(Duration.ofSeconds(20))).isEqualTo(ExitCode.ENVIRONMENT.code());
                assertThat(main.told()).contains("agent " + addresses.getFirst() + " is lost");
            }
            assertThat(read().trials()).extracting(trial -> trial.status()).containsOnly(FAILED);
            assertNothingIsSentAnyMore();
        }
    }

    @Test
    @Disturbance(
            value = "kill -9 of the main of agents in the middle of a load",
            then = "agents stop their load, say so and end")
    void agentsStopWithoutTheirMain() throws Exception {
        agents(2);
        try (var server = server(Duration.ofMillis(5))) {
            var file = scenario(server, "closed: { constant: { users: 4, hold: 60s } }");
            var main = RalbenchProcess.start(directory, Map.of(), command(file));
            main.await(() -> requests.get() > 100, PATIENCE);
            main.signal("KILL");
            for (var agent : agents) {
                assertThat(agent.awaitEnd(Duration.ofSeconds(20))).isEqualTo(ExitCode.ENVIRONMENT.code());
                assertThat(agent.told()).contains("main 127.0.0.1 is lost; its load was stopped");
            }
            main.close();
            assertNothingIsSentAnyMore();
        }
    }

    private void assertNothingIsSentAnyMore() {
        long before = requests.get();
        var seen = new HashMap<Long, Long>();
        long until = System.nanoTime() + Duration.ofSeconds(1).toNanos();
        while (System.nanoTime() < until) {
            seen.merge(requests.get(), 1L, Long::sum);
            Thread.onSpinWait();
        }
        assertThat(seen).containsOnlyKeys(before);
    }

    @Test
    void ctrlCStopsAllAndKeepsWhatWasMeasured() throws Exception {
        agents(2);
        try (var server = server(Duration.ofMillis(5))) {
            var file = scenario(server, "closed: { constant: { users: 4, hold: 60s } }");
            try (var main = RalbenchProcess.start(directory, Map.of(), command(file))) {
                main.await(() -> requests.get() > 200, PATIENCE);
                main.signal("INT");
                assertThat(main.awaitEnd(Duration.ofSeconds(30))).isEqualTo(ExitCode.INTERRUPTED.code());
            }
            for (var agent : agents) {
                assertThat(agent.awaitEnd(PATIENCE)).isZero();
            }
            assertThat(measured().wholeRun().requests().count(Outcome.OK)).isGreaterThan(100);
        }
    }

    @Test
    void aFailureThatIsToEndTheLoadEndsItOnAllAgents() throws IOException {
        agents(2);
        try (var server = new FaultyServer((number, exchange) -> {
            if (exchange.requestLine().startsWith("GET /items")) {
                exchange.status(requests.incrementAndGet() == 50 ? 503 : 200);
            } else {
                exchange.status(200);
            }
        })) {
            var run = run(scenario(server, "closed: { constant: { users: 2, hold: 20s } }, onFailure: abort"));

            assertThat(measured().stoppedEarly()).as(run.err()).contains("at the first failure: status 503");
            assertThat(measured().wholeRun().lengthSeconds()).isLessThan(10);
        }
    }

    @Test
    void aLimitOfTheWholeLoadEndsItOnAllAgents() throws IOException {
        agents(2);
        try (var server = new FaultyServer((number, exchange) -> {
            exchange.pause(Duration.ofMillis(5));
            exchange.status(
                    exchange.requestLine().startsWith("GET /items") && requests.incrementAndGet() > 200 ? 503 : 200);
        })) {
            var run = run(scenario(
                    server, "closed: { constant: { users: 2, hold: 60s } }, abortWhen: { errors: '>5%', for: 1s }"));

            assertThat(trial().status()).as(run.err()).isEqualTo(TrialResult.Status.BEYOND_LIMIT);
            assertThat(measured().wholeRun().lengthSeconds()).isLessThan(30);
            assertNothingIsSentAnyMore();
        }
    }

    private static FaultyServer slow(Duration delay) {
        return new FaultyServer((number, exchange) -> {
            exchange.pause(delay);
            exchange.ok();
        });
    }

    /** The base twice as slow as the head, in windows of one variant at a time, on both agents. */
    @Test
    void variantsTakeTurnsOnAllAgents() throws IOException {
        agents(2);
        try (var base = slow(Duration.ofMillis(8));
                var head = slow(Duration.ofMillis(4))) {
            var file = Files.writeString(directory.resolve("turns.yaml"), """
                    schema: 1
                    name: turns
                    request: { path: /items }
                    load: { closed: { constant: { users: 3, hold: 1s } }, timeout: 5s }
                    variants:
                      base: { target: { url: "%s" } }
                      head: { target: { url: "%s" } }
                    """.formatted(base.url(), head.url()));
            var run = run(
                    file,
                    "--order",
                    "alternating",
                    "--levels",
                    "5",
                    "--windows",
                    "2",
                    "--window-length",
                    "1s",
                    "--trials",
                    "1");

            assertThat(run.exit()).as(run.err()).isZero();
            var trials = read().lastAttempts();
            assertThat(trials).extracting(trial -> trial.id().variant()).containsOnly("base", "head");
            for (var trial : trials) {
                double millis = trial.id().variant().equals("base") ? 8 : 4;
                var turns = trial.measurement().orElseThrow().windows().stream()
                        .filter(window -> window.kind() == WindowKind.TURN)
                        .toList();
                assertThat(turns).extracting(window -> window.usersTo()).containsExactly(5, 5);
                for (var turn : turns) {
                    assertThat(turn.lengthSeconds()).isCloseTo(1, within(0.3));
                    double most = turn.usersTo() * 1000 * turn.lengthSeconds() / millis;
                    assertThat((double) turn.requests().count(Outcome.OK)).isBetween(0.3 * most, 1.05 * most);
                }
                assertThat(trial.generators().orElseThrow())
                        .extracting(GeneratorPart::name)
                        .containsExactlyElementsOf(addresses);
            }
        }
    }

    /** A service that serves six users at a time, whom two agents are. */
    @Test
    void aSearchForCapacityLeadsAllAgents() throws IOException {
        agents(2);
        var atOnce = new AtomicInteger();
        try (var server = new FaultyServer((number, exchange) -> {
            boolean isTooMany = atOnce.incrementAndGet() > 6;
            exchange.pause(Duration.ofMillis(20));
            atOnce.decrementAndGet();
            exchange.status(isTooMany ? 503 : 200);
        })) {
            var run = run(
                    scenario(server, "closed: { constant: { users: 4, hold: 1s } }"),
                    "--find-capacity=2-64",
                    "--slo",
                    "errors=1%",
                    "--capacity-hold",
                    "1s");

            assertThat(run.exit()).as(run.err()).isZero();
            assertThat(trial().capacity().orElseThrow().kept().orElseThrow().users())
                    .as(run.out())
                    .isEqualTo(6);
        }
    }

    @Test
    @Disturbance(
            value = "kill -9 of an agent in the middle of a load",
            then =
                    "its block is measured again by the agents that are left; the lost attempt is kept and marked; of the "
                            + "agent no file is left")
    void aBlockThatLostAnAgentIsMeasuredAgain() throws Exception {
        agents(2);
        try (var server = server(Duration.ofMillis(5))) {
            var file = scenario(server, "closed: { constant: { users: 4, hold: 3s } }");
            try (var main = RalbenchProcess.start(directory, Map.of(), command(file))) {
                agents.getFirst().awaitProgress("load begins", PATIENCE);
                main.await(() -> requests.get() > 100, PATIENCE);
                agents.getFirst().signal("KILL");
                agents.getFirst().close();
                main.await(() -> main.told().contains("is measured again"), PATIENCE);

                assertThat(main.awaitEnd(PATIENCE)).as(main.told()).isZero();
            }
            Eventually.isEmpty(PATIENCE, () -> files(directory.resolve("agent-0/tmp")));
            var attempts = read().trials();
            assertThat(attempts).extracting(trial -> trial.status()).containsExactly(FAILED, COMPLETE);
            assertThat(attempts.getFirst().validity().reasons())
                    .anyMatch(reason -> reason.startsWith("generator " + addresses.getFirst() + " was lost"))
                    .anyMatch(reason -> reason.equals("partial: agent " + addresses.getFirst() + " is lost"));
            assertThat(trial().generators().orElseThrow())
                    .extracting(GeneratorPart::name)
                    .containsExactly(addresses.getLast());
            assertThat(measured().wholeRun().ledger().offeredSeconds()).isCloseTo(12, within(0.06));
        }
    }
}
