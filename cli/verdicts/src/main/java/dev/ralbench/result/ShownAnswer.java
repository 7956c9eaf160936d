package dev.ralbench.result;

import dev.ralbench.Printable;
import java.util.Optional;

/**
 * An answer as it is shown because it differs from that of another variant: the part around the first difference, in one
 * line of signs that may be printed.
 *
 * @param body of the body; empty of an empty or compressed one
 * @param structure of the structure of its JSON, if the structures differ
 */
public record ShownAnswer(String body, Optional<String> structure) {
    /** Signs before the first difference, which say where it is, and after it. */
    private static final int BEFORE = 40;

    private static final int AFTER = 60;

    /**
     * What is shown of an answer.
     *
     * @param body without secrets, as is {@code other}, the one that it is held against; empty if it cannot be read
     */
    public static ShownAnswer of(String body, String other) {
        var structure = JsonShape.of(body);
        var others = JsonShape.of(other);
        return new ShownAnswer(
                around(body, other),
                structure.equals(others) ? Optional.empty() : structure.map(text -> around(text, others.orElse(""))));
    }

    /** The beginning, if there is no difference. */
    private static String around(String text, String other) {
        int first = firstDifference(text, other);
        int from = boundary(text, Math.max(0, first - BEFORE));
        int to = boundary(text, Math.min(text.length(), first + AFTER));
        var part = Printable.line(text.substring(from, to).replaceAll("\\s+", " "));
        return (from > 0 ? "..." : "") + part + (to < text.length() ? "..." : "");
    }

    private static int firstDifference(String text, String other) {
        int length = Math.min(text.length(), other.length());
        for (int at = 0; at < length; at++) {
            if (text.charAt(at) != other.charAt(at)) {
                return at;
            }
        }
        return text.length() == other.length() ? 0 : length;
    }

    /** Never between the two halves of a sign. */
    private static int boundary(String text, int at) {
        boolean isWithin = at > 0 && at < text.length() && Character.isLowSurrogate(text.charAt(at));
        return isWithin ? at - 1 : at;
    }
}
