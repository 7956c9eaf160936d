package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.Design;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.ResultSchema;
import dev.ralbench.testing.TestService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Variants that take turns, through the command line, against real servers and real processes. */
@Timeout(180)
class AlternatingIT {
    private static final int WINDOWS = 2;

    @RegisterExtension
    static final TestService SERVICE = TestService.of(AlternatingIT.class);

    @TempDir
    private Path directory;

    /** One request at the server of a variant; times are those of one clock. */
    private record Served(String variant, long fromNanos, long toNanos) {}

    /** A stretch of requests to one variant. */
    private record Stretch(String variant, long fromNanos, long toNanos) {
        Stretch and(Served next) {
            return new Stretch(variant, Math.min(fromNanos, next.fromNanos()), Math.max(toNanos, next.toNanos()));
        }
    }

    private static FaultyServer server(String variant, ConcurrentLinkedQueue<Served> log) {
        return new FaultyServer((number, exchange) -> {
            long from = System.nanoTime();
            exchange.pause(Duration.ofMillis(5));
            if (exchange.requestLine().contains("/work")) {
                log.add(new Served(variant, from, System.nanoTime()));
            }
            exchange.send("HTTP/1.1 204 No Content\r\n\r\n");
        });
    }

    private static List<Stretch> stretches(Iterable<Served> log) {
        var sorted = new ArrayList<Served>();
        log.forEach(sorted::add);
        sorted.sort(Comparator.comparingLong(Served::fromNanos));
        var stretches = new ArrayList<Stretch>();
        for (var served : sorted) {
            if (stretches.isEmpty() || !stretches.getLast().variant().equals(served.variant())) {
                stretches.add(new Stretch(served.variant(), served.fromNanos(), served.toNanos()));
            } else {
                stretches.add(stretches.removeLast().and(served));
            }
        }
        return stretches;
    }

    /** Single requests, then two levels of windows A B B A; what follows itself is one stretch. */
    private static List<String> expected(List<List<String>> attempts) {
        var all = new ArrayList<String>();
        for (var order : attempts) {
            all.addAll(order);
            for (int level = 0; level < 2; level++) {
                all.addAll(order);
                all.addAll(order.reversed());
            }
        }
        var merged = new ArrayList<String>();
        for (var name : all) {
            if (merged.isEmpty() || !merged.getLast().equals(name)) {
                merged.add(name);
            }
        }
        return merged;
    }

    /** Without the rounds of warm-up, in which all have load at the same time. */
    private static List<Served> outsideWarmUps(Iterable<Served> log, List<TrialResult> trials) {
        var kept = new ArrayList<Served>();
        for (var name :
                trials.stream().map(trial -> trial.id().variant()).distinct().toList()) {
            var own = StreamSupport.stream(log.spliterator(), false)
                    .filter(served -> served.variant().equals(name))
                    .sorted(Comparator.comparingLong(Served::fromNanos))
                    .toList();
            var attempts = trials.stream()
                    .filter(trial -> trial.id().variant().equals(name))
                    .map(trial -> trial.measurement().orElseThrow())
                    .toList();
            long inWindows = attempts.stream()
                    .flatMap(measurement -> measurement.windows().stream())
                    .mapToLong(window -> window.requests().ended())
                    .sum();
            int single = (int) (own.size() - inWindows) / attempts.size();
            int at = 0;
            for (var measurement : attempts) {
                kept.addAll(own.subList(at, at += single));
                for (var window : measurement.windows()) {
                    var requests = own.subList(at, at += (int) window.requests().ended());
                    if (!measurement.warmUpRounds().contains(window)) {
                        kept.addAll(requests);
                    }
                }
            }
        }
        return kept;
    }

    private record Run(Shell.CommandResult outcome, RunResult result) {}

    private Run run(String variants, String... options) throws IOException {
        var file = directory.resolve("result.json");
        var args = new ArrayList<>(List.of("run", "--scenario", scenario(variants), "-o", file.toString()));
        args.addAll(List.of("--order", "alternating", "--levels", "2,4", "--lead-in", "50ms"));
        args.addAll(List.of("--windows", String.valueOf(WINDOWS)));
        args.addAll(List.of(options));
        var outcome = Shell.run(args.toArray(String[]::new));
        ResultSchema.assertKeptBy(file);
        return new Run(outcome, ResultFile.read(file));
    }

    private String scenario(String variants) throws IOException {
        return Files.writeString(directory.resolve("mine.yaml"), """
                        schema: 1
                        name: mine
                        request: { path: /work, expect: { status: 204 } }
                        load:
                          closed: { constant: { users: 4, hold: 1s } }
                          timeout: 1s
                        jvm: -Xmx128m -XX:+UseSerialGC
                        variants:
                        %s
                        """.formatted(variants.indent(2)))
                .toString();
    }

    private static String url(String name, FaultyServer server) {
        return name + ": { target: { url: \"" + server.url() + "\" } }\n";
    }

    @Test
    void windowsComeABBAAndLoadIsOnOneAtATime() throws IOException {
        var log = new ConcurrentLinkedQueue<Served>();
        try (var a = server("a", log);
                var b = server("b", log)) {
            var run = run(
                    url("a", a) + url("b", b),
                    "--window-length",
                    "200ms",
                    "--seed",
                    "3",
                    "--warm-up",
                    "40",
                    "--warm-up-limit",
                    "0s");

            var stretches = stretches(outsideWarmUps(log, run.result().trials()));
            assertThat(stretches)
                    .extracting(Stretch::variant)
                    .containsExactlyElementsOf(expected(run.result().layout().order()));
            for (int i = 1; i < stretches.size(); i++) {
                assertThat(stretches.get(i).fromNanos())
                        .isGreaterThan(stretches.get(i - 1).toNanos());
            }
            assertThat(run.result().layout().design().order()).isEqualTo(Design.Order.ALTERNATING);
            assertThat(run.result().layout().design().turns())
                    .hasValue(new Design.Turns(List.of(2, 4), WINDOWS, 200, 50, 40, 0));
            assertThat(run.outcome().out())
                    .contains("1 pair, alternating, 2 windows of 0.2 s per level")
                    .contains("2 and 4 users");
        }
    }

    /** Its requests, its length and the target's CPU time are those of the turns alone. */
    private static void assertIsSum(WindowMeasurement whole, List<WindowMeasurement> turns) {
        assertThat(whole.requests().count(Outcome.OK))
                .isEqualTo(turns.stream()
                        .mapToLong(turn -> turn.requests().count(Outcome.OK))
                        .sum());
        assertThat(whole.lengthSeconds())
                .isCloseTo(
                        turns.stream()
                                .mapToDouble(WindowMeasurement::lengthSeconds)
                                .sum(),
                        within(1e-6));
        assertThat(whole.views().inside().orElseThrow().cpuSeconds())
                .isEqualTo(
                        turns.stream()
                                .mapToDouble(turn ->
                                        turn.views().inside().orElseThrow().cpuSeconds())
                                .sum(),
                        within(1e-6));
    }

    @Test
    void theWindowsOfAFreshProcessAreOneTrial() throws IOException {
        var run = run(
                SERVICE.variant("a") + SERVICE.variant("b") + SERVICE.variant("c"),
                "--window-length",
                "300ms",
                "--warm-up-limit",
                "0s");

        assertThat(run.result().status()).isEqualTo(RunResult.Status.COMPLETE);
        assertThat(run.result().lastAttempts())
                .extracting(trial -> trial.id().variant())
                .containsExactlyElementsOf(run.result().layout().order().getLast())
                .containsExactlyInAnyOrder("a", "b", "c");
        assertThat(run.result().lastAttempts()).allSatisfy(trial -> {
            var measurement = trial.measurement().orElseThrow();
            var turns = measurement.levels().toList();
            assertThat(turns).hasSize(2 * WINDOWS).allSatisfy(turn -> {
                assertThat(turn.kind()).isEqualTo(WindowKind.TURN);
                assertThat(turn.requests().count(Outcome.OK)).isPositive();
                assertThat(turn.requests().count(Outcome.DROPPED_AT_STOP)).isZero();
                assertThat(turn.views().inside()).isPresent();
                assertThat(turn.views()
                                .generator()
                                .orElseThrow()
                                .machineCpu()
                                .orElseThrow()
                                .dependencySeconds())
                        .as("the CPU time of the other targets is known, so that of other programs is")
                        .isPresent();
                assertThat(turn.little()).isPresent();
            });
            assertIsSum(measurement.wholeRun(), turns);
            assertThat(trial.setup().startUp()).isPresent();
            assertThat(directory.resolve(
                            trial.setup().target().orElseThrow().log().orElseThrow()))
                    .exists();
        });
        assertThat(SERVICE.processes()).isEmpty();
    }

    @Test
    void allAreWarmedUpWithAsManyRequestsAtEachLevel() throws IOException {
        var run = run(
                SERVICE.variant("a") + SERVICE.variant("b"),
                "--window-length",
                "200ms",
                "--warm-up",
                "40",
                "--warm-up-limit",
                "5s");

        var rounds = run.result().lastAttempts().stream()
                .map(trial -> trial.measurement().orElseThrow().warmUpRounds())
                .toList();
        assertThat(rounds.getFirst())
                .extracting(WindowMeasurement::usersTo)
                .as("the highest level first")
                .startsWith(4)
                .endsWith(2)
                .isEqualTo(rounds.getLast().stream()
                        .map(WindowMeasurement::usersTo)
                        .toList());
        assertThat(rounds.getFirst())
                .extracting(window -> window.requests().ended())
                .isEqualTo(rounds.getLast().stream()
                        .map(window -> window.requests().ended())
                        .toList());
        assertThat(rounds)
                .allSatisfy(all -> assertThat(all)
                        .allSatisfy(round -> assertThat(
                                        round.views().inside().orElseThrow().compilerSeconds())
                                .isPresent()));
    }

    @Test
    void whatATargetDoesWrongIsNotMeasuredAgainUntilItDoesNot() throws IOException {
        var log = new ConcurrentLinkedQueue<Served>();
        try (var good = server("good", log);
                var failing = new FaultyServer((number, exchange) -> exchange.status(503))) {
            var run = run(
                    url("good", good) + url("failing", failing),
                    "--window-length",
                    "200ms",
                    "--trials",
                    "2",
                    "--warm-up-limit",
                    "0s",
                    "--keep-going");

            assertThat(run.outcome().exit()).isEqualTo(ExitCode.INVALID.code());
            assertThat(run.result().trials())
                    .extracting(trial -> trial.id().block() + "." + trial.id().attempt())
                    .containsExactly("1.1", "1.1", "2.1", "2.1");
            assertThat(run.result().layout().order()).hasSize(2);
            assertThat(run.outcome().err()).doesNotContain("measured again");
            assertThat(run.outcome().out()).contains("100.0 % of all requests failed");
        }
    }

    @Test
    void aTargetThatDoesNotStartLeavesTheOthersTheirTurns() throws IOException {
        var run = run(
                SERVICE.variant("sound") + SERVICE.variant("broken", "dies"),
                "--window-length",
                "200ms",
                "--warm-up-limit",
                "0s");

        assertThat(run.outcome().exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(run.result().trials()).as("not measured again").hasSize(2);
        assertThat(trial(run, "broken").status()).isEqualTo(TrialResult.Status.FAILED);
        assertThat(trial(run, "sound").status()).isEqualTo(TrialResult.Status.COMPLETE);
        assertThat(trial(run, "sound").measurement().orElseThrow().levels()).hasSize(2 * WINDOWS);
        assertThat(SERVICE.processes()).isEmpty();
    }

    @Test
    void aTargetThatDiesWhileItWaitsEndsItsTrialOnly() throws IOException {
        var log = new ConcurrentLinkedQueue<Served>();
        try (var other = server("other", log)) {
            var dying = "dying: { target: { command: \"(until [ -e '" + directory.resolve("end")
                    + "' ]; do sleep 0.1; done; kill -9 $$) & exec ${java} -cp '" + SERVICE.classes()
                    + "' TestService ${port}\", ready: /ready } }\n";
            Thread.ofVirtual().start(() -> {
                Eventually.within(Duration.ofMinutes(1), () -> log.size() > 100);
                touch(directory.resolve("end"));
            });
            var run = run(url("other", other) + dying, "--window-length", "1s", "--warm-up-limit", "0s");

            assertThat(run.outcome().exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
            var first = run.result().trials().subList(0, 2);
            assertThat(first)
                    .filteredOn(trial -> trial.id().variant().equals("dying"))
                    .singleElement()
                    .satisfies(trial -> {
                        assertThat(trial.status()).isEqualTo(TrialResult.Status.FAILED);
                        assertThat(trial.failure().orElseThrow().text()).contains("ended while it was measured");
                        assertThat(trial.validity().verdict()).isEqualTo(TrialResult.ValidityLevel.INVALID);
                    });
            assertThat(first)
                    .filteredOn(trial -> trial.id().variant().equals("other"))
                    .singleElement()
                    .satisfies(trial -> assertThat(
                                    trial.measurement().orElseThrow().levels())
                            .hasSize(2 * WINDOWS));
        }
        assertThat(SERVICE.processes()).isEmpty();
    }

    @Test
    void theWarmUpOfATargetThatDiedInItEnds() throws IOException {
        var run = run(SERVICE.variant("dying", "dies-under-load"), "--window-length", "200ms");

        assertThat(run.outcome().exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertDiedInItsWarmUp(trial(run, "dying"));
    }

    @Test
    void soDoesTheWarmUpOfALoadThatIsWhole() throws IOException {
        var file = directory.resolve("result.json");
        var scenario = Path.of(scenario(SERVICE.variant("dying", "dies-under-load")));
        var text = Files.readString(scenario);
        Files.writeString(
                scenario, text.replace("  timeout: 1s", "  timeout: 1s\n  warmUp: { until: compiled, limit: 60s }"));

        var outcome = Shell.run("run", "--scenario", scenario.toString(), "-o", file.toString());

        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertDiedInItsWarmUp(ResultFile.read(file).trials().getFirst());
    }

    private static void assertDiedInItsWarmUp(TrialResult trial) {
        assertThat(trial.status()).isEqualTo(TrialResult.Status.FAILED);
        assertThat(trial.failure().orElseThrow().text()).contains("ended while it was measured");
        assertThat(trial.measurement()
                        .map(measured -> measured.warmUpRounds().size())
                        .orElse(0))
                .as("rounds of a warm-up that could go on for a minute")
                .isLessThan(6);
    }

    private static TrialResult trial(Run run, String variant) {
        return run.result().trials().stream()
                .filter(trial -> trial.id().variant().equals(variant))
                .findFirst()
                .orElseThrow();
    }

    private static void touch(Path file) {
        try {
            Files.writeString(file, "");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
