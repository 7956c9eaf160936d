package dev.ralbench.gate;

import static dev.ralbench.gate.Cells.around;
import static dev.ralbench.gate.Cells.same;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.Metrics;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits at their edges: values on the limit, and the number of trials from which on a test can decide. */
class LimitJudgeTest {
    private static final MetricLimit THREADS = MetricLimit.parse(ProcessMetrics.THREADS_PEAK, "<=50");

    private static LimitJudge looks(int looks) {
        return new LimitJudge(Look.only(0.01 / looks));
    }

    @ParameterizedTest
    @CsvSource({
        "threads.peak, <=50, 50, PASS",
        "threads.peak, <50, 50, FAIL",
        "threads.peak, <50, 49, PASS",
        "threads.peak, <=50, 51, FAIL",
        "goodput, >=50/s, 50, PASS",
        "goodput, >50/s, 50, FAIL",
        "goodput, >50/s, 51, PASS",
        "goodput, >=50/s, 49, FAIL",
        "errors, <=0%, 0, PASS", // no ratio to a limit of 0
        "errors, <=0%, 0.001, FAIL",
    })
    void whereAllTrialsAreAlikeTheLimitIsHeldOrNot(String key, String written, double value, RuleOutcome outcome) {
        var limit = MetricLimit.parse(Metrics.withKey(key).orElseThrow(), written);
        for (int trials : new int[] {1, 6, 7, 20}) {
            assertThat(looks(1).judge(limit, false, same(value, trials)).outcome())
                    .as("%d trials", trials)
                    .isEqualTo(outcome);
        }
        assertThat(looks(1).judge(limit, true, same(value, 3)).outcome()).isEqualTo(outcome);
    }

    /** 2^-7 is below 1 %, 2^-6 is not; a third of 1 % needs 9. */
    @ParameterizedTest
    @CsvSource({"1, 6, true", "1, 7, false", "3, 8, true", "3, 9, false"})
    void aTestNeedsAsManyTrialsAsCanBeSignificant(int looks, int trials, boolean tooFew) {
        var judgement = looks(looks).judge(THREADS, false, around(40, 5, trials));

        assertThat(judgement.outcome()).isEqualTo(RuleOutcome.PASS);
        assertThat(judgement.why().contains("too few trials")).isEqualTo(tooFew);
    }

    @Test
    void oneOfFewTrialsOnTheOtherSideLeavesItOpen() {
        double[] mostly = DoubleStream.concat(Arrays.stream(same(40, 5)), DoubleStream.of(60))
                .toArray();
        double[] rarely = DoubleStream.concat(Arrays.stream(same(60, 5)), DoubleStream.of(40))
                .toArray();

        assertThat(looks(1).judge(THREADS, false, mostly).outcome()).isEqualTo(RuleOutcome.INCONCLUSIVE);
        assertThat(looks(1).judge(THREADS, false, rarely).outcome()).isEqualTo(RuleOutcome.INCONCLUSIVE);
        assertThat(looks(1).judge(THREADS, true, mostly).outcome()).isEqualTo(RuleOutcome.FAIL);
    }

    @Test
    void theReasonNamesTheWorstTrialAndHowManyKeptTheLimit() {
        var most = looks(1).judge(THREADS, true, 40, 60, 55);
        var least = looks(1).judge(MetricLimit.parse(RequestMetrics.GOODPUT, ">=50/s"), true, 40, 60, 55);

        assertThat(most.why()).startsWith("1 of 3 trials is ").contains("the worst 60");
        assertThat(least.why()).startsWith("2 of 3 trials are ").contains("the worst 40");
    }

    @ParameterizedTest
    @CsvSource({"40, 5, PASS", "40, 6, INCONCLUSIVE", "60, 6, FAIL"})
    void trialsWithoutAValueKeepItFromPassing(double value, int trials, RuleOutcome outcome) {
        var judgement = looks(1).judge(THREADS, true, same(value, 5)).ofTrials(5, trials);

        assertThat(judgement.outcome()).isEqualTo(outcome);
        assertThat(judgement.why().contains("1 trial of 6 without a value")).isEqualTo(trials == 6);
    }

    @Test
    void withoutTrialsThereIsNothingToJudge() {
        assertThat(looks(1).judge(THREADS, false).outcome()).isEqualTo(RuleOutcome.NO_DATA);
        assertThat(looks(1).judge(THREADS, true).outcome()).isEqualTo(RuleOutcome.NO_DATA);
    }
}
