package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.Level;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.SyntheticRun;
import org.junit.jupiter.api.Test;

class WithoutBaseTest {
    private static final SyntheticRun HEAD =
            SyntheticRun.of("head").levels(10, 20).blocks(4);

    private static Comparison of(RunResult run) {
        return WithoutBase.of(new ResultSource("head", run));
    }

    private static Cell cell(Comparison comparison, String id) {
        return comparison.cells().stream()
                .filter(cell -> cell.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyFigureOfTheVariantIsThereAndNothingNextToIt() {
        var comparison = of(HEAD.run());

        assertThat(comparison.hasBase()).isFalse();
        assertThat(comparison.baseline()).isEmpty();
        assertThat(comparison.variants()).containsExactly("head");
        assertThat(comparison.levels()).extracting(Level::name).containsExactly("10", "20");
        assertThat(comparison.blocks()).isEqualTo(4);
        assertThat(comparison.cells()).allSatisfy(cell -> {
            assertThat(cell.base()).isEqualTo(Side.empty());
            assertThat(cell.change()).isEmpty();
        });
        assertThat(cell(comparison, "goodput@20").head().trials()).hasSize(4).allMatch(value -> value > 0);
        assertThat(cell(comparison, "threads.peak@all").head().trials()).hasSize(4);
    }

    @Test
    void trialsThatDoNotCountAreLeftOutButForTheirErrors() {
        var run = SyntheticRun.eachTrial(
                HEAD.run(), trial -> trial.id().block() == 3 ? SyntheticRun.invalid(trial, "6 % failed") : trial);

        var comparison = of(run);

        assertThat(comparison.blocks()).isEqualTo(3);
        assertThat(comparison.notes())
                .contains(new ComparisonNote(
                        ComparisonNote.Kind.BLOCK_LEFT_OUT, "block 3 left out: head invalid: 6 % failed"));
        assertThat(cell(comparison, "goodput@10").head().all()).hasSize(3);
        assertThat(cell(comparison, Cell.id(RequestMetrics.ERRORS, Level.ofUsers(10)))
                        .head()
                        .all())
                .hasSize(4);
    }

    @Test
    void withoutAnyTrialThatCountsThereIsNothingToJudge() {
        var run = SyntheticRun.eachTrial(HEAD.run(), trial -> SyntheticRun.invalid(trial, "stolen"));

        assertThatThrownBy(() -> of(run))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.INVALID))
                .hasMessageContaining("usable trial");
    }

    @Test
    void twoVariantsHaveABase() {
        assertThatThrownBy(() -> of(SyntheticRun.of("base", "head").blocks(1).run()))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("there is a base");
    }
}
