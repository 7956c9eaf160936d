package dev.ralbench.command;

import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult.Verdict;
import java.nio.file.Path;
import java.util.Locale;

/** One line on a run, for {@code -qq}. */
final class Verdicts {
    private Verdicts() {}

    static String line(RunResult result, Path file) {
        var worst = result.lastAttempts().stream()
                .map(trial -> trial.validity().verdict())
                .max(Verdict::compareTo)
                .orElse(Verdict.INVALID);
        return lower(result.status()) + " " + lower(worst) + " " + file;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
