package dev.ralbench.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateFile;
import dev.ralbench.result.SelfTestResult;
import dev.ralbench.result.SelfTestResult.SelfTestDecision;
import dev.ralbench.selftest.SelfTestSummary.Balance;
import dev.ralbench.testing.SelfTests;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SelfTestSummaryTest {
    private static final Gate GATE = GateFile.find("selftest", List.of());

    @Test
    void falseAlarmsAreCountedAmongEqualVariantsOnly() {
        var summary = SelfTestSummary.of(SelfTests.of(59, 0, 5, 5), GATE);

        assertThat(summary.decisions()).containsExactly(Map.entry(SelfTestDecision.PASS, 59));
        assertThat(summary.mostFalseAlarms().orElseThrow()).isEqualTo(-Math.expm1(Math.log(0.05) / 59), within(1e-12));
    }

    @Test
    void runsThatWereNotJudgedAreNeitherAnAlarmNorNone() {
        var runs = new ArrayList<>(SelfTests.of(59, 0, 0, 0).runs());
        runs.add(SelfTests.equal(SelfTestDecision.INVALID, SelfTests.rule(SelfTests.GOODPUT, 0.001)));
        runs.add(SelfTests.equal(SelfTestDecision.INCOMPARABLE));
        runs.add(SelfTests.equal(SelfTestDecision.INCONCLUSIVE, SelfTests.rule(SelfTests.GOODPUT, 0.4)));
        var summary = SelfTestSummary.of(SelfTests.of(runs), GATE);

        assertThat(summary.judged()).isEqualTo(60);
        assertThat(summary.notJudged()).isEqualTo(2);
        assertThat(summary.mostFalseAlarms().orElseThrow()).isEqualTo(-Math.expm1(Math.log(0.05) / 60), within(1e-12));
        assertThat(summary.balance().worse()).isZero();
        assertThat(summary.noise().values()).extracting(RuleNoise::runs).containsExactly(60);
    }

    @Test
    void anAlarmAmongJudgedRunsIsOne() {
        var runs = new ArrayList<>(SelfTests.of(19, 0, 0, 0).runs());
        runs.add(SelfTests.equal(SelfTestDecision.FAIL, SelfTests.rule(SelfTests.GOODPUT, 0.001)));

        // Clopper-Pearson, 1 of 20
        assertThat(SelfTestSummary.of(SelfTests.of(runs), GATE)
                        .mostFalseAlarms()
                        .orElseThrow())
                .isEqualTo(0.2161, within(0.0001));
    }

    @Test
    void whereNoRunWasJudgedNothingIsSaidOfFalseAlarms() {
        var summary = SelfTestSummary.of(
                SelfTests.of(
                        List.of(SelfTests.equal(SelfTestDecision.INVALID, SelfTests.rule(SelfTests.GOODPUT, 0.4)))),
                GATE);

        assertThat(summary.mostFalseAlarms()).isEmpty();
        assertThat(summary.noise()).isEmpty();
        assertThat(summary.notJudged()).isEqualTo(1);
    }

    @Test
    void withoutEqualVariantsNothingIsSaidOfFalseAlarms() {
        assertThat(SelfTestSummary.of(SelfTests.of(0, 0, 5, 5), GATE).mostFalseAlarms())
                .isEmpty();
    }

    @Test
    void aRegressionIsFoundByTheRuleThatIsMeantToSeeIt() {
        var detections = SelfTestSummary.of(SelfTests.of(1, 1, 20, 19), GATE).detections();
        assertThat(detections).containsOnlyKeys("extra-cpu");
        var detection = List.copyOf(detections.values()).getFirst();

        assertThat(detection.found()).isEqualTo(19);
        assertThat(detection.runs()).isEqualTo(20);
        assertThat(detection.atLeast()).isBetween(0.78, 0.79); // Clopper-Pearson, 19 of 20
    }

    @Test
    void noiseIsTheRootMeanSquareOverRuns() {
        var rules = SelfTestSummary.of(SelfTests.of(4, 0, 0, 0), GATE).noise();
        assertThat(rules).containsOnlyKeys("goodput@16");
        var noise = List.copyOf(rules.values()).getFirst();

        assertThat(noise.runs()).isEqualTo(4);
        assertThat(noise.blocks()).isEqualTo(12);
        assertThat(noise.deviation()).isEqualTo(0.01 * Math.sqrt(12.0 / 11), within(1e-12));
        assertThat(noise.detectable().orElseThrow()).isBetween(0.05, 0.07);
    }

    @Test
    void aSideThatIsFavouredShows() {
        var balance = SelfTestSummary.of(SelfTests.of(20, 12, 0, 0), GATE).balance();

        assertThat(balance.worse()).isEqualTo(12);
        assertThat(balance.better()).isZero();
        assertThat(balance.p()).isEqualTo(2 * Math.scalb(1.0, -12), within(1e-12));
    }

    @Test
    void aRunIsOneCoinHoweverManyOfItsRulesMoveTogether() {
        var together = SelfTests.equal(
                SelfTestDecision.PASS,
                SelfTests.rule(SelfTests.GOODPUT, 0.01),
                SelfTests.rule("p90@16", 0.02),
                SelfTests.rule("stall@16", 0.05));
        var balance = SelfTestSummary.of(SelfTests.of(Collections.nCopies(3, together)), GATE)
                .balance();

        assertThat(balance).isEqualTo(new Balance(3, 0, 2 * Math.scalb(1.0, -3)));
    }

    @Test
    void theMostSignificantDifferenceOfARunSaysWhichSideItIsOf() {
        var better = SelfTests.equal(
                SelfTestDecision.PASS, SelfTests.rule(SelfTests.GOODPUT, 0.03), SelfTests.rule(SelfTests.CPU, 0.998));
        var none = SelfTests.equal(SelfTestDecision.PASS, SelfTests.rule(SelfTests.GOODPUT, 0.06));

        assertThat(SelfTestSummary.of(SelfTests.of(List.of(better, none)), GATE).balance())
                .isEqualTo(new Balance(0, 1, 1));
    }

    @Test
    void rulesWithoutChanceHaveNoSide() {
        var counts = new SelfTestResult.Rule(
                "threads.peak@all",
                "exact",
                SelfTestResult.RecordedOutcome.PASS,
                Optional.of(0.0),
                Optional.empty(),
                Optional.empty(),
                List.of(0.0));

        assertThat(SelfTestSummary.of(SelfTests.of(List.of(SelfTests.equal(SelfTestDecision.PASS, counts))), GATE)
                        .balance())
                .isEqualTo(new Balance(0, 0, 1));
    }
}
