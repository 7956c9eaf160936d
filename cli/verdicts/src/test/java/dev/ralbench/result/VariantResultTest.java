package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.Level;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.SyntheticRun;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How a program reads a result. */
class VariantResultTest {
    private static final RunResult RUN =
            SyntheticRun.of("base", "head").levels(10, 20).noise(0.05).blocks(3).run();

    @Test
    void figuresAreThoseOfAllTrialsTogether() {
        var head = RUN.variant("head");
        var figures = new VariantFigures(head.windows(Level.ofUsers(20)));

        assertThat(head.windows(Level.ofUsers(20))).hasSize(3);
        assertThat(head.level(20).goodput())
                .isEqualTo(figures.of(RequestMetrics.GOODPUT).orElseThrow());
        assertThat(head.level(20).p50().toNanos() / 1e6)
                .isEqualTo(figures.of(RequestMetrics.P50).orElseThrow(), within(1e-6));
        assertThat(head.level(20).percentile(50)).isEqualTo(head.level(20).p50());
        assertThat(head.level(20).errors()).isZero();
        assertThat(head.levels()).containsExactly(Level.ofUsers(10), Level.ofUsers(20));
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
