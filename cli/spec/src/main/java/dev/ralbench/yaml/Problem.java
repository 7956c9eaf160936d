package dev.ralbench.yaml;

import dev.ralbench.Printable;
import java.util.Comparator;

/**
 * One thing that is wrong with a file.
 *
 * @param path the key with its sections, such as {@code load.timeout}; empty for the document as a whole
 * @param text what is wrong and, where it can be said, what to write instead
 */
public record Problem(Origin origin, String path, String text) {
    /** In the order of the file; what comes from outside first. */
    public static final Comparator<Problem> BY_PLACE = Comparator.comparingInt(
                    (Problem problem) -> problem.origin.line())
            .thenComparingInt(problem -> problem.origin.column());

    /** One line, whatever the file's values hold: no line break or escape sequence of theirs reaches a terminal. */
    public String line() {
        return Printable.line(
                isOutside()
                        ? origin.place() + ": " + text + (path.isEmpty() ? "" : " (" + path + ")")
                        : origin.place() + ": " + (path.isEmpty() ? "" : path + ": ") + text);
    }

    /** Whether an option or a variable is wrong, and not the file. */
    boolean isOutside() {
        return origin instanceof Origin.Outside;
    }

    /** The same as found while a profile was laid over the file, unless the place says so already. */
    public Problem within(String profile) {
        return origin instanceof Origin.Profile
                ? this
                : new Problem(origin, path, text + " (with profile " + profile + ")");
    }
}
