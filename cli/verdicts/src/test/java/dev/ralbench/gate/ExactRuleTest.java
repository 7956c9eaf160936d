package dev.ralbench.gate;

import static dev.ralbench.gate.Cells.same;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.NoisyJudge.FailWhen;
import dev.ralbench.metric.DependencyMetrics;
import dev.ralbench.metric.RequestMetrics;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The slack at its edge: what rounding leaves of it, a billionth, is allowed for and no more. */
class ExactRuleTest {
    private static final Look LOOK = Look.only(0.01);

    private static Judgement judge(double slack, int blocks, Cell cell) {
        var context = new RuleContext(
                Cells.paired(blocks, cell),
                new NoisyJudge(LOOK, FailWhen.BEYOND_MARGIN, 0, List.of()),
                new Acceptances(List.of(), LocalDate.of(2026, 3, 1)),
                Map.of());
        return rule(slack).judge(cell, Optional.empty(), context);
    }

    private static ExactRule rule(double slack) {
        return new ExactRule(DependencyMetrics.SQL_PER_REQUEST, new LevelChoice.WholeRun(), slack, false);
    }

    private static Cell cell(double[] base, double[] head) {
        return Cells.of(DependencyMetrics.SQL_PER_REQUEST, "all", "head", base, head);
    }

    @ParameterizedTest
    @CsvSource({
        // slack, base, head
        "0, 0, 1e-9, PASS, NO_WORSE",
        "0, 0, 2e-9, FAIL, WORSE",
        "0, 1e-9, 0, PASS, NO_WORSE",
        "0, 2e-9, 0, PASS, BETTER",
        "1000, 0, 1000.0000005, PASS, NO_WORSE",
        "1000, 0, 1000.000002, FAIL, WORSE",
        "0.02, 3, 3.02, PASS, NO_WORSE",
        "0.02, 3, 2.9, PASS, BETTER",
    })
    void mediansAreHeldAgainstTheSlack(double slack, double base, double head, RuleOutcome outcome, Verdict verdict) {
        var result = judge(slack, 1, cell(same(base, 3), same(head, 3)));

        assertThat(result.outcome()).isEqualTo(outcome);
        assertThat(result.verdict()).isEqualTo(verdict);
        assertThat(result.why())
                .contains(outcome == RuleOutcome.FAIL ? "more than the slack of" : "within the slack of");
    }

    @Test
    void noRulePassesIfBlocksHaveNoValue() {
        var result = judge(0, 4, cell(same(3, 3), same(3, 3)));
        var worse = judge(0, 4, cell(same(3, 3), same(4, 3)));

        assertThat(result.outcome()).isEqualTo(RuleOutcome.INCONCLUSIVE);
        assertThat(result.why()).contains("in 3 of 4 blocks");
        assertThat(worse.outcome()).isEqualTo(RuleOutcome.FAIL);
    }

    /** Reports would else call a rule exact that an interval decided. */
    @Test
    void aRuleThatIsJudgedWithAnIntervalIsNotCalledExact() {
        var unsteady = cell(new double[] {3, 4, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4}, same(3, 12));

        assertThat(bounds(unsteady)).isEqualTo("slack 0.02, judged with an interval");
        assertThat(bounds(cell(same(3, 12), same(3, 12)))).isEqualTo("exact, slack 0.02");
    }

    private static String bounds(Cell cell) {
        return Judging.only(Judging.judge(Judging.gate(Judging.SQL), Cells.paired(12, cell)))
                .bounds();
    }

    @ParameterizedTest
    @CsvSource({"187, PASS", "197, PASS", "198, FAIL", "0, PASS"})
    void bodiesMayGrowByTheSlackAlone(double head, RuleOutcome outcome) {
        var gate = Judging.gate("exact: [{ metric: body_response, slack: 10B }]\n");
        var cell = Cells.of(RequestMetrics.BODY_PER_RESPONSE, "all", "head", same(187, 12), same(head, 12));

        var result = Judging.only(Judging.judge(gate, Cells.paired(12, cell)));

        assertThat(result.judgement().outcome()).isEqualTo(outcome);
        assertThat(result.bounds()).isEqualTo("exact, slack 10 B");
    }

    @Test
    void aSideIsSteadyWhoseTrialsDifferByTheSlackAtMost() {
        double[] alike = {0, 0};
        double[] just = {0, 1e-9};
        double[] apart = {0, 2e-9};

        assertThat(rule(0).isSteady(cell(just, just))).isTrue();
        assertThat(rule(0).isSteady(cell(apart, alike))).isFalse();
        assertThat(rule(0).isSteady(cell(alike, apart))).isFalse();
    }
}
