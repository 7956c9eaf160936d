package dev.ralbench.gate;

import static dev.ralbench.gate.Cells.same;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.Gate.ExactRule;
import dev.ralbench.gate.RuleResult.Outcome;
import dev.ralbench.measurement.Metric;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The slack at its edge: what rounding leaves of it, a billionth, is allowed for and no more. */
class ExactJudgeTest {
    private static final Look LOOK = Look.only(0.01);
    private static final ExactJudge JUDGE = new ExactJudge(
            new NoisyJudge(LOOK, Gate.FailWhen.BEYOND_MARGIN, new Family(0, List.of())),
            new Acceptances(List.of(), LocalDate.of(2026, 3, 1)),
            1);

    private static ExactRule rule(double slack) {
        return new ExactRule(Metric.SQL_PER_REQUEST, new LevelChoice.WholeRun(), slack, false);
    }

    private static Cell cell(double[] base, double[] head) {
        return Cells.of(Metric.SQL_PER_REQUEST, Cell.WHOLE_RUN, "head", base, head);
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
    void mediansAreHeldAgainstTheSlack(double slack, double base, double head, Outcome outcome, Verdict verdict) {
        var result = JUDGE.steady(new RuledCell<>(rule(slack), cell(same(base, 3), same(head, 3))));

        assertThat(result.outcome()).isEqualTo(outcome);
        assertThat(result.verdict()).isEqualTo(verdict);
        assertThat(result.why()).contains(outcome == Outcome.FAIL ? "more than the slack of" : "within the slack of");
    }

    @Test
    void blocksWithoutAValueArePassedByNobody() {
        var judge = new ExactJudge(JUDGE.noisy(), JUDGE.acceptances(), 4);
        var result = judge.steady(new RuledCell<>(rule(0), cell(same(3, 3), same(3, 3))));
        var worse = judge.steady(new RuledCell<>(rule(0), cell(same(3, 3), same(4, 3))));

        assertThat(result.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(result.why()).contains("in 3 of 4 blocks");
        assertThat(worse.outcome()).isEqualTo(Outcome.FAIL);
    }

    @Test
    void aSideIsSteadyWhoseTrialsDifferByTheSlackAtMost() {
        double[] alike = {0, 0};
        double[] just = {0, 1e-9};
        double[] apart = {0, 2e-9};

        assertThat(ExactJudge.isSteady(rule(0), cell(just, just))).isTrue();
        assertThat(ExactJudge.isSteady(rule(0), cell(apart, alike))).isFalse();
        assertThat(ExactJudge.isSteady(rule(0), cell(alike, apart))).isFalse();
    }
}
