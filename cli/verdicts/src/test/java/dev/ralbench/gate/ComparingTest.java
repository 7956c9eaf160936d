package dev.ralbench.gate;

import static dev.ralbench.gate.Judging.GOODPUT;
import static dev.ralbench.gate.Judging.gate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.RequestMetrics;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Another comparison by the looks of a gate. */
class ComparingTest {
    private static final String LIMIT = "absolute: [{ metric: errors, levels: all, max: 0.1%, every_trial: true }]\n";

    @Test
    void oneMetricIsComparedInPlaceOfAllAndLimitsStay() {
        var file = gate(GOODPUT + Judging.SQL + LIMIT);

        var compared = file.comparing(RequestMetrics.P90, 0.1);

        assertThat(compared.design()).isEqualTo(file.design());
        assertThat(compared.decision()).isEqualTo(file.decision());
        assertThat(compared.rules())
                .containsExactly(
                        new RelativeRule(RequestMetrics.P90, new LevelChoice.Every(), 0.05, 0.1, false),
                        file.rules(AbsoluteRule.class).getFirst());
    }

    @Test
    void aMetricWithoutARatioIsRefused() {
        for (Metric metric : List.of(RequestMetrics.ERRORS, RequestMetrics.MAX)) {
            assertThatThrownBy(() -> gate(GOODPUT).comparing(metric, 0.1))
                    .isInstanceOfSatisfying(Failure.class, failure -> {
                        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
                        assertThat(failure.what()).isEqualTo(metric.key() + " has no ratio to compare");
                    });
        }
    }

    @Test
    void aMarginThatNothingCanKeepIsRefused() {
        for (double margin : new double[] {0, -0.1, Double.NaN}) {
            assertThatThrownBy(() -> gate(GOODPUT).comparing(RequestMetrics.P90, margin))
                    .isInstanceOf(Failure.class);
        }
        assertThatThrownBy(() -> gate(GOODPUT).comparing(RequestMetrics.GOODPUT, 1))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why()).isEqualTo("goodput cannot fall by more than 100 %"));
        assertThat(gate(GOODPUT).comparing(RequestMetrics.P90, 1).rules()).hasSize(1);
    }
}
