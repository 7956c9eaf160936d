package dev.ralbench;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that the user most likely meant. */
public final class NearestName {
    private static final int SHORT = 3;

    private NearestName() {}

    /** The known name with the fewest edits, of several one that only goes on; empty if so much differs that the proposal would be a riddle. */
    public static Optional<String> to(String name, Collection<String> known) {
        // In a word of three letters two edits leave nothing to recognise it by.
        int tolerated = name.length() <= SHORT ? 1 : Math.max(2, name.length() / 3);
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

    /** Edit distance of Levenshtein, without regard to case; two letters that changed places are one edit. */
    private static int edits(String a, String b) {
        var left = a.toLowerCase(Locale.ROOT);
        var right = b.toLowerCase(Locale.ROOT);
        int[][] edits = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            for (int j = 0; j <= right.length(); j++) {
                edits[i][j] = i == 0 || j == 0 ? i + j : cheapest(edits, left, right, i, j);
            }
        }
        return edits[left.length()][right.length()];
    }

    private static int cheapest(int[][] edits, String left, String right, int i, int j) {
        boolean isSame = left.charAt(i - 1) == right.charAt(j - 1);
        int replaced = edits[i - 1][j - 1] + (isSame ? 0 : 1);
        int best = Math.min(replaced, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
        boolean isSwapped = i > 1
                && j > 1
                && left.charAt(i - 1) == right.charAt(j - 2)
                && left.charAt(i - 2) == right.charAt(j - 1);
        return isSwapped ? Math.min(best, edits[i - 2][j - 2] + 1) : best;
    }
}
