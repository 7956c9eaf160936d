package dev.ralbench.command;

import dev.ralbench.page.Page;
import dev.ralbench.report.SummaryTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Combined findings of several runs. */
final class RunSummary {
    private RunSummary() {}

    static List<String> lines(List<RunEnd> runs, Page page) {
        var results = runs.stream().flatMap(run -> run.result().stream()).toList();
        var lines = new ArrayList<>(List.of(""));
        if (!results.isEmpty()) {
            lines.addAll(SummaryTable.render(results, page));
        }
        var missing = runs.stream()
                .filter(run -> run.result().isEmpty())
                .map(RunEnd::scenario)
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            lines.addAll(page.fitted("not measured: " + missing + "; the reasons are above"));
        }
        return lines;
    }
}
