package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where tables of series step, and how often one seems to though nothing changed. */
class ChangePointTest {
    private static final double ALPHA = 0.05;
    private static final int CELLS = 20;
    /** Two standard errors of 5 % are 4.4 % then; 1.5 to 4 % are seen, and without any correction it would be most. */
    private static final int TABLES = 100;

    @Test
    void aStepIsFoundAtItsFirstRun() {
        double[] series = {10, 11, 9, 10, 12, 10, 11, 20, 21, 19, 22, 20, 21, 20};

        assertThat(ChangePoint.in(ALPHA, List.of(series))).containsExactly(OptionalInt.of(7));
        assertThat(ChangePoint.in(ALPHA, List.of(Sample.negated(series)))).containsExactly(OptionalInt.of(7));
    }

    @Test
    void aRunWithoutAValueIsNoStepAndHasNone() {
        double none = Double.NaN;
        double[] series = {10, 11, none, 9, 10, 12, 10, 11, none, 20, 21, 19, none, 22, 20, 21, 20};

        assertThat(ChangePoint.in(ALPHA, List.of(series))).containsExactly(OptionalInt.of(9));
    }

    @Test
    void constantsAndEmptySeriesNeverStep() {
        double[] constant = IntStream.range(0, 20).mapToDouble(i -> 3).toArray();
        double[] empty = IntStream.range(0, 20).mapToDouble(i -> Double.NaN).toArray();

        assertThat(ChangePoint.in(ALPHA, List.of(constant, empty))).containsOnly(OptionalInt.empty());
        assertThat(ChangePoint.in(ALPHA, List.of())).isEmpty();
    }

    /** Scales and units do not matter, only the order of values. */
    @Test
    void onlyTheOrderCounts() {
        var table = table(new Random(4), 16, 0, 0);
        table.getFirst()[15] += 40;
        IntStream.range(8, 16).forEach(run -> table.get(1)[run] += 9);
        var cubed = table.stream()
                .map(series -> java.util.Arrays.stream(series)
                        .map(value -> 5 + value * value * value)
                        .toArray())
                .toList();

        var steps = ChangePoint.in(ALPHA, table);

        assertThat(steps.get(1)).hasValue(8);
        assertThat(ChangePoint.in(ALPHA, cubed)).isEqualTo(steps);
    }

    /** The smallest n with series * 2 / C(n, n / 2), or 4 of odd n, at most 5 %: 1 / 35 of 8, 1 / 126 of 10, 1 / 462 of 12. */
    @ParameterizedTest
    @CsvSource({"1, 8", "2, 10", "6, 10", "7, 12", "20, 12", "80, 14", "300, 16"})
    void manySeriesNeedMoreRuns(int series, int runs) {
        assertThat(ChangePoint.fewestRuns(ALPHA, series)).isEqualTo(runs);
    }

    @Test
    void withTheFewestRunsAClearStepIsFound() {
        for (int series : List.of(1, 6, 20)) {
            int runs = ChangePoint.fewestRuns(ALPHA, series);
            var table = new ArrayList<>(table(new Random(5), runs, 0, 0).subList(0, series));
            table.set(
                    0,
                    IntStream.range(0, runs)
                            .mapToDouble(run -> run + (run < runs / 2 ? 0 : 1000))
                            .toArray());

            assertThat(ChangePoint.in(ALPHA, table).getFirst())
                    .as(series + " series")
                    .hasValue(runs / 2);
        }
    }

    /** Twenty cells that have half of their noise in common, as metrics of one run do. */
    @ParameterizedTest
    @CsvSource({"12", "20", "40"})
    void runsThatDoNotChangeSeemToStepInOneTableOfTwentyAtMost(int runs) {
        double falseAlarms = alarms(TABLES, runs, 0, 0);

        double standardError = Math.sqrt(ALPHA * (1 - ALPHA) / TABLES);
        assertThat(falseAlarms).isLessThan(ALPHA + 2 * standardError);
    }

    /** What docs/decisions/comparing.md says of series in which a run resembles the one before, and of slow drift. */
    @Test
    void driftAndRunsLikeTheOneBeforeAreReportedAsSteps() {
        assertThat(alarms(TABLES, 20, 0.5, 0)).as("autocorrelation 0.5").isBetween(0.45, 0.75);
        // Twice as many, because 15 % are near the bound.
        assertThat(alarms(2 * TABLES, 20, 0.2, 0)).as("autocorrelation 0.2").isBetween(0.1, 0.3);
        assertThat(alarms(TABLES, 20, 0, 3))
                .as("three standard deviations within 20 runs")
                .isGreaterThan(0.9);
    }

    private static double alarms(int tables, int runs, double autocorrelation, double drift) {
        var random = new Random(20261122L + runs);
        int alarms = 0;
        for (int i = 0; i < tables; i++) {
            var steps = ChangePoint.in(ALPHA, table(random, runs, autocorrelation, drift));
            alarms += steps.stream().anyMatch(OptionalInt::isPresent) ? 1 : 0;
        }
        return alarms / (double) tables;
    }

    private static List<double[]> table(Random random, int runs, double autocorrelation, double drift) {
        double[] shared = series(random, runs, autocorrelation);
        return IntStream.range(0, CELLS)
                .mapToObj(cell -> {
                    double[] own = series(random, runs, autocorrelation);
                    return IntStream.range(0, runs)
                            .mapToDouble(run -> Math.sqrt(0.5) * (shared[run] + own[run]) + drift * run / runs)
                            .toArray();
                })
                .toList();
    }

    /** With a standard deviation of 1. */
    private static double[] series(Random random, int runs, double autocorrelation) {
        var series = new double[runs];
        double last = random.nextGaussian();
        for (int run = 0; run < runs; run++) {
            series[run] = last;
            last = autocorrelation * last + Math.sqrt(1 - autocorrelation * autocorrelation) * random.nextGaussian();
        }
        return series;
    }
}
