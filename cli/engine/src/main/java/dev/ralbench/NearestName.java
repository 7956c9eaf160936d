package dev.ralbench;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that the user most likely meant. */
public final class NearestName {
    private NearestName() {}

    /** The known name with the fewest edits, of several one that only goes on; empty if so much differs that the proposal would be a riddle. */
    public static Optional<String> to(String name, Collection<String> known) {
        int tolerated = Math.max(2, name.length() / 3);
        return known.stream()
                .min(Comparator.<String>comparingInt(candidate -> edits(name, candidate))
                        .thenComparing(candidate -> !candidate.startsWith(name)))
                .filter(candidate -> edits(name, candidate) <= tolerated);
    }

    /** The second half of a message about an unknown name. */
    public static String hint(String name, Collection<String> known) {
        var all = known.isEmpty() ? "there are none" : "valid here: " + String.join(", ", new LinkedHashSet<>(known));
        return to(name, known)
                .map(nearest -> "did you mean " + nearest + "? (" + all + ")")
                .orElse(all);
    }

    /** Edit distance of Levenshtein, without regard to case; rows of the table are computed one from the other. */
    private static int edits(String a, String b) {
        var left = a.toLowerCase(Locale.ROOT);
        var right = b.toLowerCase(Locale.ROOT);
        int[] row = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int replaced = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[right.length()];
    }
}
