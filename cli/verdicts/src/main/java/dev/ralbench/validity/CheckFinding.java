package dev.ralbench.validity;

import dev.ralbench.result.TrialResult.ValidityLevel;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Something that speaks against the findings of a trial, with the numbers that do.
 *
 * @param reason a sentence; it ends with the remedy, if there is one
 */
public record CheckFinding(ValidityLevel validity, String reason, Optional<Remedy> remedy) {
    private static final int MOST_DIGITS = 4;

    CheckFinding(ValidityLevel validity, String reason) {
        this(validity, reason, Optional.empty());
    }

    /** @param reason without the remedy */
    static CheckFinding suspect(Remedy remedy, String reason, Object... values) {
        return formatted(ValidityLevel.SUSPECT, remedy, reason, values);
    }

    /** @param reason without the remedy */
    static CheckFinding invalid(Remedy remedy, String reason, Object... values) {
        return formatted(ValidityLevel.INVALID, remedy, reason, values);
    }

    @SuppressWarnings("AnnotateFormatMethod")
    private static CheckFinding formatted(ValidityLevel validity, Remedy remedy, String reason, Object... values) {
        return new CheckFinding(
                validity, String.format(Locale.ROOT, remedy.after(reason), values), Optional.of(remedy));
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is in a library of its own
    static CheckFinding suspect(String reason, Object... values) {
        return new CheckFinding(ValidityLevel.SUSPECT, String.format(Locale.ROOT, reason, values));
    }

    @SuppressWarnings("AnnotateFormatMethod")
    static CheckFinding invalid(String reason, Object... values) {
        return new CheckFinding(ValidityLevel.INVALID, String.format(Locale.ROOT, reason, values));
    }

    static String percent(double share) {
        return percent(share, 1);
    }

    /** A share that is more than it may be at most, with as many digits as it takes to see that. */
    static String percentAbove(double most, double share) {
        return IntStream.rangeClosed(1, MOST_DIGITS)
                .mapToObj(digits -> percent(share, digits))
                .filter(text -> !percent(most, MOST_DIGITS).startsWith(text.replace(" %", "")))
                .findFirst()
                .orElseGet(() -> percent(share, MOST_DIGITS));
    }

    private static String percent(double share, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f %%", share * 100);
    }
}
