package dev.ralbench.measurement;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Target, dependencies and generator over time, in steps of equal length.
 *
 * @param stepSeconds length of a step; 1 s, doubled as often as a long run needs to stay within bounded memory
 * @param startSeconds beginning of the first step, since the start of the load
 * @param values one for each step, by name; empty in a step in which it is not known
 * @param responseTimes of the successful responses that ended in each step
 */
public record Course(
        double stepSeconds,
        double startSeconds,
        Map<String, List<OptionalDouble>> values,
        ResponseTimes responseTimes) {
    public Course {
        var copies = new TreeMap<String, List<OptionalDouble>>();
        values.forEach((name, steps) -> copies.put(name, List.copyOf(steps)));
        values = Collections.unmodifiableMap(copies);
        int steps = responseTimes.counts().size();
        copies.forEach((name, column) -> {
            if (column.size() != steps) {
                throw new IllegalArgumentException(
                        "the arrays of a course must be of equal length: " + name + " has another number of steps");
            }
        });
    }

    /**
     * A histogram for each step. Row n holds times from 10^(n / rowsPerDecade) milliseconds up to those of row n + 1.
     *
     * @param counts for each step, the number of responses by row
     */
    public record ResponseTimes(int rowsPerDecade, List<SortedMap<Integer, Long>> counts) {
        /** Rows of 12 %: fine enough to be drawn. */
        public static final int ROWS_PER_DECADE = 20;

        public ResponseTimes {
            counts = counts.stream()
                    .<SortedMap<Integer, Long>>map(rows -> Collections.unmodifiableSortedMap(new TreeMap<>(rows)))
                    .toList();
        }
    }

    /** Adds a histogram of microseconds to rows. */
    static void addRows(Histogram micros, Map<Integer, Long> rows) {
        micros.recordedValues()
                .forEach(bucket ->
                        rows.merge(row(bucket.getValueIteratedTo()), bucket.getCountAtValueIteratedTo(), Long::sum));
    }

    private static int row(long micros) {
        double millis = Math.max(1, micros) / 1e3;
        return (int) Math.floor(Math.log10(millis) * ResponseTimes.ROWS_PER_DECADE);
    }
}
