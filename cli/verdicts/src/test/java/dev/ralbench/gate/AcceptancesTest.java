package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.gate.Acceptances.Acceptance;
import dev.ralbench.metric.RequestMetrics;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptancesTest {
    private static final LocalDate UNTIL = LocalDate.of(2026, 3, 1);

    private static Acceptances on(LocalDate today) {
        return new Acceptances(List.of(new Acceptance(RequestMetrics.GOODPUT, UNTIL, "ADR 17", 0.15)), today);
    }

    @ParameterizedTest
    @CsvSource({
        // the upper bound has to be accepted; a failure whose estimate is not, stays one
        "FAIL, 0.1, 0.149, ACCEPTED",
        "FAIL, 0.149, 0.15, INCONCLUSIVE",
        "FAIL, 0.15, 0.3, FAIL",
        "INCONCLUSIVE, 0.01, 0.149, ACCEPTED",
        "INCONCLUSIVE, 0.01, 0.15, INCONCLUSIVE",
        // what needs no acceptance gets none
        "PASS, 0.01, 0.02, PASS",
        "NO_DATA, 0, 0, NO_DATA",
        "NOT_JUDGED, 0, 0, NOT_JUDGED",
    })
    void aChangeIsAcceptedBelowItsSize(RuleOutcome plain, double estimate, double high, RuleOutcome outcome) {
        var accepted = on(UNTIL).apply(RequestMetrics.GOODPUT, plain, estimate, high);

        assertThat(accepted.outcome()).isEqualTo(outcome);
        assertThat(accepted.remark().isEmpty())
                .isEqualTo(plain != RuleOutcome.FAIL && plain != RuleOutcome.INCONCLUSIVE);
    }

    @Test
    void itCountsOnItsLastDayAndNotOnTheNext() {
        var last = on(UNTIL);
        var after = on(UNTIL.plusDays(1));

        assertThat(last.isExpired(RequestMetrics.GOODPUT)).isFalse();
        assertThat(last.apply(RequestMetrics.GOODPUT, RuleOutcome.FAIL, 0.1, 0.1)
                        .outcome())
                .isEqualTo(RuleOutcome.ACCEPTED);
        assertThat(after.isExpired(RequestMetrics.GOODPUT)).isTrue();
        assertThat(after.apply(RequestMetrics.GOODPUT, RuleOutcome.FAIL, 0.1, 0.1)
                        .outcome())
                .isEqualTo(RuleOutcome.FAIL);
        assertThat(after.apply(RequestMetrics.GOODPUT, RuleOutcome.FAIL, 0.1, 0.1)
                        .remark())
                .contains("expired on 2026-03-01");
    }

    @Test
    void itIsOfItsMetricOnly() {
        assertThat(on(UNTIL)
                        .apply(RequestMetrics.P99, RuleOutcome.FAIL, 0.1, 0.1)
                        .outcome())
                .isEqualTo(RuleOutcome.FAIL);
        assertThat(on(UNTIL.plusDays(1)).isExpired(RequestMetrics.P99)).isFalse();
    }
}
