package dev.ralbench.trial;

import dev.ralbench.result.TrialResult.Verdict;
import java.util.Locale;

/** Something that speaks against the findings of a trial, with the numbers that do. */
record Doubt(Verdict verdict, String reason) {
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}
