package dev.ralbench.trial.watch;

import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.measurement.Course;
import dev.ralbench.service.ProbeSample;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Makes the {@link Course} of a load from samples that are taken about once a second. A sample belongs to the step in
 * which the middle of its time lies, so one that is a little late belongs to its own second. Used by one thread.
 */
final class CourseRecorder {
    /** An hour of seconds. */
    static final int MOST_STEPS = 3600;

    private static final int MOST_GROUPS = 12;
    /** Of which each has a column until it is known which have most threads. Some programs number them all. */
    private static final int MOST_COLUMNS = 200;

    private static final String THREADS = "threads";
    private static final String OTHERS = "others";
    private static final MathContext FOUR_DIGITS = new MathContext(4);
    private static final int KIB = 1024;
    /** A shorter sample is none of its own: what the kernel counts in steps of 10 ms would be noise. */
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** An end so soon after a step belongs to that step. */
    private static final long END_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private boolean hasBegun;
    private long beginNanos;
    private long sampledUntilNanos;
    private long stepNanos = TimeUnit.SECONDS.toNanos(1);
    private final Map<String, Column> columns = new TreeMap<>();
    private final Map<String, Column> groups = new HashMap<>();
    private final Column othersBeyond = new Column();
    /** How often threads were looked at in each step: a group that was not seen then had none. */
    private final Column looks = new Column();
    /** By row, for each step. */
    private final List<SortedMap<Integer, Long>> responses = new ArrayList<>();

    private Optional<Totals> before = Optional.empty();

    /** What can be known at one moment; servers that do not answer are left out. */
    record Sample(Optional<ProbeSample> target, Map<String, ServedCounts> servers, GeneratorMeter.Sample generator) {
        Sample {
            servers = Map.copyOf(servers);
        }
    }

    /** Values that only grow, by the name of their growth in a second. */
    private record Totals(long nanos, Map<String, Double> values) {
        Totals {
            values = Map.copyOf(values);
        }
    }

    /** Begins the first step. */
    void begin(long nanos, Sample atBegin) {
        hasBegun = true;
        beginNanos = nanos;
        sampledUntilNanos = nanos;
        before = Optional.of(totals(nanos, atBegin));
    }

    /** The load goes on after a rest, whose time is in no rate. */
    void goesOn(long nanos) {
        sampledUntilNanos = nanos;
        before = Optional.empty();
    }

    /** Whether so much time has gone by since the last sample that the next one is worth it. */
    boolean isDue(long nanos) {
        return hasBegun && nanos - sampledUntilNanos >= SHORTEST_NANOS;
    }

    /**
     * Adds a sample.
     *
     * @param rows the responses since the last one
     */
    void sampled(long nanos, Sample sample, Map<Integer, Long> rows) {
        if (!hasBegun) {
            return;
        }
        int step = stepUntil(nanos);
        sample.target().ifPresent(target -> addLevels(step, target));
        sample.generator().machineBusyShare().ifPresent(share -> add(step, Course.MACHINE_BUSY_SHARE, share));
        sample.servers().forEach((name, counts) -> {
            add(step, "running." + name, counts.running());
            add(step, "connections." + name, counts.connections());
        });
        var now = totals(nanos, sample);
        before.ifPresent(earlier -> addRates(step, earlier, now));
        before = Optional.of(now);
        addResponses(step, rows);
        sampledUntilNanos = nanos;
    }

    /** Adds the responses up to the end of the load, or of a part of it. */
    void ended(long nanos, Map<Integer, Long> rows) {
        if (hasBegun && !rows.isEmpty()) {
            addResponses(stepUntil(nanos), rows);
            sampledUntilNanos = nanos;
        }
    }

    private int stepUntil(long nanos) {
        long middle = Math.max(0, (sampledUntilNanos - beginNanos) / 2 + (nanos - beginNanos) / 2);
        while (middle / stepNanos >= MOST_STEPS) {
            fold();
        }
        int step = (int) (middle / stepNanos);
        boolean isEnd = nanos - sampledUntilNanos < END_NANOS && step == responses.size();
        return isEnd ? Math.max(0, step - 1) : step;
    }

    private void addLevels(int step, ProbeSample target) {
        var kernel = target.kernel();
        var inside = target.inside();
        add(step, THREADS, kernel.threads());
        kernel.threadGroups().ifPresent(counts -> addGroups(step, counts));
        add(step, "residentBytes", (double) kernel.residentBytes());
        inside.heapUsedBytes().ifPresent(bytes -> add(step, "heapUsedBytes", (double) bytes));
        inside.heapAfterCollectionBytes().ifPresent(bytes -> add(step, "heapAfterCollectionBytes", (double) bytes));
        inside.loopLagMillis().ifPresent(millis -> add(step, "loopLagMillis", millis));
        target.acceptQueue().ifPresent(waiting -> add(step, "acceptQueue", waiting));
        target.pools().forEach((name, pool) -> {
            var prefix = "pool." + name + ".";
            add(step, prefix + "inUse", pool.inUsePeak());
            pool.waitingPeak().ifPresent(waiting -> add(step, prefix + "waiting", waiting));
            pool.limit().ifPresent(limit -> add(step, prefix + "limit", limit));
        });
    }

    private static Totals totals(long nanos, Sample sample) {
        var values = new HashMap<String, Double>();
        values.put(Course.GENERATOR_CORES, sample.generator().cpuSeconds());
        sample.target().ifPresent(target -> {
            values.put("cpuCores", target.kernel().cpuSeconds());
            target.inside().collectionMillis().ifPresent(millis -> values.put("collectionMillisPerSecond", millis));
        });
        sample.servers().forEach((name, counts) -> values.put("served." + name, (double) counts.served()));
        return new Totals(nanos, values);
    }

    private void addRates(int step, Totals earlier, Totals now) {
        double seconds = (now.nanos() - earlier.nanos()) / 1e9;
        now.values().forEach((name, total) -> {
            var first = earlier.values().get(name);
            if (first != null && seconds > 0) {
                add(step, name, Math.max(0, total - first) / seconds);
            }
        });
    }

    private void addGroups(int step, Map<String, Integer> counts) {
        looks.add(step, 1);
        counts.forEach((name, count) -> groupColumn(name).add(step, count));
    }

    private Column groupColumn(String name) {
        return groups.size() < MOST_COLUMNS || groups.containsKey(name)
                ? groups.computeIfAbsent(name, first -> new Column())
                : othersBeyond;
    }

    /** A service's counters may be damaged: what is no number is not known. */
    private void add(int step, String name, double value) {
        if (!Double.isFinite(value)) {
            return;
        }
        columns.computeIfAbsent(name, first -> new Column()).add(step, value);
    }

    private void addResponses(int step, Map<Integer, Long> rows) {
        while (responses.size() <= step) {
            responses.add(new TreeMap<>());
        }
        rows.forEach((row, count) -> responses.get(step).merge(row, count, Long::sum));
    }

    /** Puts neighbours together. */
    private void fold() {
        stepNanos *= 2;
        columns.values().forEach(Column::fold);
        groups.values().forEach(Column::fold);
        othersBeyond.fold();
        looks.fold();
        for (int i = 0; i < responses.size(); i++) {
            var rows = responses.get(i);
            if (i % 2 == 0) {
                responses.set(i / 2, rows);
            } else {
                addResponses(i / 2, rows);
            }
        }
        responses.subList((responses.size() + 1) / 2, responses.size()).clear();
    }

    /** All of it so far; empty before the load and in its first moments. */
    Optional<Course> course() {
        return since(0);
    }

    /** The steps from one on, see {@link CourseSoFar}. */
    Optional<Course> since(int first) {
        if (first >= responses.size()) {
            return Optional.empty();
        }
        var values = new TreeMap<String, List<OptionalDouble>>();
        columns.forEach((name, column) -> values.put(name, steps(first, name, column, column)));
        if (!groups.isEmpty()) {
            addGroupsTo(values, first);
        }
        return Optional.of(new Course(
                stepNanos / 1e9,
                first * (stepNanos / 1e9),
                values,
                new Course.ResponseTimes(
                        Course.ResponseTimes.ROWS_PER_DECADE, responses.subList(first, responses.size()))));
    }

    private void addGroupsTo(Map<String, List<OptionalDouble>> values, int first) {
        var named = groups.entrySet().stream()
                .filter(group -> group.getValue().most >= 2)
                .sorted(Comparator.comparingDouble((Map.Entry<String, Column> group) -> -group.getValue().most)
                        .thenComparing(Map.Entry::getKey))
                .limit(MOST_GROUPS)
                .map(Map.Entry::getKey)
                .toList();
        var others = new Column();
        others.addAll(othersBeyond, first);
        groups.forEach((name, column) -> {
            if (named.contains(name)) {
                values.put(THREADS + "." + name, steps(first, THREADS, column, looks));
            } else {
                others.addAll(column, first);
            }
        });
        values.put(THREADS + "." + OTHERS, steps(first, THREADS, others, looks));
    }

    private List<OptionalDouble> steps(int first, String name, Column column, Column samples) {
        return IntStream.range(first, responses.size())
                .mapToObj(step -> column.mean(step, samples.count(step)))
                .map(mean -> mean.isPresent() ? OptionalDouble.of(rounded(name, mean.getAsDouble())) : mean)
                .toList();
    }

    private static double rounded(String name, double value) {
        if (name.endsWith("Bytes")) {
            return (double) Math.round(value / KIB) * KIB;
        }
        return value == Math.rint(value) ? value : new BigDecimal(value, FOUR_DIGITS).doubleValue();
    }

    /** Sums of samples, step by step; grows as it needs to. */
    private static final class Column {
        private double[] sums = new double[64];
        private int[] counts = new int[64];
        /** The largest sample. */
        private double most;

        void add(int step, double value) {
            reach(step);
            sums[step] += value;
            counts[step]++;
            most = Math.max(most, value);
        }

        private void reach(int step) {
            if (step >= sums.length) {
                int size = Math.min(MOST_STEPS, Math.max(step + 1, 2 * sums.length));
                sums = Arrays.copyOf(sums, size);
                counts = Arrays.copyOf(counts, size);
            }
        }

        /** @param first the step to begin with */
        void addAll(Column other, int first) {
            reach(other.sums.length - 1);
            for (int i = first; i < other.sums.length; i++) {
                sums[i] += other.sums[i];
                counts[i] += other.counts[i];
            }
        }

        int count(int step) {
            return step < counts.length ? counts[step] : 0;
        }

        /** @param samples how many there were, with those that had nothing to add; empty if none */
        OptionalDouble mean(int step, int samples) {
            if (samples == 0) {
                return OptionalDouble.empty();
            }
            return OptionalDouble.of((step < sums.length ? sums[step] : 0) / samples);
        }

        void fold() {
            for (int i = 0; i < sums.length; i++) {
                int from = 2 * i;
                sums[i] = at(from) + at(from + 1);
                counts[i] = count(from) + count(from + 1);
            }
        }

        private double at(int step) {
            return step < sums.length ? sums[step] : 0;
        }
    }
}
