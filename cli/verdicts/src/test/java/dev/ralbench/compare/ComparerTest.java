package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.Failure;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Comparisons;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.Windows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparerTest {
    private static final SyntheticRun QUICK =
            SyntheticRun.of("base", "head").blocks(8).levels(20).levelSeconds(4).noise(0.005);

    @Test
    void harmIsFoundInItsOwnSize() {
        var goodput = cell(Comparisons.of(QUICK.harm("head", 0.1).run()), "goodput@20");

        assertThat(verdict(goodput)).isEqualTo(Verdict.WORSE);
        assertThat(goodput.change().orElseThrow().harm().estimate()).isCloseTo(0.1, within(0.02));
    }

    @Test
    void whatAPairHasInCommonIsNotInItsSpread() {
        var cells = Comparisons.of(
                SyntheticRun.of("base", "head").blocks(8).levels(20).turns(4).run());
        var goodput = cell(cells, "goodput@20");
        var logs = Stream.of(goodput.base(), goodput.head())
                .mapToDouble(side -> dev.ralbench.statistics.Deviation.of(
                        side.trials().stream().mapToDouble(StrictMath::log).toArray()))
                .map(deviation -> deviation * deviation)
                .sum();

        assertThat(goodput.deviationOfTrials().orElseThrow()).isEqualTo(Math.sqrt(logs / 2), within(1e-12));
        assertThat(cell(cells, "threads.peak@all").deviationOfTrials())
                .as("a difference")
                .isEmpty();
    }

    @Test
    void aSideWhoseCompilersWereStarvedIsNotRanked() {
        var starved = SyntheticRun.eachTrial(
                QUICK.harm("head", 0.1).run(),
                trial -> trial.id().variant().equals("head")
                        ? SyntheticRun.eachWindow(trial, window -> Windows.waitingCompilers(window, 0.3, 0.9))
                        : trial);
        var cells = Comparisons.of(starved);
        var goodput = cell(cells, "goodput@20");

        assertThat(goodput.change()).isPresent();
        assertThat(verdict(goodput)).isEqualTo(Verdict.NONE);
        assertThat(goodput.notes()).contains("not ranked: the compilers of head waited for CPUs");
        assertThat(cell(cells, "threads.peak@all").isUnranked())
                .as("a count without noise")
                .isFalse();
    }

    private static Verdict verdict(Cell cell) {
        return CellVerdicts.of(ComparisonKind.PAIRED, List.of(cell)).of(cell);
    }

    @Test
    void swappingTheSidesMirrorsTheChange() {
        var run = QUICK.harm("head", 0.1).run();
        var there = cell(Comparisons.of(run), "goodput@20").change().orElseThrow();
        var back = cell(comparison(run, "head"), "goodput@20").change().orElseThrow();

        assertThat(back.harm().estimate()).isEqualTo(-there.harm().estimate());
        assertThat(back.harm().low()).isEqualTo(-there.harm().high());
        assertThat(back.probabilityOfWorse()).isEqualTo(there.probabilityOfBetter());
    }

    private static Comparison comparison(dev.ralbench.result.RunResult run, String baseline) {
        return new Comparer(List.of(new ResultSource("run", run)), java.util.Optional.of(baseline), false).compare();
    }

    /** As {@code --variant} takes it. */
    @Test
    void theBaselineMayBeCalledAsItsStudyDoes() {
        var run = published(QUICK.harm("head", 0.1).run(), Map.of("base", "v1", "head", "v2"));

        assertThat(comparison(run, "v2")).isEqualTo(comparison(run, "head"));
        assertThat(comparison(run, "v2").baseline()).isEqualTo("head");
    }

    @Test
    void anUnknownBaselineIsAnsweredWithAllThatAreKnown() {
        var run = published(QUICK.run(), Map.of("base", "v1", "head", "v2"));
        var failure = catchThrowableOfType(Failure.class, () -> comparison(run, "v3"));

        assertThat(failure.what()).startsWith("there is no baseline v3");
        assertThat(failure.why()).contains("valid here: base, head, v1, v2");
    }

    @Test
    void aVariantsOwnNameGoesBeforeThatOfAStudy() {
        var run = published(QUICK.run(), Map.of("base", "head"));

        assertThat(comparison(run, "head").baseline()).isEqualTo("head");
    }

    private static RunResult published(RunResult run, Map<String, String> names) {
        var scenario = new LinkedHashMap<>(run.scenario().document());
        var variants = new LinkedHashMap<String, Object>();
        Variants.of(run)
                .forEach(variant -> variants.put(
                        variant,
                        Optional.ofNullable(names.get(variant))
                                .map(name -> Map.of("published", name))
                                .orElse(Map.of())));
        scenario.put("variants", variants);
        return Copy.of(run).with("scenario.document", scenario).made();
    }

    @Test
    void oneMoreStatementIsSeenInASingleBlock() {
        var run = QUICK.blocks(1).statements("head", 4).run();
        var alike = SyntheticRun.eachTrial(run, ComparerTest::withoutWork);

        var statements = cell(Comparisons.of(alike), "sql/request@all");

        assertThat(verdict(statements)).isEqualTo(Verdict.WORSE);
        assertThat(statements.change().orElseThrow().method()).isEqualTo("exact");
    }

    @Test
    void anInvalidTrialTakesItsBlockWithIt() {
        var run = SyntheticRun.eachTrial(
                QUICK.run(),
                trial -> trial.id().block() == 3 && trial.id().variant().equals("head")
                        ? SyntheticRun.invalid(trial, "steal 12 %")
                        : trial);

        var comparison = Comparisons.of(run);

        assertThat(comparison.blocks()).isEqualTo(7);
        assertThat(comparison.notes())
                .contains(new ComparisonNote(
                        ComparisonNote.Kind.BLOCK_LEFT_OUT, "block 3 left out: head invalid: steal 12 %"));
    }

    @Test
    void limitsSeeErrorsOfInvalidTrialsAndValuesThatHaveNoPair() {
        var run =
                SyntheticRun.eachTrial(QUICK.run(), trial -> switch (trial.id().variant()
                        + trial.id().block()) {
                    case "head3" -> SyntheticRun.invalid(SyntheticRun.eachWindow(trial, Windows::dead), "all failed");
                    case "base5" -> SyntheticRun.eachWindow(trial, Windows::dead);
                    default -> trial;
                });
        var comparison = Comparisons.of(run);
        var errors = cell(comparison, "errors@20");
        var p50 = cell(comparison, "p50@20");

        assertThat(errors.head().trials()).hasSize(7).containsOnly(0.0);
        assertThat(errors.head().all())
                .extracting(Side.Attempt::value)
                .hasSize(8)
                .contains(1.0);
        assertThat(p50.head().trials()).as("base has none in block 5").hasSize(6);
        assertThat(p50.head().all()).hasSize(7);
    }

    @Test
    void aSuspectTrialCountsAndIsNamed() {
        var finding = new TrialResult.Validity(TrialResult.ValidityLevel.SUSPECT, List.of("generator CPU 86 %"));
        var run = SyntheticRun.eachTrial(
                QUICK.run(),
                trial -> trial.id().block() == 1
                        ? Copy.of(trial).with("validity", finding).made()
                        : trial);

        var comparison = Comparisons.of(run);

        assertThat(comparison.blocks()).isEqualTo(8);
        assertThat(comparison.notes(ComparisonNote.Kind.SUSPECT_TRIALS))
                .anyMatch(note -> note.text().startsWith("2 of 16 trials are suspect and counted"));
    }

    /** Four turns, and in one of head's in each block nothing succeeds: the level's goodput falls by a quarter. */
    @Test
    void oneBurstInATurnDoesNotMoveTheBlock() {
        var calm = QUICK.noise(0).turns(4).run();
        var burst = SyntheticRun.eachTrial(
                calm,
                trial -> trial.id().variant().equals("head")
                        ? SyntheticRun.eachWindow(trial, ComparerTest::burstInTheSecondTurn)
                        : trial);

        var goodput = cell(Comparisons.of(burst), "goodput@20");

        assertThat(goodput.base().trials()).hasSize(8).containsOnly(100.0);
        assertThat(goodput.head().trials()).hasSize(8).containsOnly(75.0);
        assertThat(goodput.change().orElseThrow().perBlock()).hasSize(8).containsOnly(0.0);
    }

    private static WindowMeasurement burstInTheSecondTurn(WindowMeasurement window) {
        boolean isSecond = window.kind() == WindowKind.TURN && window.span().startSeconds() == 2.5;
        return isSecond ? Windows.dead(window) : window;
    }

    /** 20 ms is the shortest stall that is recorded: ln(80 / 20) and no infinity. */
    @ParameterizedTest
    @CsvSource({"0, 0, 0", "0, 0.08, 1.3863", "0.08, 0, -1.3863", "0.012, 0.02, 0", "0.04, 0.08, 0.6931"})
    void aStallThatWasTooShortToBeSeenIsComparedAsTheShortest(double base, double head, double harm) {
        var run = SyntheticRun.eachTrial(
                QUICK.run(),
                trial -> SyntheticRun.eachWindow(
                        trial,
                        window -> Windows.stalled(window, trial.id().variant().equals("base") ? base : head)));

        var stall = cell(Comparisons.of(run), "stall@20");

        assertThat(stall.change().orElseThrow().perBlock())
                .hasSize(8)
                .allSatisfy(each -> assertThat(each).isCloseTo(harm, within(1e-4)));
        assertThat(stall.base().trials()).containsOnly(base);
    }

    @ParameterizedTest
    @CsvSource({
        // the side that serves nothing, in how many of eight blocks, and the verdict
        "head, 8, WORSE",
        "base, 8, BETTER",
        "head, 1, INCONCLUSIVE",
        "base, 1, INCONCLUSIVE",
    })
    void aTargetThatServesNothingIsNeverTolerable(String variant, int blocks, Verdict verdict) {
        var run = SyntheticRun.eachTrial(
                QUICK.run(),
                trial -> trial.id().variant().equals(variant) && trial.id().block() <= blocks
                        ? SyntheticRun.eachWindow(trial, Windows::dead)
                        : trial);

        var goodput = cell(Comparisons.of(run), "goodput@20");

        assertThat(verdict(goodput)).isEqualTo(verdict);
        assertThat(goodput.change().orElseThrow().perBlock())
                .hasSize(8)
                .allSatisfy(harm -> assertThat(harm).isFinite());
        assertThat(goodput.notes()).anyMatch(note -> note.startsWith("0 in " + blocks));
    }

    @Test
    void fewerThanSevenBlocksHaveNoInterval() {
        var comparison = Comparisons.of(QUICK.blocks(6).harm("head", 0.3).run());
        var goodput = cell(comparison, "goodput@20");

        assertThat(goodput.change().orElseThrow().harm().low()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(verdict(goodput)).isEqualTo(Verdict.NONE);
        assertThat(comparison.notes(ComparisonNote.Kind.TOO_FEW_BLOCKS))
                .anyMatch(note -> note.text().startsWith("no verdicts: 6 blocks, and an interval of 98 % needs 7"));
    }

    /** Three runs with 5, 10 and 15 %: within each it is certain that head is worse, but not for further runs. */
    @Test
    void theSpreadBetweenRunsIsPartOfTheInterval() {
        var runs = Stream.of(0.05, 0.10, 0.15)
                .map(harm -> QUICK.runId("run-" + harm).harm("head", harm).run())
                .toList();

        var one = cell(Comparisons.of(runs.getFirst()), "goodput@20").change().orElseThrow();
        var two = Comparisons.of(runs.get(0), runs.get(1));
        var three = Comparisons.of(runs.get(0), runs.get(1), runs.get(2));
        var change = cell(three, "goodput@20").change().orElseThrow();

        assertThat(one.harm().low()).isPositive();
        assertThat(change.harm().low()).isLessThan(0);
        assertThat(change.probabilityOfWorse()).isGreaterThan(0.01);
        assertThat(change.byRun())
                .containsOnlyKeys(0, 1, 2)
                .allSatisfy((run, harms) -> assertThat(harms).hasSize(8));
        assertThat(verdict(cell(three, "goodput@20"))).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict(cell(two, "goodput@20"))).isEqualTo(Verdict.WORSE);
        assertThat(List.of(Comparisons.of(runs.getFirst()).reach(), two.reach(), three.reach()))
                .containsExactly(Comparison.Reach.THIS_RUN, Comparison.Reach.THESE_RUNS, Comparison.Reach.RUNS);
    }

    @Test
    void differentRunsHaveNoVerdicts() {
        var comparison = Comparisons.historical();

        assertThat(comparison.kind()).isEqualTo(ComparisonKind.HISTORICAL);
        assertThat(comparison.baseline()).isEqualTo("monday");
        var verdicts = CellVerdicts.of(comparison.kind(), comparison.cells());
        assertThat(comparison.cells()).extracting(verdicts::of).containsOnly(Verdict.NONE);
    }

    @Test
    void aPercentileOfTooFewRequestsIsNotCompared() {
        var p99 = cell(Comparisons.of(QUICK.run()), "p99@20");

        assertThat(p99.change()).isEmpty();
        assertThat(p99.notes()).anyMatch(note -> note.startsWith("needs 10 000 requests per trial, has "));
    }

    /** Otherwise a gate with p99 would call a build that is much slower not measured, instead of slower. */
    @Test
    void aSideThatServesTooFewBecauseItIsSlowerIsCompared() {
        var run = SyntheticRun.of("base", "head")
                .blocks(8)
                .levels(20)
                .levelSeconds(15)
                .millis(20)
                .harm("head", Math.log(10))
                .run();

        var p99 = cell(Comparisons.of(run), "p99@20");

        assertThat(p99.change().orElseThrow().harm().estimate()).isCloseTo(Math.log(10), within(0.1));
    }

    private static TrialResult withoutWork(TrialResult trial) {
        return Copy.of(trial).with("setup.work", Optional.empty()).made();
    }

    private static Cell cell(Comparison comparison, String id) {
        return comparison.cells().stream()
                .filter(cell -> cell.id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
