package dev.ralbench.report.comparison;

import dev.ralbench.compare.Change;
import dev.ralbench.metric.Better;
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
    static List<String> markdown(ComparisonTable table, Pictures pictures) {
        var view = table.view();
        var all = table.headline().stream().filter(ChangePicture::hasInterval).toList();
        var highest = all.stream()
                .filter(row ->
                        row.cell().level().equals(view.comparison().levels().getLast()))
                .toList();
        var shown = (all.size() > MOST ? highest : all).stream().limit(MOST).toList();
        if (shown.isEmpty()) {
            return List.of();
        }
        var title = "Changes from " + view.title(view.comparison().baseline()) + " to " + view.titles();
        return pictures.add(
                title + ": "
                        + shown.stream()
                                .map(row -> row.name() + " " + text(row).estimateText() + " ("
                                        + text(row).rangeText() + ")")
                                .collect(Collectors.joining(", ")),
                SvgChart.changes(
                        title, shown.stream().map(ChangePicture::change).toList()));
    }

    private static boolean hasInterval(ComparisonRow row) {
        return row.change()
                .filter(text -> text.scale() == Change.Scale.LOG_RATIO && text.hasInterval())
                .isPresent();
    }

    private static ChangeText text(ComparisonRow row) {
        return row.change().orElseThrow();
    }

    private static SvgChart.Change change(ComparisonRow row) {
        var text = text(row);
        var metric = row.cell().metric();
        double material = metric.comparison().material();
        return new SvgChart.Change(
                row.name(),
                text.low(),
                text.estimate(),
                text.high(),
                metric.better() == Better.HIGHER ? 0.0 - material : material,
                row.emphasis());
    }
}
