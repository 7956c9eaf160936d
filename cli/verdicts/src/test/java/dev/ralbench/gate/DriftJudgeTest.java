package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.compare.Acknowledgements;
import dev.ralbench.compare.History;
import dev.ralbench.compare.LogRatio;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.gate.Gate.Forecast;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.load.Level;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.testing.SyntheticRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a budget for drift says about one run for each of some releases. */
class DriftJudgeTest {
    private static final SyntheticRun APP =
            SyntheticRun.of("app").blocks(3).levels(10).levelSeconds(4).noise(0.01);

    /** Eight releases, each 2 % worse than the one before: 13.2 % in all. */
    @ParameterizedTest
    @CsvSource({
        "0.02, 10%, FAIL",
        "0.02, 25%, PASS",
        "0.02, 13%, ",
        "0, 10%, PASS",
        "-0.02, 10%, PASS",
    })
    void theBoilingFrogIsHeldAgainstThePinnedRelease(double step, String budget, Decision decision) {
        var result = DriftJudge.judge(gate("release=1.1", budget), history(8, step));

        assertThat(result.rules()).hasSize(1);
        if (decision == null) {
            assertThat(result.decision()).as("near the budget").isNotEqualTo(Decision.PASS);
        } else {
            assertThat(result.decision()).as(result.rules().toString()).isEqualTo(decision);
        }
    }

    @Test
    void aRunIsPinnedByItsIdToo() {
        assertThat(DriftJudge.judge(gate("run-1", "10%"), history(8, 0.02)).decision())
                .isEqualTo(Decision.FAIL);
    }

    @Test
    void theWholeIntervalHasToBeBeyondTheBudgetIfTheGateSaysSo() {
        var history = history(8, 0.02);
        var harm = DriftJudge.judge(gate("run-1", "5%"), history)
                .rules()
                .getFirst()
                .harm()
                .orElseThrow();
        double between = LogRatio.size(RequestMetrics.GOODPUT, (harm.low() + harm.estimate()) / 2);
        var text = text("run-1", String.format(Locale.ROOT, "%.4f%%", 100 * between));
        var strict = text + "decision: { fail_when: beyond_margin }\n";

        assertThat(DriftJudge.judge(GateFile.parse("drift.yaml", text, List.of()), history)
                        .decision())
                .isEqualTo(Decision.FAIL);
        assertThat(DriftJudge.judge(GateFile.parse("drift.yaml", strict, List.of()), history)
                        .decision())
                .isEqualTo(Decision.INCONCLUSIVE);
    }

    @Test
    void aRuleThatMayHaveNoDataIsNamedWhereItHasNone() {
        var second = " }, { metric: p95, levels: all, against: release=1.1, at_most: 10%, if_present: true } ]";
        var text = text("release=1.1", "10%").replace(" } ]", second);

        var result = DriftJudge.judge(GateFile.parse("drift.yaml", text, List.of()), history(8, 0));

        assertThat(result.rules()).extracting(rule -> rule.rule().metric()).containsOnly(RequestMetrics.GOODPUT);
        assertThat(result.notes())
                .isNotEmpty()
                .allMatch(note -> note.matches("not judged, as if_present allows: p95@\\S+: no run has a value"));
    }

    @Test
    void aLabelThatNoRunHasIsNoPass() {
        var result = DriftJudge.judge(gate("release=9", "10%"), history(8, 0));

        assertThat(result.decision()).isEqualTo(Decision.INCOMPARABLE);
        assertThat(result.rules().getFirst().why()).contains("--label app.release=9");
    }

    /** p95 needs 2,000 requests: a service that is three times slower has none in the last runs. */
    @Test
    void newestRunsWithoutAValueAreNoPass() {
        var runs = new ArrayList<ResultSource>();
        for (int run = 1; run <= 8; run++) {
            boolean isSlow = run > 6;
            runs.add(new ResultSource(
                    "run-" + run,
                    APP.runId("run-" + run)
                            .levelSeconds(isSlow ? 20 : 120)
                            .startedAt("2026-02-%02dT01:00:00Z".formatted(run))
                            .subject("app", Map.of("release", "1." + run))
                            .run()));
        }
        var wanted = new History.Wanted(Set.of(RequestMetrics.P95), Set.of(), Set.of(), Optional.empty());
        var history = History.of(runs, wanted, Acknowledgements.NONE).getFirst();

        var result = DriftJudge.judge(
                GateFile.parse("drift.yaml", text("release=1.1", "10%").replace("goodput", "p95"), List.of()), history);

        assertThat(history.rows().getFirst().count()).isEqualTo(6);
        assertThat(result.decision()).isEqualTo(Decision.INCOMPARABLE);
        assertThat(result.rules().getFirst().why()).startsWith("the newest run, run-8, has no value");
    }

    /** 13 % worse for eight runs, and the last one as good as the first: that may be the machine's doing. */
    @Test
    void aSingleGoodRunDoesNotHideADrift() {
        var runs = IntStream.rangeClosed(1, 14)
                .mapToObj(run -> source(run, run > 5 && run < 14 ? 0.13 : 0, 0))
                .toList();

        assertThat(DriftJudge.judge(gate("release=1.1", "10%"), history(runs)).decision())
                .isNotEqualTo(Decision.PASS);
    }

    @Test
    void aLabelOfSeveralValuesIsNoAnchor() {
        var history = history(8, 0);

        assertThatThrownBy(() -> DriftJudge.judge(gate("release", "10%"), history))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("several runs have this label");
    }

    /** 20 histories of six runs with 3 % between runs: alpha is 1 %. */
    @Test
    void historiesThatDoNotDriftRarelyFail() {
        int failed = 0;
        for (int i = 0; i < 20; i++) {
            int seed = 100 * i;
            var runs = IntStream.rangeClosed(1, 6)
                    .mapToObj(run -> source(run, new Random(seed + run).nextGaussian() * 0.03, seed))
                    .toList();
            failed += DriftJudge.judge(gate("run-1", "5%"), history(runs)).decision() == Decision.FAIL ? 1 : 0;
        }

        assertThat(failed).isLessThanOrEqualTo(1);
    }

    @Test
    void aGateOfDriftRulesNeedsNoDesignAndJudgesNoRun() {
        var gate = gate("release=1.1", "10%");

        assertThat(gate.ofRuns()).isEmpty();
        assertThat(gate.rules(DriftRule.class)).hasSize(1);
        assertThatThrownBy(() -> gate.fitting(Forecast.UNKNOWN, List.of()))
                .hasMessageContaining("no rule is about a run");
    }

    @Test
    void otherRulesStillNeedADesign() {
        var text = text("release", "10%") + "absolute: [ { metric: errors, max: 1% } ]\n";

        assertThatThrownBy(() -> GateFile.parse("drift.yaml", text, List.of())).hasMessageContaining("2 problems");
    }

    private static Gate gate(String against, String budget) {
        return GateFile.parse("drift.yaml", text(against, budget), List.of());
    }

    private static String text(String against, String budget) {
        return "version: 1\ngate: budget\ndrift: [ { metric: goodput, levels: all, against: %s, at_most: %s } ]\n"
                .formatted(against, budget);
    }

    private static History history(int runs, double step) {
        return history(IntStream.rangeClosed(1, runs)
                .mapToObj(run -> source(run, step * (run - 1), 0))
                .toList());
    }

    private static History history(List<ResultSource> sources) {
        var wanted = new History.Wanted(
                Set.of(RequestMetrics.GOODPUT), Set.of(Level.ofUsers(10)), Set.of(), Optional.empty());
        return History.of(sources, wanted, Acknowledgements.NONE).getFirst();
    }

    private static ResultSource source(int run, double harm, long seed) {
        return new ResultSource(
                "run-" + run,
                APP.runId("run-" + run)
                        .seed(seed + run)
                        .startedAt("2026-02-%02dT01:00:00Z".formatted(run))
                        .harm("app", harm)
                        .subject("app", Map.of("jar", "sha256:" + run, "release", "1." + run))
                        .run());
    }
}
