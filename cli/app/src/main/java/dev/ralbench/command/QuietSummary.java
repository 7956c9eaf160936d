package dev.ralbench.command;

import dev.ralbench.page.Spelling;
import dev.ralbench.report.CapacityLines;
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
        var worst = result.lastAttempts().stream()
                .map(trial -> trial.validity().verdict())
                .max(ValidityLevel::compareTo)
                .orElse(ValidityLevel.INVALID);
        return Spelling.of(result.status()) + " " + Spelling.of(worst)
                + file.map(path -> " " + path).orElse("");
    }
}
