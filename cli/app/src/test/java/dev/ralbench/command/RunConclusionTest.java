package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.page.Terminal;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.testing.SyntheticRun;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** How a run ends whose scenario has limits. At 10 users and 200 ms the goodput is 50 per second. */
class RunConclusionTest {
    private static final SyntheticRun SHOP =
            SyntheticRun.of("base", "head").levels(10).noise(0).blocks(2);

    private record End(ExitCode exit, String out) {}

    private static End end(String expect, RunResult run) {
        var scenario = ShopScenario.with("expect: { " + expect + " }")
                .resolve(Overrides.none())
                .scenario();
        var out = new ByteArrayOutputStream();
        var stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        var console = new Console(stream, stream, Terminal.none(), Map.of());
        var exit = new RunConclusion(console, new DisplayOptions(), List.of(), Optional.empty())
                .tell(run, scenario, Optional.empty(), Instant.parse("2026-02-11T09:14:07Z"));
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

    @Test
    void aMetricWithoutValuesIsNothingToJudge() {
        assertThat(end("redis/request: <10", SHOP.run()).exit()).isEqualTo(ExitCode.INCOMPARABLE);
    }
}
