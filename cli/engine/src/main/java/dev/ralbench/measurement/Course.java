package dev.ralbench.measurement;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
    /** CPU time of ralbench in a second. */
    public static final String GENERATOR_CORES = "generatorCores";
    /** How much of the CPUs that ralbench may run on was busy with anything, 0 to 1. */
    public static final String MACHINE_BUSY_SHARE = "machineBusyShare";

    private static final List<String> OF_GENERATORS = List.of(GENERATOR_CORES, MACHINE_BUSY_SHARE);

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

    /**
     * Both together: two parts of one load that began at the same time. Responses add up; the steps of the finer one are
     * folded to those of the other. Generators differ in CPU time and in how busy their machine was: of two values the
     * larger one is taken. All other values are of the same target and its servers, so one view of them is enough.
     */
    Course plus(Course other) {
        if (stepSeconds != other.stepSeconds) {
            return stepSeconds < other.stepSeconds ? folded().plus(other) : plus(other.folded());
        }
        int length = Math.max(steps(), other.steps());
        var both = new TreeMap<String, List<OptionalDouble>>();
        other.values.forEach((name, column) -> both.put(name, filled(column, length)));
        values.forEach((name, column) -> both.put(name, filled(column, length)));
        OF_GENERATORS.forEach(name -> both.computeIfPresent(
                name,
                (same, mine) -> IntStream.range(0, length)
                        .mapToObj(step -> larger(mine.get(step), at(other.values.getOrDefault(name, List.of()), step)))
                        .toList()));
        return new Course(
                stepSeconds,
                startSeconds,
                both,
                new ResponseTimes(
                        responseTimes.rowsPerDecade,
                        IntStream.range(0, length)
                                .mapToObj(step -> sum(rows(step), other.rows(step)))
                                .toList()));
    }

    /**
     * The target and its servers as this course has them, and what the generators did as another one has it: the course of
     * a load that began at the same time, from where it was sent.
     */
    public Course sentAs(Course other) {
        var seen = new TreeMap<>(values);
        seen.keySet().removeAll(OF_GENERATORS);
        var none = new ResponseTimes(
                responseTimes.rowsPerDecade, Collections.nCopies(steps(), Collections.emptySortedMap()));
        return new Course(stepSeconds, startSeconds, seen, none).plus(other);
    }

    /** This course with steps twice as long: values are means over time. */
    private Course folded() {
        int length = (steps() + 1) / 2;
        var means = new TreeMap<String, List<OptionalDouble>>();
        values.forEach((name, column) -> means.put(
                name,
                IntStream.range(0, length)
                        .mapToObj(step -> Stream.of(at(column, 2 * step), at(column, 2 * step + 1))
                                .flatMapToDouble(OptionalDouble::stream)
                                .average())
                        .toList()));
        return new Course(
                2 * stepSeconds,
                startSeconds,
                means,
                new ResponseTimes(
                        responseTimes.rowsPerDecade,
                        IntStream.range(0, length)
                                .mapToObj(step -> sum(rows(2 * step), rows(2 * step + 1)))
                                .toList()));
    }

    private int steps() {
        return responseTimes.counts.size();
    }

    private SortedMap<Integer, Long> rows(int step) {
        return step < steps() ? responseTimes.counts.get(step) : Collections.emptySortedMap();
    }

    private static List<OptionalDouble> filled(List<OptionalDouble> column, int length) {
        return IntStream.range(0, length).mapToObj(step -> at(column, step)).toList();
    }

    private static OptionalDouble at(List<OptionalDouble> column, int step) {
        return step < column.size() ? column.get(step) : OptionalDouble.empty();
    }

    private static OptionalDouble larger(OptionalDouble one, OptionalDouble other) {
        return DoubleStream.concat(one.stream(), other.stream()).max();
    }

    private static SortedMap<Integer, Long> sum(SortedMap<Integer, Long> one, SortedMap<Integer, Long> other) {
        var sum = new TreeMap<>(one);
        other.forEach((row, count) -> sum.merge(row, count, Long::sum));
        return sum;
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
