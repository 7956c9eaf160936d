package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class VariantFiguresTest {
    /** Trials at one level: 10 users for 20 s, whose requests take about so many milliseconds. */
    private static WindowMeasurement trial(double millis) {
        return Windows.window(WindowKind.LEVEL, 10, 10, 0, 20, millis, 0);
    }

    private static final List<WindowMeasurement> TRIALS = List.of(trial(5), trial(10), trial(40));

    private static double figure(Metric metric) {
        return new VariantFigures(TRIALS).of(metric).orElseThrow();
    }

    static List<Metric> percentiles() {
        return RequestMetrics.PERCENTILES;
    }

    /** 40 000, 20 000 and 5 000 requests: p99 of all of them is one of the slowest trial, whatever the typical one has. */
    @ParameterizedTest
    @MethodSource("percentiles")
    void aPercentileIsThatOfTheRequestsOfAllTrials(Metric metric) {
        var merged = TRIALS.stream().reduce(WindowMeasurement::plus).orElseThrow();

        assertThat(figure(metric)).isEqualTo(metric.of(merged).orElseThrow());
    }

    @Test
    void theTailOfOneTrialIsInThePercentilesOfAll() {
        assertThat(figure(RequestMetrics.P50)).isBetween(4.9, 5.2);
        assertThat(figure(RequestMetrics.P95)).isGreaterThan(39);
        assertThat(figure(RequestMetrics.MAX)).isGreaterThan(40);
    }

    @Test
    void aRateIsThatOfTheTypicalTrial() {
        assertThat(figure(RequestMetrics.GOODPUT))
                .isEqualTo(RequestMetrics.GOODPUT.of(TRIALS.get(1)).orElseThrow());
    }

    @Test
    void anErrorOrATimeoutInOneTrialDoesNotVanish() {
        var failing = Copy.of(trial(10))
                .with("requests.outcomes", Map.of(Outcome.OK, 19_900L, Outcome.TIMEOUT, 100L))
                .made();
        var figures = new VariantFigures(List.of(trial(10), failing, trial(10)));

        assertThat(figures.of(RequestMetrics.TIMEOUTS).orElseThrow()).isPositive();
        assertThat(figures.of(RequestMetrics.ERRORS).orElseThrow()).isPositive();
    }
}
