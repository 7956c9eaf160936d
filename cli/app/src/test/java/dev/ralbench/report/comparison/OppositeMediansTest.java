package dev.ralbench.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.gate.GateFile;
import dev.ralbench.gate.GateJudge;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Page;
import dev.ralbench.page.Pictures;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Comparisons;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.Windows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Medians of both sides that differ in one direction, next to a change in the other, are explained. */
class OppositeMediansTest {
    /** Head is slower by 3 % in six of seven blocks; in the middle one, which has both medians, it is faster by 4 %. */
    private static final List<Double> BASE = List.of(100.0, 102.0, 104.0, 130.0, 150.0, 152.0, 154.0);

    private static final List<Double> HEAD = List.of(103.0, 105.1, 107.1, 124.8, 154.5, 156.6, 158.6);

    @TempDir
    private Path directory;

    private static RunResult run(List<Double> base, List<Double> head) {
        var run = SyntheticRun.of("base", "head").blocks(7).levels(10).run();
        return SyntheticRun.eachTrial(run, trial -> {
            var millis = trial.id().variant().equals("base") ? base : head;
            return taking(trial, millis.get(trial.id().block() - 1));
        });
    }

    private static TrialResult taking(TrialResult trial, double millis) {
        return SyntheticRun.eachWindow(
                trial,
                window -> window.kind() == WindowKind.LEVEL
                        ? Windows.level(10, window.span().startSeconds(), window.lengthSeconds(), millis)
                        : window);
    }

    private static String oneLine(Stream<String> lines) {
        return String.join(" ", lines.toList()).replaceAll("\\s+", " ");
    }

    private static List<String> text(ComparisonView view) {
        return new CompareText(Page.plain(100), false, false, Set.of()).comparison(new ComparisonTable(view));
    }

    private static ComparisonView view(RunResult... runs) {
        return ComparisonView.of(Comparisons.of(runs));
    }

    @Test
    void theTableSaysWhatTheChangeBelongsTo() {
        var lines = text(view(run(BASE, HEAD)));
        assertThat(lines).anyMatch(line -> line.matches(" +10 +p50 +130 ms +125 ms +\\+3\\.0 % .*"));
        assertThat(oneLine(lines.stream()))
                .containsPattern("goodput@10, p50@10, [^:]*: the two medians differ the other way;")
                .contains("a change is the typical difference within a block");
    }

    @Test
    void soDoMarkdownAndTheOverviewByLevel() {
        var view = view(run(BASE, HEAD));
        assertThat(new CompareMarkdown(CompareReport.of(view), Glyphs.UNICODE, true, Pictures.none()).render())
                .containsPattern("goodput\\\\@10, p50\\\\@10, [^:]*: the two medians differ the other way;");
        assertThat(oneLine(new RampTable(view).render(Page.plain(100)).stream()))
                .contains("goodput@10: the two medians differ the other way;");
    }

    @Test
    void aGateShowsTheSameMediansAndSaysSoToo() throws IOException {
        var file = Files.writeString(directory.resolve("mine.yaml"), """
                version: 1
                gate: mine
                design: { shape: sequential, pairs: { looks: [7] } }
                decision: { alpha: 0.01, fail_when: significant_and_material }
                relative: [{ metric: goodput, levels: all, material: 5%, tolerate: 10% }]
                """);
        var comparison = Comparisons.of(run(BASE, HEAD));
        var gate = GateFile.find(file.toString(), comparison.levels());
        var judged = GateJudge.judge(gate, comparison, LocalDate.of(2026, 3, 1));
        var view = new ComparisonView(comparison, Optional.of(judged), ComparisonView.Selection.all(), 0);
        assertThat(oneLine(text(view).stream()))
                .containsPattern("goodput@10, p50@10, [^:]*: the two medians differ the other way;");
    }

    @Test
    void trialsOfDifferentRunsAreNotInBlocks() {
        var monday = SyntheticRun.of("app").blocks(3).levels(10).runId("monday").run();
        var tuesday = SyntheticRun.of("app")
                .blocks(3)
                .levels(10)
                .runId("tuesday")
                .startedAt("2026-02-12T09:14:07Z")
                .run();
        var lines = text(view(
                SyntheticRun.eachTrial(
                        monday,
                        trial -> taking(
                                trial,
                                List.of(100.0, 130.0, 131.0).get(trial.id().block() - 1))),
                SyntheticRun.eachTrial(
                        tuesday,
                        trial -> taking(
                                trial,
                                List.of(127.0, 129.0, 180.0).get(trial.id().block() - 1)))));
        assertThat(oneLine(lines.stream()))
                .contains("the two medians differ the other way; a change is the typical difference of two trials");
    }

    @Test
    void withoutAContradictionNothingIsSaid() {
        for (var comparison : List.of(Comparisons.regressed(), Comparisons.unchanged(), Comparisons.single())) {
            var lines = text(ComparisonView.of(comparison));
            assertThat(oneLine(lines.stream())).doesNotContain("differ the other way");
        }
    }
}
