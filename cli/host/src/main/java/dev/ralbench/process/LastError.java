package dev.ralbench.process;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The error that a program ended its output with, as its runtime prints it: of a stack trace the message and those of its
 * causes, and none of the frames, which fill the last lines and say little.
 *
 * @param lines that say what happened
 * @param end the index behind the last line of the trace
 */
record LastError(List<String> lines, int end) {
    /** Lines that may come after a trace, such as a version, or the last words of other threads. */
    private static final int MOST_AFTER = 15;

    private static final int MOST_QUOTED_AFTER = 5;
    /** Of runtimes, and closing braces. */
    private static final Pattern SAYS_NOTHING = Pattern.compile("Node\\.js v\\d.*|note: run with .*|\\W*");

    /** Lines of one message before its frames. */
    private static final int LONGEST_MESSAGE = 5;

    private static final Pattern FRAME = Pattern.compile("\\s+at \\S.*");
    /** The JVM's, in its own words and in those of Logback. */
    private static final Pattern OMITTED = Pattern.compile("\\s*\\.\\.\\. \\d+ (more|common frames omitted).*");
    /** The JVM's, .NET's and Node's. */
    private static final Pattern CAUSE =
            Pattern.compile("\\s*(Caused by: |---> |(\\{\\s*)?\\[cause\\]: |Wrapped by: ).*");

    private static final Pattern AROUND = Pattern.compile("\\s*(Suppressed: |--- End of |\\[CIRCULAR ).*");
    private static final Pattern NAMED =
            Pattern.compile(".*(Exception|Error|Throwable|Failure|Unhandled|Uncaught)\\b.*");
    private static final Pattern GO = Pattern.compile("(panic|fatal error): .*");
    private static final Pattern RUST = Pattern.compile("thread '.*' .*panicked at .*");
    private static final String TRACEBACK = "Traceback (most recent call last):";
    private static final Pattern CHAINED =
            Pattern.compile("(During handling of the above exception|The above exception was the direct cause).*");

    LastError {
        lines = List.copyOf(lines);
    }

    /** The one that the output ends with, so that it is the reason if the program ended; empty if there is none. */
    static Optional<LastError> in(List<String> output) {
        return Stream.of(stackTrace(output), python(output), go(output), rust(output))
                .flatMap(Optional::stream)
                .filter(error -> output.size() - error.end <= MOST_AFTER)
                .max(Comparator.comparingInt(LastError::end))
                .map(error -> error.withWhatFollows(output));
    }

    /** A trace may have been handled, and the reason come after it. */
    private LastError withWhatFollows(List<String> output) {
        var following = output.subList(end, output.size()).stream()
                .filter(line -> !SAYS_NOTHING.matcher(line).matches())
                .toList();
        var all = new ArrayList<>(lines);
        all.addAll(following.subList(Math.max(0, following.size() - MOST_QUOTED_AFTER), following.size()));
        return new LastError(all, output.size());
    }

    /** Whether a line only counts frames that are printed elsewhere. */
    static boolean isCount(String line) {
        return OMITTED.matcher(line).matches();
    }

    /** Of the JVM, of Node and of .NET. */
    private static Optional<LastError> stackTrace(List<String> output) {
        int end = lastIndex(output, FRAME) + 1;
        int start = end;
        while (start > 0 && isOfTrace(output.get(start - 1))) {
            start--;
        }
        while (end < output.size() && isOfTrace(output.get(end))) {
            end++;
        }
        if (start == 0) {
            return Optional.empty(); // no frame, or a trace whose beginning is not in this part of the output
        }
        var lines = new ArrayList<>(message(output, start));
        output.subList(start, end).stream()
                .filter(line -> CAUSE.matcher(line).matches())
                .map(String::strip)
                .forEach(lines::add);
        return Optional.of(new LastError(lines, end));
    }

    private static boolean isOfTrace(String line) {
        return Stream.of(FRAME, CAUSE, OMITTED, AROUND)
                .anyMatch(pattern -> pattern.matcher(line).matches());
    }

    private static List<String> message(List<String> output, int end) {
        for (int at = end - 1; at >= Math.max(0, end - LONGEST_MESSAGE); at--) {
            if (NAMED.matcher(output.get(at)).matches()) {
                return output.subList(at, end);
            }
        }
        return output.subList(end - 1, end);
    }

    /** The first line after the indented ones of each trace that belongs to the last one. */
    private static Optional<LastError> python(List<String> output) {
        var lines = new ArrayList<String>();
        int end = 0;
        boolean isChained = false;
        for (int at = 0; at < output.size(); at++) {
            if (CHAINED.matcher(output.get(at)).matches()) {
                isChained = true;
            } else if (output.get(at).equals(TRACEBACK)) {
                if (!isChained) {
                    lines.clear();
                }
                isChained = false;
                at++;
                while (at < output.size() && output.get(at).startsWith(" ")) {
                    at++;
                }
                if (at < output.size()) {
                    lines.add(output.get(at));
                    end = at + 1;
                }
            }
        }
        return lines.isEmpty() ? Optional.empty() : Optional.of(new LastError(lines, end));
    }

    /** All that comes after it are the stacks of goroutines, however many they are. */
    private static Optional<LastError> go(List<String> output) {
        int last = lastIndex(output, GO);
        boolean hasStacks = last >= 0
                && output.subList(last, output.size()).stream().anyMatch(line -> line.startsWith("goroutine "));
        return hasStacks ? Optional.of(new LastError(List.of(output.get(last)), output.size())) : Optional.empty();
    }

    /** Newer versions have the message in a line of its own. */
    private static Optional<LastError> rust(List<String> output) {
        int last = lastIndex(output, RUST);
        if (last < 0) {
            return Optional.empty();
        }
        int end = Math.min(output.size(), last + (output.get(last).endsWith(":") ? 2 : 1));
        return Optional.of(new LastError(output.subList(last, end), end));
    }

    private static int lastIndex(List<String> output, Pattern pattern) {
        for (int at = output.size() - 1; at >= 0; at--) {
            if (pattern.matcher(output.get(at)).matches()) {
                return at;
            }
        }
        return -1;
    }
}
