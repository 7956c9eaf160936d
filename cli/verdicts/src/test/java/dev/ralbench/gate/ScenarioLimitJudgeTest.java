package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.gate.ScenarioLimitJudge.LimitResult;
import dev.ralbench.load.Level;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** At 10 users and 200 ms the goodput is 50 per second. */
class ScenarioLimitJudgeTest {
    private static final SyntheticRun SHOP =
            SyntheticRun.of("base", "head").levels(10, 20).levelSeconds(2).noise(0);

    private static List<LimitResult> judge(double least, RunResult run) {
        return ScenarioLimitJudge.judge(
                List.of(new MetricLimit(
                        RequestMetrics.GOODPUT, Optional.empty(), MetricLimit.Operator.AT_LEAST, least)),
                run);
    }

    @ParameterizedTest
    @CsvSource({"8, 40, PASS", "8, 60, FAIL", "2, 40, PASS", "2, 60, FAIL"})
    void aLimitIsJudgedWhateverTheNumberOfTrials(int blocks, double least, RuleOutcome outcome) {
        var first = judge(least, SHOP.blocks(blocks).run()).getFirst();

        assertThat(first.outcome()).isEqualTo(outcome);
        assertThat(first.trials()).hasSize(blocks).containsOnly(50.0);
        assertThat(first.why()).isNotBlank();
    }

    @Test
    void everyVariantIsJudgedAtEveryLevel() {
        assertThat(judge(75, SHOP.blocks(2).run()))
                .extracting(each -> each.variant() + "@" + each.place() + " " + each.outcome())
                .containsExactlyInAnyOrder("base@10 FAIL", "base@20 PASS", "head@10 FAIL", "head@20 PASS");
    }

    @Test
    void aVariantThatWasLeftOutKeepsNoLimit() {
        var run = Copy.of(SHOP.blocks(2).run())
                .with("skipped", Optional.of(Map.of("other", "Java 30 is missing")))
                .made();

        assertThat(judge(40, run))
                .filteredOn(each -> each.variant().equals("other"))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.outcome()).isEqualTo(RuleOutcome.NO_DATA);
                    assertThat(each.why()).isEqualTo("skipped: Java 30 is missing");
                });
    }

    @Test
    void aLimitForOneLevelIsJudgedThereOnly() {
        var limit = new MetricLimit(
                RequestMetrics.GOODPUT, Optional.of(Level.ofUsers(20)), MetricLimit.Operator.AT_LEAST, 75);

        assertThat(ScenarioLimitJudge.judge(List.of(limit), SHOP.blocks(2).run()))
                .extracting(each -> each.variant() + "@" + each.place() + " " + each.outcome())
                .containsExactlyInAnyOrder("base@20 PASS", "head@20 PASS");
    }

    @Test
    void fewTrialsThatDisagreeDecideNothing() {
        var run = SyntheticRun.eachTrial(
                SHOP.blocks(2).run(),
                trial -> trial.id().block() == 1 ? SyntheticRun.eachWindow(trial, Windows::dead) : trial);

        assertThat(judge(40, run)).extracting(LimitResult::outcome).containsOnly(RuleOutcome.INCONCLUSIVE);
    }

    @Test
    void onlyTheLastAttemptCountsAndOnlyIfItIsNotInvalid() {
        var run = invalid(SHOP.blocks(3).run(), trial -> trial.id().block() == 1);

        assertThat(judge(40, run)).allSatisfy(each -> assertThat(each.trials()).hasSize(2));
    }

    @Test
    void aVariantWhoseTrialsAreAllInvalidIsNotShownToKeepALimit() {
        var run = invalid(SHOP.blocks(2).run(), trial -> trial.id().variant().equals("base"));

        assertThat(judge(40, run))
                .extracting(
                        each -> each.variant() + "@" + each.place() + " " + each.outcome() + " " + each.isUntrusted())
                .containsExactlyInAnyOrder(
                        "base@10 NO_DATA true", "base@20 NO_DATA true", "head@10 PASS false", "head@20 PASS false");
        assertThat(judge(40, run))
                .first()
                .satisfies(each -> assertThat(each.why()).isEqualTo("its trials are invalid"));
    }

    @ParameterizedTest
    @CsvSource({"true, its trials are invalid", "false, nothing was measured there"})
    void anUnmeasuredLevelIsUntrustedOnlyIfTrialsAreInvalid(boolean isInvalid, String why) {
        var limit = new MetricLimit(
                RequestMetrics.GOODPUT, Optional.of(Level.ofUsers(40)), MetricLimit.Operator.AT_LEAST, 75);
        var run = invalid(SHOP.blocks(2).run(), trial -> isInvalid);

        assertThat(ScenarioLimitJudge.judge(List.of(limit), run))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.outcome()).isEqualTo(RuleOutcome.NO_DATA);
                    assertThat(each.isUntrusted()).isEqualTo(isInvalid);
                    assertThat(each.why()).isEqualTo(why);
                });
    }

    /** A trial has 100 requests, too few for its p99: those of all trials together may still show it. */
    @ParameterizedTest
    @CsvSource({
        "2, <5ms, FAIL, 200 of 200 requests are not below 5 ms: shown to be broken",
        "8, <10s, PASS, 0 of 800 requests are not below 10 s: shown to be met",
        "2, <10s, INCONCLUSIVE, '0 of 200 requests are not below 10 s: neither shown to be met nor to be broken;"
                + " a trial states it from 1000 requests on'"
    })
    void aPercentileOfTooFewRequestsIsJudgedByHowManyTookLonger(
            int blocks, String limit, RuleOutcome outcome, String why) {
        var first = ScenarioLimitJudge.judge(
                        List.of(MetricLimit.parse(RequestMetrics.P99, limit)),
                        SHOP.blocks(blocks).run())
                .getFirst();

        assertThat(first.outcome()).isEqualTo(outcome);
        assertThat(first.why()).isEqualTo(why);
    }

    private static RunResult invalid(RunResult run, Predicate<TrialResult> which) {
        return SyntheticRun.eachTrial(
                run, trial -> which.test(trial) ? SyntheticRun.invalid(trial, "steal 12 %") : trial);
    }
}
