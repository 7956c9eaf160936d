package dev.ralbench.command;

import dev.ralbench.compare.ResultSource;
import dev.ralbench.gate.GateResult;
import dev.ralbench.page.Spelling;
import dev.ralbench.report.CapacityLines;
import dev.ralbench.report.comparison.CompareReport;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult.ValidityLevel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * For {@code -qq}: one line on a run, one for each reason why variants were left out, and one for each variant of a
 * search for the most users.
 */
final class QuietSummary {
    private QuietSummary() {}

    static List<String> lines(RunResult result, Optional<Path> file) {
        var lines = new ArrayList<>(List.of(line(result, file)));
        lines.addAll(result.skippedInWords());
        lines.addAll(CapacityLines.of(result));
        return lines;
    }

    private static String line(RunResult result, Optional<Path> file) {
        return Spelling.of(result.status()) + " " + validity(List.of(result))
                + file.map(path -> " " + path).orElse("");
    }

    private static String validity(List<RunResult> results) {
        return Spelling.of(results.stream()
                .flatMap(result -> result.lastAttempts().stream())
                .map(trial -> trial.validity().verdict())
                .max(ValidityLevel::compareTo)
                .orElse(ValidityLevel.INVALID));
    }

    /** One line for each section of a comparison: the decision of its gate or, without one, how far its runs can be trusted. */
    static List<String> lines(CompareReport report) {
        return report.sections().stream()
                .map(section -> (report.hasSeveral() ? section.scenario() + " " : "") + word(section))
                .toList();
    }

    private static String word(CompareReport.Section section) {
        return switch (section) {
            case CompareReport.Compared compared ->
                compared.view()
                        .gate()
                        .map(QuietSummary::decision)
                        .orElseGet(() -> validity(compared.view().comparison().runs()));
            case CompareReport.Refused refused -> refused.refusal().verdict();
            case CompareReport.OverTime overTime ->
                overTime.drift()
                        .map(drift -> drift.gate() + " " + drift.decision())
                        .orElseGet(() -> validity(overTime.history().runs()));
            case CompareReport.Alone alone ->
                validity(alone.group().sources().stream().map(ResultSource::run).toList());
        };
    }

    /** Such as {@code pr FAIL}. */
    static String decision(GateResult gate) {
        return gate.name() + " " + gate.decision();
    }
}
