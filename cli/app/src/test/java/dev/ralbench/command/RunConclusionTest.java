package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.dashboard.Dashboard;
import dev.ralbench.page.Terminal;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialResult;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.ShopScenario;
import dev.ralbench.testing.SyntheticRun;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** How a run ends whose scenario has limits. At 10 users and 200 ms the goodput is 50 per second. */
class RunConclusionTest {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final SyntheticRun SHOP =
            SyntheticRun.of("base", "head").levels(10).noise(0).blocks(2);

    @TempDir
    private Path directory;

    private record End(ExitCode exit, String out) {}

    private static End end(String expect, RunResult run) {
        return end(expect, run, List.of(), Optional.empty(), Optional.empty());
    }

    private static Scenario scenario(String expect) {
        return ShopScenario.with("expect: { " + expect + " }")
                .resolve(Overrides.none())
                .scenario();
    }

    private static End end(
            String expect, RunResult run, List<Path> reports, Optional<Path> page, Optional<Dashboard> dashboard) {
        var out = new ByteArrayOutputStream();
        var stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        var console = new Console(stream, stream, Terminal.none(), Map.of());
        var exit = new RunConclusion(
                        console, NoiseBank.in(Path.of("unused")), new DisplayOptions(), reports, page, dashboard)
                .tell(run, scenario(expect), Optional.empty(), Instant.parse("2026-02-11T09:14:07Z"));
        return new End(exit, out.toString(StandardCharsets.UTF_8));
    }

    private static RunResult invalid(Predicate<TrialResult> which) {
        return SyntheticRun.eachTrial(
                SHOP.run(),
                trial -> which.test(trial) ? SyntheticRun.invalid(trial, "20 % of all requests failed") : trial);
    }

    @Test
    void keptLimitsAreCountedAndABrokenOneIsTold() {
        var kept = end("errors: <1%", SHOP.run());
        assertThat(kept.exit()).isEqualTo(ExitCode.OK);
        assertThat(kept.out()).contains("limits kept: 2 of 2 (errors)");

        assertThat(end("goodput: \">60/s\"", SHOP.run()).exit()).isEqualTo(ExitCode.REGRESSION);
    }

    @Test
    void invalidTrialsAreNotMistakenForAnUnmeasuredLevel() {
        var end = end("errors: <1%", invalid(trial -> true));

        assertThat(end.exit()).isEqualTo(ExitCode.INVALID);
        assertThat(end.out())
                .contains("not shown: base at 10: errors below 1 %; its trials are invalid", "limits kept: 0 of 2")
                .doesNotContain("nothing was measured");
    }

    @Test
    void aVariantWithInvalidTrialsOnlyDoesNotVanishFromTheLimits() {
        var end = end("errors: <1%", invalid(trial -> trial.id().variant().equals("head")));

        assertThat(end.exit()).isEqualTo(ExitCode.INVALID);
        assertThat(end.out()).contains("not shown: head at 10", "limits kept: 1 of 2");
    }

    /** Nothing was measured that could be distrusted, and a broken head must be no neutral result of a gate. */
    @Test
    void wrongAnswersBeforeTheLoadAreAFailureOfTheTarget() {
        var run = SyntheticRun.eachTrial(
                SHOP.run(),
                trial -> trial.id().variant().equals("head")
                        ? Copy.of(SyntheticRun.invalid(trial, "nothing was measured"))
                                .with("status", TrialResult.Status.FAILED)
                                .with("failure", Optional.of(new TrialFailure("every answer was wrong: status 500")))
                                .with("measurement", Optional.empty())
                                .made()
                        : trial);

        assertThat(run.lastAttempts().stream().filter(TrialResult::wasRefused)).isNotEmpty();
        assertThat(end("errors: <1%", run).exit()).isEqualTo(ExitCode.ENVIRONMENT);
    }

    /** A file stands where the page's directory would have to be. */
    private Path unwritable() throws IOException {
        return Files.createFile(directory.resolve("file")).resolve("result.html");
    }

    @Test
    @Disturbance(value = "the page of --dashboard cannot be written", then = "told; the exit code stays")
    void aPageThatNobodyNamedAndThatCannotBeWrittenIsToldOnly() throws IOException {
        var end = end("goodput: \">60/s\"", SHOP.run(), List.of(), Optional.of(unwritable()), Optional.empty());

        assertThat(end.exit()).isEqualTo(ExitCode.REGRESSION);
        assertThat(end.out()).contains("cannot write the report " + directory.resolve("file/result.html"));
    }

    @Test
    void aReportThatWasNamedAndCannotBeWrittenFails() throws IOException {
        var reports = List.of(unwritable());
        var page = directory.resolve("page.html");

        assertThatThrownBy(() -> end("errors: <1%", SHOP.run(), reports, Optional.of(page), Optional.empty()))
                .isInstanceOf(Failure.class);
        assertThat(page).exists();
    }

    /** Else the command would go on with the next scenario, and not end by the signal. */
    @Test
    @Disturbance(value = "Ctrl-C, and the page of --dashboard cannot be written", then = "told; it ends by the signal")
    void aPageThatCannotBeWrittenDoesNotHideASignal() throws IOException {
        var out = new ByteArrayOutputStream();
        var stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        var console = new Console(stream, stream, Terminal.none(), Map.of());

        new RunConclusion(
                        console,
                        NoiseBank.in(Path.of("unused")),
                        new DisplayOptions(),
                        List.of(),
                        Optional.of(unwritable()),
                        Optional.empty())
                .tellStopped(SHOP.run(), scenario("errors: <1%"));

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("cannot write the report");
    }

    @Test
    void whoFollowsGetsTheReportAlsoIfItIsWrittenNowhere() throws IOException {
        try (var dashboard = Dashboard.open(0, List.of("shop"), text -> text)) {
            var end = end("errors: <1%", SHOP.run(), List.of(), Optional.empty(), Optional.of(dashboard));

            assertThat(end.exit()).isEqualTo(ExitCode.OK);
            var events = URI.create(dashboard.url() + "events").toURL().openConnection();
            events.setReadTimeout(PATIENCE_MILLIS);
            try (var reader =
                    new BufferedReader(new InputStreamReader(events.getInputStream(), StandardCharsets.UTF_8))) {
                var first = reader.lines()
                        .filter(line -> line.startsWith("data: "))
                        .findFirst()
                        .orElseThrow();
                assertThat(JsonMapper.shared()
                                .readTree(first.substring("data: ".length()))
                                .at("/reports"))
                        .hasSize(1);
            }
        }
    }

    @Test
    void followingARunDoesNotChangeItsExitCode() {
        var page = directory.resolve("page.html");
        var run = SyntheticRun.eachTrial(
                SHOP.run(),
                trial -> trial.id().variant().equals("head")
                        ? Copy.of(trial)
                                .with("status", TrialResult.Status.ABORTED)
                                .made()
                        : trial);

        var alone = end("errors: <1%", run);
        var followed = end("errors: <1%", run, List.of(), Optional.of(page), Optional.empty());
        var asked = end("errors: <1%", run, List.of(directory.resolve("r.html")), Optional.empty(), Optional.empty());

        assertThat(followed.exit()).isEqualTo(alone.exit());
        assertThat(page).exists();
        assertThat(asked.exit()).as("nothing can be compared").isEqualTo(ExitCode.INCOMPARABLE);
    }

    @Test
    void aMetricWithoutValuesIsNothingToJudge() {
        assertThat(end("redis/request: <10", SHOP.run()).exit()).isEqualTo(ExitCode.INCOMPARABLE);
    }
}
