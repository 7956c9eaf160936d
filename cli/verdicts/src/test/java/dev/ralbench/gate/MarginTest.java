package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import org.junit.jupiter.api.Test;

class MarginTest {
    @Test
    void marginsAreRoundAndGrowFromWhatIsUsual() {
        assertThat(Margin.of(RequestMetrics.GOODPUT))
                .containsExactly(
                        new Margin(0.05, 0.10), new Margin(0.10, 0.20), new Margin(0.15, 0.30), new Margin(0.25, 0.50));
    }

    @Test
    void noMarginIsBelowWhatMattersForTheMetric() {
        assertThat(Margin.of(RequestMetrics.P99))
                .containsExactly(new Margin(0.10, 0.25), new Margin(0.15, 0.30), new Margin(0.25, 0.50));
        assertThat(Margin.of(ProcessMetrics.ALLOCATION_PER_REQUEST))
                .startsWith(new Margin(0.02, 0.05), new Margin(0.05, 0.10))
                .hasSize(5);
    }

    @Test
    void lessGoodputIsMoreHarmThanMoreTime() {
        var margin = new Margin(0.05, 0.10);

        assertThat(margin.inDeviations(RequestMetrics.GOODPUT, 0.02).tolerate()).isCloseTo(5.268, within(0.001));
        assertThat(margin.inDeviations(RequestMetrics.P90, 0.02).tolerate()).isCloseTo(4.766, within(0.001));
    }

    @Test
    void pairsThatDoNotDifferKeepAnyMargin() {
        assertThat(new Margin(0.05, 0.10)
                        .inDeviations(RequestMetrics.GOODPUT, 0)
                        .tolerate())
                .isPositive()
                .isInfinite();
    }
}
