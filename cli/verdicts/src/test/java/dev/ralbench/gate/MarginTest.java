package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.Metric;
import org.junit.jupiter.api.Test;

class MarginTest {
    @Test
    void marginsAreRoundAndGrowFromWhatIsUsual() {
        assertThat(Margin.of(Metric.GOODPUT))
                .containsExactly(
                        new Margin(0.05, 0.10), new Margin(0.10, 0.20), new Margin(0.15, 0.30), new Margin(0.25, 0.50));
    }

    @Test
    void noMarginIsBelowWhatMattersForTheMetric() {
        assertThat(Margin.of(Metric.P99))
                .containsExactly(new Margin(0.10, 0.25), new Margin(0.15, 0.30), new Margin(0.25, 0.50));
        assertThat(Margin.of(Metric.ALLOCATION_PER_REQUEST))
                .startsWith(new Margin(0.02, 0.05), new Margin(0.05, 0.10))
                .hasSize(5);
    }

    @Test
    void lessGoodputIsMoreHarmThanMoreTime() {
        var margin = new Margin(0.05, 0.10);

        assertThat(margin.inDeviations(Metric.GOODPUT, 0.02).tolerate()).isCloseTo(5.268, within(0.001));
        assertThat(margin.inDeviations(Metric.P90, 0.02).tolerate()).isCloseTo(4.766, within(0.001));
    }

    @Test
    void pairsThatDoNotDifferKeepAnyMargin() {
        assertThat(new Margin(0.05, 0.10).inDeviations(Metric.GOODPUT, 0).tolerate())
                .isPositive()
                .isInfinite();
    }
}
