package dev.ralbench.yaml;

import dev.ralbench.Failure;
import dev.ralbench.Printable;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Collects problems, so that a file is fixed in one go and not one message at a time. */
public final class Problems {
    // A set: several profiles may run into the same problem.
    private final Set<Problem> found = new LinkedHashSet<>();

    /** A place that is read as a part of several others has each problem once, under the first of their paths. */
    public void add(Origin origin, String path, String text) {
        var problem = new Problem(origin, path, text);
        if (found.stream().noneMatch(problem::isOfOnePlaceWith)) {
            found.add(problem);
        }
    }

    /** Takes over problems found only with a profile. */
    public void addWithin(String profile, Problems others) {
        others.found.stream()
                .filter(problem -> !found.contains(problem))
                .map(problem -> problem.within(profile))
                .forEach(found::add);
    }

    public int count() {
        return found.size();
    }

    /**
     * Ends the reading if anything was wrong, with one line for each problem in the order of the file.
     *
     * @param fix the last sentence, such as {@link FileKind#fix}
     */
    public void throwIfAny(String source, String fix) {
        if (found.isEmpty()) {
            return;
        }
        if (count() == 1 && found.iterator().next().isOutside()) {
            var only = found.iterator().next();
            throw Failure.usage(only.line(), "", only.fixOutside());
        }
        var lines = found.stream().sorted(Problem.BY_PLACE).map(Problem::line).collect(Collectors.joining("\n"));
        throw Failure.usage(source + ": " + (count() == 1 ? "1 problem" : count() + " problems"), lines, fix);
    }

    /**
     * One thing that is wrong with a file.
     *
     * @param path the key with its sections, such as {@code load.timeout}; empty for the document as a whole
     * @param text the mistake and, if known, its correction
     */
    private record Problem(Origin origin, String path, String text) {
        private static final int LONGEST_LINE = 1000;

        /** Sorts problems by their place in the file, after those that come from outside it. */
        static final Comparator<Problem> BY_PLACE = Comparator.comparingInt((Problem problem) -> problem.origin.line())
                .thenComparingInt(problem -> problem.origin.column());

        private boolean isOfOnePlaceWith(Problem other) {
            return origin.equals(other.origin)
                    && text.equals(other.text)
                    && lastKey().equals(other.lastKey());
        }

        private String lastKey() {
            return path.substring(path.lastIndexOf('.') + 1);
        }

        /** One line, whatever the file's values hold: no line break or escape sequence of theirs reaches a terminal. */
        String line() {
            return shortened(Printable.line(
                    isOutside()
                            ? origin.place() + ": " + text + (path.isEmpty() ? "" : " (" + path + ")")
                            : origin.place() + ": " + (path.isEmpty() ? "" : path + ": ") + text));
        }

        /** A value may have any length; the beginning shows which one it is, and the end what is wrong with it. */
        private static String shortened(String line) {
            int half = LONGEST_LINE / 2;
            return line.length() <= LONGEST_LINE
                    ? line
                    : line.substring(0, half) + " ... " + line.substring(line.length() - half);
        }

        /** Whether an option or a variable is wrong, and not the file. */
        boolean isOutside() {
            return origin instanceof Origin.Outside;
        }

        /** What to do about an option or a variable; empty if the text says it. */
        String fixOutside() {
            if (text.startsWith("needs --")) { // without which it has no meaning
                return "give both, or neither";
            }
            return text.contains("; write ") ? "" : "correct it, or leave it out";
        }

        /** This problem with a note that a profile was laid over the file, unless its place says so already. */
        Problem within(String profile) {
            return origin instanceof Origin.Profile
                    ? this
                    : new Problem(origin, path, text + " (with profile " + profile + ")");
        }
    }
}
