package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Change;
import dev.ralbench.metric.Better;
import dev.ralbench.page.Emphasis;
import dev.ralbench.page.Pictures;
import dev.ralbench.page.SvgChart;
import dev.ralbench.report.ChangeText;
import java.util.List;
import java.util.stream.Collectors;

/** The changes of a comparison with their intervals, as a picture for Markdown. */
final class ChangePicture {
    /** More rows than these are no picture any more. */
    private static final int MOST = 24;

    private ChangePicture() {}

    /** The lines that show it; none without intervals, or if the document has no pictures. */
    static List<String> markdown(ComparisonView view, Pictures pictures) {
        var verdicts = view.verdictText();
        var all = view.headline().stream().filter(ChangePicture::hasInterval).toList();
        var highest = all.stream()
                .filter(cell -> cell.level().equals(view.comparison().levels().getLast()))
                .toList();
        var shown = (all.size() > MOST ? highest : all).stream().limit(MOST).toList();
        if (shown.isEmpty()) {
            return List.of();
        }
        var title = "Changes from " + view.title(view.comparison().baseline()) + " to " + view.titles();
        return pictures.add(
                title + ": "
                        + shown.stream()
                                .map(cell -> view.name(cell) + " " + text(cell).estimateText() + " ("
                                        + text(cell).rangeText() + ")")
                                .collect(Collectors.joining(", ")),
                SvgChart.changes(
                        title,
                        shown.stream().map(cell -> change(view, cell, verdicts)).toList()));
    }

    private static boolean hasInterval(Cell cell) {
        return ChangeText.of(cell)
                .filter(text -> text.scale() == Change.Scale.LOG_RATIO && text.hasInterval())
                .isPresent();
    }

    private static ChangeText text(Cell cell) {
        return ChangeText.of(cell).orElseThrow();
    }

    private static SvgChart.Change change(ComparisonView view, Cell cell, VerdictText verdicts) {
        var text = text(cell);
        double material = cell.metric().comparison().material();
        return new SvgChart.Change(
                view.name(cell),
                text.low(),
                text.estimate(),
                text.high(),
                cell.metric().better() == Better.HIGHER ? 0.0 - material : material,
                switch (verdicts.verdict(cell)) {
                    case WORSE, BROKEN -> Emphasis.BAD;
                    case BETTER -> Emphasis.GOOD;
                    case SLIGHTLY_WORSE, NO_WORSE, INCONCLUSIVE, MET, NONE -> Emphasis.NONE;
                });
    }
}
