package dev.ralbench.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * HdrHistogram's log of tagged intervals, version 1.3, as its {@code HistogramLogReader} and the readers in other languages
 * take it. Every histogram is in it as it is stored, bit for bit. Values are microseconds.
 */
public final class HistogramLog {
    /** The first line of every log of ralbench; readers skip comments. */
    public static final String MARK = "#ralbench";

    private final List<Interval> intervals = new ArrayList<>();

    /**
     * The times of a window.
     *
     * @param tag the series that it belongs to, in any characters
     * @param start of the window
     * @param seconds length of the window
     */
    private record Interval(String tag, Instant start, double seconds, LatencyDistribution times) {
        private String line(Instant base) {
            return "Tag=" + tag
                    + number(",%.3f", Duration.between(base, start).toNanos() / 1e9)
                    + number(",%.3f", seconds)
                    + number(",%.3f,", times.maxMillis().orElse(0))
                    + times.encoded();
        }
    }

    /**
     * Adds the times of a window; without any there is no line.
     *
     * @param tag the series that it belongs to; a log has no spaces and commas in it, so they become hyphens
     * @param start when the window began, of which the log keeps milliseconds
     * @param seconds the length of the window, likewise
     */
    public void add(String tag, Instant start, double seconds, LatencyDistribution times) {
        if (times.count() > 0) {
            intervals.add(new Interval(tag.replaceAll("[\\s,]", "-"), start, seconds, times));
        }
    }

    /**
     * The log with a line end, its intervals by their start: readers stop at the first that begins after what they look for.
     *
     * @param comment further lines for people
     */
    public String text(List<String> comment) {
        var sorted =
                intervals.stream().sorted(Comparator.comparing(Interval::start)).toList();
        var base = sorted.stream().map(Interval::start).findFirst();
        return Stream.of(
                        Stream.of(MARK + ": response times in microseconds; longest ones in milliseconds"),
                        comment.stream().map(line -> "#" + line.replaceAll("\\R", " ")),
                        Stream.of("#[Histogram log format version 1.3]"),
                        base.stream().flatMap(HistogramLog::starts),
                        Stream.of(
                                "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\""),
                        sorted.stream().map(interval -> interval.line(base.orElseThrow())))
                .flatMap(lines -> lines)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** Both: without the base, readers guess from the size of the first timestamp whether it counts from the start. */
    private static Stream<String> starts(Instant base) {
        var seconds = number("%.3f", base.toEpochMilli() / 1e3);
        return Stream.of(
                "#[StartTime: " + seconds + " (seconds since epoch), " + base + "]",
                "#[BaseTime: " + seconds + " (seconds since epoch)]");
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
