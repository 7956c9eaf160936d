package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.Level;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.Windows;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How a program reads a result. */
class VariantResultTest {
    private static final RunResult RUN =
            SyntheticRun.of("base", "head").levels(10, 20).noise(0.05).blocks(3).run();

    /** Of 20 users for 10 s: 2000 responses in 100 ms, 1000 in 200 ms of which 50 are wrong, and 4000 in 50 ms. */
    @Test
    void ratesAreOfTheTypicalTrialAndPercentilesAndErrorsOfAllRequests() {
        var run = ofTrials(
                Windows.level(20, 0, 10, 100),
                Windows.window(WindowKind.LEVEL, 20, 20, 0, 10, 200, 50),
                Windows.level(20, 0, 10, 50));
        var figures = run.level(20);

        assertThat(figures.goodput()).as("median of 200, 95 and 400 per second").isEqualTo(200, within(1e-9));
        assertThat(figures.errors()).isEqualTo(50.0 / 7000, within(1e-12));
        // sorted: 4000 about 50 ms, 2000 about 100 ms, 950 about 200 ms, each give or take 2 %
        assertThat(millis(figures.p50())).as("the 3475th of 6950").isEqualTo(50, within(1.1));
        assertThat(millis(figures.percentile(80))).as("the 5560th").isEqualTo(100, within(2.1));
        assertThat(millis(figures.percentile(95))).as("the 6603rd").isEqualTo(200, within(4.1));
        assertThat(figures.percentile(50)).isEqualTo(figures.p50());
    }

    @Test
    void theWholeRunHasAllWindowsOfEachTrial() {
        var run = ofTrials(Windows.level(20, 0, 10, 100), Windows.level(20, 0, 10, 50));
        var all = run.variant("only");

        assertThat(all.windows(Level.ofUsers(20))).hasSize(2);
        assertThat(all.levels()).containsExactly(Level.ofUsers(20));
        assertThat(all.wholeRun().value(RequestMetrics.REQUESTS))
                .as("median of 2000 and 4000")
                .isEqualTo(3000);
        assertThat(RUN.variant("head").levels()).containsExactly(Level.ofUsers(10), Level.ofUsers(20));
    }

    private static RunResult ofTrials(WindowMeasurement... windows) {
        var run = SyntheticRun.of("only").levels(20).blocks(windows.length).run();
        return SyntheticRun.eachTrial(run, trial -> {
            var window = windows[trial.id().block() - 1];
            var measured = Copy.of(trial.measurement().orElseThrow())
                    .with("windows", List.of(window))
                    .with("wholeRun", Windows.wholeRun(List.of(window)))
                    .made();
            return Copy.of(trial).with("measurement", Optional.of(measured)).made();
        });
    }

    private static double millis(Duration time) {
        return time.toNanos() / 1e6;
    }

    /** A variant whose service did not start, or that a stop came before. */
    @Test
    void aVariantWithoutATrialIsOneOfTheRunAndHasNoFigures() {
        var stopped = RUN.with(
                RunResult.Status.ABORTED,
                RUN.trials().stream()
                        .filter(trial -> trial.id().variant().equals("base"))
                        .toList());

        assertThat(stopped.variants()).containsExactly("base", "head");
        assertThat(stopped.variant("head").trials()).isEmpty();
        refused(
                () -> stopped.variant("head").level(20),
                "head was not measured at level 20",
                "nothing of it was measured");
    }

    @Test
    void aLevelOrVariantThatIsNotThereIsRefusedWithTheNamesOfThoseThatAre() {
        refused(() -> RUN.variant("other"), "the run has no variant other", "its variants: base, head");
        refused(() -> RUN.variant("head").level(30), "head was not measured at level 30", "its levels: 10, 20");
        refused(() -> RUN.level(10), "the run has several variants", "base, head");
    }

    @Test
    void aFigureThatWasNotMeasuredIsRefusedByItsName() {
        refused(
                () -> RUN.variant("head").level(10).percentile(99.9999),
                "there is no p99.9999",
                "it needs more requests, or a look into the process of the target");
    }

    @Test
    void aPercentileIsBetweenZeroAndAHundred() {
        var figures = RUN.variant("head").level(10);

        for (double percent : List.of(0.0, -1.0, 100.0, 100.1, Double.NaN)) {
            assertThatThrownBy(() -> figures.percentile(percent)).isInstanceOfSatisfying(Failure.class, failure -> {
                assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
                assertThat(failure.what()).isEqualTo("there is no percentile " + percent);
                assertThat(failure.fix()).contains("RequestMetrics.MAX");
            });
        }
        assertThat(figures.percentile(0.1)).isBetween(java.time.Duration.ofNanos(1), figures.percentile(50));
    }

    private static void refused(Runnable reading, String what, String why) {
        assertThatThrownBy(reading::run).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.what()).isEqualTo(what);
            assertThat(failure.why()).isEqualTo(why);
        });
    }

    /** A trial that was lost says less than one that was not; only if there is no other it is better than nothing. */
    @Test
    void incompleteTrialsCountOnlyIfNoneIsComplete() {
        var first = RUN.variant("head").trials().getFirst();
        var aborted = Copy.of(first).with("status", TrialResult.Status.ABORTED).made();
        var others = RUN.trials().stream().filter(trial -> trial != first).toList();
        var mixed = RUN.with(
                RunResult.Status.ABORTED,
                Stream.concat(others.stream(), Stream.of(aborted)).toList());

        assertThat(mixed.variant("head").trials()).hasSize(2).doesNotContain(aborted);
        assertThat(RUN.with(RunResult.Status.ABORTED, List.of(aborted))
                        .variant("head")
                        .trials())
                .containsExactly(aborted);
    }

    @Test
    void theOnlyVariantNeedsNoName() {
        var alone = SyntheticRun.of("only").levels(10).blocks(1).run();

        assertThat(alone.level(10).value(RequestMetrics.GOODPUT)).isPositive();
        assertThat(alone.variants()).containsExactly("only");
        assertThat(Results.delay200().variants()).hasSizeGreaterThan(1);
    }
}
