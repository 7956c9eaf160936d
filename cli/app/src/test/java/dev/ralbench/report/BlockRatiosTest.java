package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.compare.Cell;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Page;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Comparisons;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run's own table says of goodput over the first variant's is what {@code compare} says of the same file. */
class BlockRatiosTest {
    private static final SyntheticRun SHOP = SyntheticRun.of("base", "head").harm("head", 0.05);

    private static List<String> lines(RunResult run) {
        return new RunTable(run, RunTable.Detail.SHORT).render(Page.plain(100), Optional.empty());
    }

    private static String row(List<String> lines, String level) {
        return lines.stream()
                .filter(line -> line.matches(" *" + level + " +head .*"))
                .findFirst()
                .orElseThrow();
    }

    private static ChangeText compared(RunResult run, String level) {
        return Comparisons.of(run).cells().stream()
                .filter(cell -> cell.metric().equals(RequestMetrics.GOODPUT)
                        && cell.level().name().equals(level))
                .map(BlockRatiosTest::text)
                .findFirst()
                .orElseThrow();
    }

    private static ChangeText text(Cell cell) {
        return ChangeText.of(cell).orElseThrow();
    }

    private static String ratio(double change) {
        return Numbers.significant(1 + change);
    }

    @ParameterizedTest
    @CsvSource({"7, false", "7, true", "12, false", "12, true"})
    void withEnoughBlocksItIsTheEstimateAndTheInterval(int blocks, boolean inTurns) {
        var shop = SHOP.blocks(blocks);
        var run = (inTurns ? shop.turns(4) : shop).run();
        var lines = lines(run);
        for (var level : List.of("256", "1024")) {
            var change = compared(run, level);
            assertThat(row(lines, level))
                    .endsWith("  " + ratio(change.estimate()) + " [" + ratio(change.low()) + " " + ratio(change.high())
                            + "]");
        }
        assertThat(String.join(" ", lines).replaceAll("\\s+", " "))
                .contains("vs base: goodput over that of base in the same block; in brackets the 98 % interval, as"
                        + " ralbench compare has it");
    }

    @Test
    void withFewerBlocksTheBracketsAreLeastAndMostAndSaySo() {
        var run = SHOP.blocks(3).run();
        var lines = lines(run);
        assertThat(row(lines, "256")).contains("  " + ratio(compared(run, "256").estimate()) + " [");
        assertThat(String.join(" ", lines).replaceAll("\\s+", " "))
                .contains("vs base: goodput over that of base in the same block; in brackets the least and the most of"
                        + " 3 blocks");
    }

    @Test
    void withoutBracketsThereIsNothingToExplain() {
        assertThat(lines(SHOP.blocks(1).run())).noneMatch(line -> line.contains("in brackets"));
        assertThat(lines(SyntheticRun.of("base").blocks(8).run())).noneMatch(line -> line.contains("in brackets"));
    }

    @Test
    void whereTheColumnHasNoPlaceThereIsNoLegend() {
        var narrow = new RunTable(SHOP.blocks(3).run(), RunTable.Detail.SHORT).render(Page.plain(40), Optional.empty());
        assertThat(narrow).noneMatch(line -> line.contains("vs base"));
    }

    @Test
    void aVariantThatAnsweredNothingHasNothingOfTheFirst() {
        var run = SyntheticRun.eachTrial(
                SHOP.blocks(1).run(),
                trial -> trial.id().variant().equals("head") ? SyntheticRun.eachWindow(trial, Windows::dead) : trial);
        assertThat(row(lines(run), "256")).endsWith("  0");
    }

    @Test
    void aVariantWhoseCompilersWereStarvedIsNotRanked() {
        var run = SyntheticRun.eachTrial(
                SHOP.blocks(1).run(),
                trial -> trial.id().variant().equals("head")
                        ? SyntheticRun.eachWindow(
                                trial,
                                window -> Windows.waitingCompilers(window, 0.1, window.usersTo() < 1024 ? 0.9 : 0))
                        : trial);
        var lines = lines(run);

        assertThat(row(lines, "256")).endsWith("  –");
        assertThat(row(lines, "1024")).containsPattern(" 0\\.\\d+$");
        assertThat(String.join(" ", lines).replaceAll("\\s+", " "))
                .contains("vs base –: not ranked at some levels, because compilers waited for CPUs: head");
    }

    /** Variants that do different work are not compared; what was measured is shown all the same. */
    @Test
    void whatCompareRefusesHasLeastAndMost() {
        var run = SHOP.blocks(12).statements("head", 4).run();
        var lines = lines(run);
        assertThat(row(lines, "256")).containsPattern(" 0\\.9\\d\\d \\[0\\.\\d+ \\d\\.\\d+]$");
        assertThat(String.join(" ", lines).replaceAll("\\s+", " "))
                .contains("in brackets the least and the most of 12 blocks");
    }
}
