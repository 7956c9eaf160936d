package dev.ralbench.gate;

import static dev.ralbench.gate.Cells.around;
import static dev.ralbench.gate.Cells.paired;
import static dev.ralbench.gate.Cells.same;
import static dev.ralbench.gate.Judging.HEAD;
import static dev.ralbench.gate.Judging.SQL;
import static dev.ralbench.gate.Judging.gate;
import static dev.ralbench.gate.Judging.judge;
import static dev.ralbench.gate.Judging.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.metric.DependencyMetrics;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules that need no chance: counts without noise, and limits. */
class GateLimitsTest {
    @Test
    void anExactRuleNeedsOnePairOnly() {
        var gate = GateFile.parse(
                "g.yaml", HEAD.formatted("", "beyond_margin").replace("[12, 16, 20]", "[1]") + SQL, List.of());
        var same = Cells.of(DependencyMetrics.SQL_PER_REQUEST, "all", "head", same(3, 1), same(3.02, 1));
        var more = Cells.of(DependencyMetrics.SQL_PER_REQUEST, "all", "head", same(3, 1), same(3.03, 1));
        var less = Cells.of(DependencyMetrics.SQL_PER_REQUEST, "all", "head", same(3, 1), same(2, 1));

        assertThat(judge(gate, paired(1, same)).decision()).isEqualTo(Decision.PASS);
        assertThat(judge(gate, paired(1, more)).decision()).isEqualTo(Decision.FAIL);
        assertThat(judge(gate, paired(1, less)).decision()).isEqualTo(Decision.PASS);
        assertThat(only(judge(gate, paired(1, less))).judgement().verdict()).isEqualTo(Verdict.BETTER);
        assertThat(only(judge(gate, paired(1, more))).judgement().adjusted()).isEmpty();
    }

    @Test
    void anExactRuleWhoseTrialsDifferIsJudgedByTheNoisyRule() {
        var gate = gate("exact: [{ metric: threads_peak, slack: 2 }]\n");
        double[] base = around(200, 20, 12);
        var alike = Cells.of(ProcessMetrics.THREADS_PEAK, "all", "head", base, base);
        var worse = Cells.of(ProcessMetrics.THREADS_PEAK, "all", "head", base, around(230, 25, 12));

        var passed = judge(gate, paired(12, alike));
        var failed = judge(gate, paired(12, worse));

        assertThat(passed.decision()).isEqualTo(Decision.PASS);
        assertThat(failed.decision()).isEqualTo(Decision.FAIL);
        assertThat(failed.confidence().familySize()).isEqualTo(1);
        assertThat(only(failed).judgement().adjusted()).isPresent();
        assertThat(only(failed).judgement().why()).contains("trials of one side differ by more than the slack of 2");
    }

    @ParameterizedTest
    @CsvSource({
        "true, 0.0005, 0.0009, PASS",
        "true, 0.0005, 0.0011, FAIL",
    })
    void everyTrialHasToKeepALimitOfEveryTrial(boolean everyTrial, double most, double last, RuleOutcome outcome) {
        double[] head = same(most, 12);
        head[11] = last;
        var gate = gate("absolute: [{ metric: errors, levels: all, max: 0.1%, every_trial: " + everyTrial + " }]\n");

        var result = judge(gate, paired(12, Cells.of(RequestMetrics.ERRORS, "64", "head", same(0, 12), head)));

        assertThat(only(result).outcome()).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({
        "200, 50, 12, PASS",
        "400, 50, 12, FAIL",
        "300, 50, 12, INCONCLUSIVE",
        // enough to show that it is kept (2^-8 is below a third of 5 %), too few to show that it is not (of 1 %)
        "200, 50, 8, PASS",
        "400, 50, 8, INCONCLUSIVE",
        // too few for any test
        "200, 50, 5, PASS",
        "400, 50, 5, FAIL",
        "300, 50, 5, INCONCLUSIVE",
        // one outlier breaks the limit: no matter for the typical trial
        "250, 51, 12, PASS",
    })
    void aLimitIsJudgedByTheTypicalTrial(double centre, double spread, int trials, RuleOutcome outcome) {
        var gate = gate("absolute: [{ metric: p99, levels: all, max: 300ms }]\n");

        var result = judge(
                gate,
                paired(
                        trials,
                        Cells.of(RequestMetrics.P99, "64", "head", same(1, trials), around(centre, spread, trials))));

        assertThat(only(result).outcome()).isEqualTo(outcome);
        assertThat(only(result).judgement().why().contains("too few trials")).isEqualTo(trials < 6);
    }

    /** A machine that stalls makes both break the limit: that says nothing about the change. */
    @ParameterizedTest
    @CsvSource({
        // blocks in which base breaks the limit, blocks in which head does, of 12
        "true, 0, 1, FAIL",
        "true, 1, 1, INCONCLUSIVE",
        "true, 1, 2, FAIL",
        "false, 0, 12, FAIL",
        "false, 12, 12, INCONCLUSIVE",
        "false, 11, 12, INCONCLUSIVE",
        "false, 1, 12, FAIL",
    })
    void aLimitThatBaseBreaksInTheSameBlockIsUndecided(boolean everyTrial, int base, int head, RuleOutcome outcome) {
        var gate = gate("absolute: [{ metric: p99, levels: all, max: 300ms, every_trial: " + everyTrial + " }]\n");

        var result = judge(gate, paired(12, Cells.of(RequestMetrics.P99, "64", "head", broken(base), broken(head))));

        assertThat(only(result).outcome()).isEqualTo(outcome);
        assertThat(only(result).judgement().why().contains("base breaks it too"))
                .isEqualTo(outcome == RuleOutcome.INCONCLUSIVE);
    }

    private static double[] broken(int blocks) {
        double[] values = around(200, 20, 12);
        for (int i = 0; i < blocks; i++) {
            values[i] += 300;
        }
        return values;
    }

    @Test
    void aLimitHoldsForValuesThatAreZeroToo() {
        var gate = gate("absolute: [{ metric: errors, levels: all, max: 0.1% }]\n");

        var result = judge(gate, paired(12, Cells.of(RequestMetrics.ERRORS, "64", "head", same(0, 12), same(0, 12))));

        assertThat(only(result).outcome()).isEqualTo(RuleOutcome.PASS);
    }

    @Test
    void aLeastValueIsALimitToo() {
        var gate = gate("absolute: [{ metric: goodput, levels: all, min: 1000/s }]\n");

        assertThat(judge(gate, limit(around(1200, 50, 12))).decision()).isEqualTo(Decision.PASS);
        assertThat(judge(gate, limit(around(900, 50, 12))).decision()).isEqualTo(Decision.FAIL);
    }

    private static Comparison limit(double... head) {
        return paired(12, Cells.of(RequestMetrics.GOODPUT, "64", "head", same(1200, 12), head));
    }
}
