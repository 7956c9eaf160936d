package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.ResultSchema;
import dev.ralbench.testing.TestService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs through the command line, against real processes. */
class RunCommandIT {
    @RegisterExtension
    static final TestService SERVICE = TestService.of(RunCommandIT.class);

    @TempDir
    private Path directory;

    private record Run(Shell.CommandResult outcome, RunResult result) {
        TrialResult only() {
            assertThat(result.lastAttempts()).hasSize(1);
            return result.lastAttempts().getFirst();
        }

        Measurement measurement() {
            return only().measurement().orElseThrow();
        }
    }

    private Run run(String closed, String variants, String... options) throws IOException {
        var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: /work, expect: { status: 204 } }
                load:
                  closed: %s
                  timeout: 1s
                jvm: -Xmx128m -XX:+UseSerialGC
                variants:
                %s
                """.formatted(closed, variants.indent(2)));
        var file = directory.resolve("result.json");
        var args = new ArrayList<>(List.of("run", "--scenario", scenario.toString(), "-o", file.toString()));
        args.addAll(List.of(options));
        var outcome = Shell.run(args.toArray(String[]::new));
        ResultSchema.assertKeptBy(file);
        return new Run(outcome, ResultFile.read(file));
    }

    @Test
    void aServiceOfOnesOwnIsStartedMeasuredAndStopped() throws IOException {
        var run = run(
                "{ sequence: [ { constant: { users: 4, hold: 1s } }, { constant: { users: 8, hold: 1s } } ] }",
                SERVICE.variant("mine"));
        assertThat(run.outcome().err()).doesNotContain("Exception");
        assertThat(run.outcome().exit()).isZero();
        assertThat(run.outcome().out()).contains("mine").contains("result.json").contains("goodput");
        assertThat(run.result().status()).isEqualTo(RunResult.Status.COMPLETE);
        var levels = run.measurement().levels().toList();
        assertThat(levels).hasSize(2).allSatisfy(level -> {
            assertThat(level.requests().failed()).isZero();
            assertThat(level.little())
                    .hasValueSatisfying(check -> assertThat(check.deviation()).isBetween(-0.1, 0.1));
            assertThat(level.views().inside())
                    .hasValueSatisfying(inside -> assertThat(inside.jvm())
                            .hasValueSatisfying(
                                    jvm -> assertThat(jvm.liveThreadsPeak()).isPositive()));
        });
        assertThat(run.only().setup().target().orElseThrow().startupMillis()).isPresent();
        assertThat(directory.resolve(
                        run.only().setup().target().orElseThrow().log().orElseThrow()))
                .exists();
        assertThat(SERVICE.processes()).isEmpty();
    }

    @Test
    void aServerThatIsRunningAlreadyIsMeasuredAndLeftRunning() throws IOException {
        try (var server = new FaultyServer((number, exchange) -> {
            exchange.pause(Duration.ofMillis(20));
            exchange.send("HTTP/1.1 204 No Content\r\n\r\n");
        })) {
            var run = run("{ loops: { users: 10, loops: 20 } }", "mine: { target: { url: \"" + server.url() + "\" } }");
            assertThat(run.outcome().exit()).isZero();
            assertThat(run.measurement().wholeRun().requests().count(Outcome.OK))
                    .isEqualTo(200);
            assertThat(run.measurement().wholeRun().views().inside()).isEmpty();
            assertThat(run.only().setup().target().orElseThrow().log()).isEmpty();
        }
    }

    @Test
    @Disturbance(value = "a target dies while it starts", then = "its last words are told, the others are measured")
    void aTargetThatDiesAtStartFailsItsTrialAndNotTheOthers() throws IOException {
        var run = run(
                "{ loops: { users: 2, loops: 5 } }",
                SERVICE.variant("broken", "dies") + "\n" + SERVICE.variant("sound"),
                "--order",
                "fixed");
        assertThat(run.outcome().exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(run.outcome().err())
                .contains("exit code", "the last lines of its output:", "no configuration found", "1-broken.log");
        assertThat(run.outcome().out()).containsOnlyOnce("no configuration found");
        assertThat(run.result().status()).isEqualTo(RunResult.Status.INCOMPLETE);
        var broken = run.result().trials().getFirst();
        assertThat(broken.status()).isEqualTo(TrialResult.Status.FAILED);
        assertThat(broken.failure().orElseThrow().text())
                .contains("no configuration found")
                .contains("1-broken.log");
        assertThat(run.result().trials().getLast().status()).isEqualTo(TrialResult.Status.COMPLETE);
        assertThat(run.outcome().out()).contains("broken").contains("sound");
    }

    @Test
    @Disturbance(value = "a target ends by itself under load", then = "exit 7, what was measured is kept")
    void aTargetThatDiesUnderLoadEndsTheTrialAndKeepsWhatWasMeasured() throws IOException {
        var run = run("{ constant: { users: 4, hold: 30s } }", SERVICE.variant("mine", "dies-under-load"));
        assertThat(run.outcome().exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(run.result().trials()).as("not measured again").hasSize(1);
        assertThat(run.only().status()).isEqualTo(TrialResult.Status.FAILED);
        assertThat(run.only().failure().orElseThrow().text()).contains("ended while it was measured");
        assertThat(run.measurement().wholeRun().requests().count(Outcome.OK)).isPositive();
        assertThat(run.measurement().wholeRun().lengthSeconds()).isLessThan(20);
        assertThat(run.only().validity().verdict()).isEqualTo(TrialResult.ValidityLevel.INVALID);
    }

    @Test
    @Disturbance(value = "a target goes into the background", then = "exit 7, and no process of it is left")
    void aTargetThatGoesIntoTheBackgroundIsNamedAndEnded() throws IOException {
        var run = run("{ loops: { users: 2, loops: 5 } }", command("setsid " + SERVICE.command() + " & exit 0"));

        assertThat(run.outcome().exit()).as(run.outcome().err()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(run.only().failure().orElseThrow().text()).contains("exit code 0");
        assertThat(SERVICE.processes()).isEmpty();
    }

    @Test
    @Disturbance(value = "a target closes its output", then = "measured as any other")
    void aTargetWithoutOutputIsMeasured() throws IOException {
        var run = run("{ loops: { users: 2, loops: 5 } }", command("exec >&- 2>&- " + SERVICE.command()));

        assertThat(run.outcome().exit()).as(run.outcome().err()).isZero();
        assertThat(run.measurement().wholeRun().requests().count(Outcome.OK)).isEqualTo(10);
    }

    @Test
    @Disturbance(value = "a target may open few files", then = "exit 6 or 7, and the reason is named")
    void aTargetWithoutDescriptorsIsNotValid() throws IOException {
        var run = run("{ loops: { users: 100, loops: 2 } }", command("ulimit -n 40; exec " + SERVICE.command()));

        assertThat(run.outcome().exit())
                .as(run.outcome().err())
                .isIn(ExitCode.INVALID.code(), ExitCode.ENVIRONMENT.code());
        assertThat(run.only().validity().verdict()).isEqualTo(TrialResult.ValidityLevel.INVALID);
        assertThat(SERVICE.processes()).isEmpty();
    }

    private static String command(String command) {
        return "mine: { target: { command: \"" + command + "\", ready: /ready } }";
    }

    @Test
    @Disturbance(value = "a target answers with errors alone", then = "exit 6")
    void aTargetThatAnswersWithErrorsGivesAnInvalidResult() throws IOException {
        try (var server = new FaultyServer((number, exchange) -> exchange.status(503))) {
            var run = run(
                    "{ loops: { users: 5, loops: 10 } }",
                    "mine: { target: { url: \"" + server.url() + "\" } }",
                    "-qq",
                    "--keep-going");
            assertThat(run.outcome().exit()).isEqualTo(ExitCode.INVALID.code());
            assertThat(run.outcome().out()).startsWith("complete invalid ").hasLineCount(1);
            assertThat(run.result().trials()).as("not measured again").hasSize(1);
            assertThat(run.measurement().failureDetails()).containsEntry("status 503", 50L);
        }
    }

    @Test
    @Disturbance(value = "a target answers no request at all", then = "exit 6, and the reason is named")
    void aTargetThatAnswersNothingGivesAnInvalidResult() throws IOException {
        try (var server = new FaultyServer((number, exchange) -> {
            // 0 and 1 ask whether the target is there, four more what it answers.
            if (number <= 5) {
                exchange.send("HTTP/1.1 204 No Content\r\n\r\n");
            } else {
                exchange.pause(Duration.ofSeconds(5));
            }
        })) {
            var run = run(
                    "{ constant: { users: 4, hold: 500ms } }",
                    "mine: { target: { url: \"" + server.url() + "\" } }",
                    "-qq");
            assertThat(run.outcome().exit()).as(run.outcome().err()).isEqualTo(ExitCode.INVALID.code());
            assertThat(run.outcome().out()).startsWith("complete invalid ").hasLineCount(1);
            assertThat(run.result().trials()).as("not measured again").hasSize(1);
            assertThat(run.only().validity().reasons())
                    .anySatisfy(reason -> assertThat(reason).contains("no request ended"));
        }
    }

    @Test
    @Disturbance(value = "a run against a target that answers twice", then = "exit 6, and it is named")
    void twoResponsesToARequestAreNamed() throws IOException {
        try (var server = new FaultyServer((number, exchange) -> {
            // 0 and 1 ask whether the target is there, four more what it answers.
            exchange.send("HTTP/1.1 204 No Content\r\n\r\n".repeat(number <= 5 ? 1 : 2));
        })) {
            var run = run("{ loops: { users: 5, loops: 10 } }", "mine: { target: { url: \"" + server.url() + "\" } }");
            assertThat(run.outcome().exit()).isEqualTo(ExitCode.INVALID.code());
            assertThat(run.outcome().out().replaceAll("\\s+", " "))
                    .contains("the target sent bytes that belong to no request, 50 times")
                    .doesNotContain("failed requests:");
        }
    }

    @Test
    void hungRequestsAreNamedAtTheEnd() throws IOException {
        try (var server = new FaultyServer((number, exchange) -> {
            // 0 and 1 ask whether the target is there, four more what it answers.
            exchange.pause(number <= 6 ? Duration.ZERO : Duration.ofSeconds(5));
            exchange.send("HTTP/1.1 204 No Content\r\n\r\n");
        })) {
            var run = run(
                    "{ burst: { users: 10 } }\n  stopAfter: 500ms",
                    "mine: { target: { url: \"" + server.url() + "\" }, expectFailures: \"it hangs\" }");
            assertThat(run.measurement().wholeRun().requests().count(Outcome.STILL_OPEN))
                    .isEqualTo(9);
        }
    }

    @Test
    void trialsAreBlocksOfAllVariantsInTheOrderThatTheSeedGives() throws IOException {
        try (var server = new FaultyServer((number, exchange) -> exchange.send("HTTP/1.1 204 No Content\r\n\r\n"))) {
            var target = ": { target: { url: \"" + server.url() + "\" } }";
            var run = run(
                    "{ loops: { users: 1, loops: 1 } }",
                    "a" + target + "\nb" + target + "\nc" + target,
                    "--trials",
                    "4",
                    "--seed",
                    "7");
            assertThat(run.result().trials()).hasSize(12);
            assertThat(run.result().layout().order())
                    .hasSize(4)
                    .allSatisfy(block -> assertThat(block).containsExactlyInAnyOrder("a", "b", "c"));
            assertThat(run.result().trials().stream().map(trial -> trial.id().variant()))
                    .containsExactlyElementsOf(run.result().layout().order().stream()
                            .flatMap(List::stream)
                            .toList());
        }
    }

    @Test
    void aFileThatCannotBeWrittenIsRefusedBeforeTheTargetIsStarted() throws IOException {
        var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: / }
                load: { closed: { loops: { users: 1, loops: 1 } } }
                variants: { only: { target: { url: "http://127.0.0.1:9" } } }
                """);
        var outcome = Shell.run("run", "-s", scenario.toString(), "-o", "/dev/full");
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("/dev/full");
    }
}
