package dev.ralbench.target;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The valid name that a mistyped one was probably meant to be. */
final class NearestName {
    private NearestName() {}

    /** Empty where nothing is near: a wrong guess misleads more than none. */
    static Optional<String> of(String mistyped, Collection<String> valid) {
        int limit = Math.max(2, mistyped.length() / 3);
        return valid.stream()
                .filter(name -> distance(mistyped, name) <= limit)
                .min(Comparator.comparingInt(name -> distance(mistyped, name)));
    }

    /** An instruction for a failure: the likely name, then all of them. */
    static String advice(String mistyped, Collection<String> valid) {
        if (valid.isEmpty()) {
            return "there are none to choose from";
        }
        var list = "valid are: " + String.join(", ", valid);
        return of(mistyped, valid)
                .map(near -> "did you mean '" + near + "'? " + list)
                .orElse(list);
    }

    /** Levenshtein's distance, case ignored. */
    private static int distance(String one, String other) {
        var a = one.toLowerCase(Locale.ROOT);
        var b = other.toLowerCase(Locale.ROOT);
        var row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replace, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
