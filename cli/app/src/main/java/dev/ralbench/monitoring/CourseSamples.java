package dev.ralbench.monitoring;

import dev.ralbench.measurement.Course;
import dev.ralbench.measurement.CourseSoFar;
import dev.ralbench.measurement.ProgressSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** Samples of target, dependencies and generator under one load, from its course. Used by one thread at a time. */
final class CourseSamples {
    private static final double MILLIS = 1e3;

    /** The last part of a name is what is known of the pool that is called by all before it. */
    private static final Pattern POOL = Pattern.compile("pool\\.(.+)\\.(inUse|waiting|limit)");

    /** A name may have dots. */
    private static final Pattern OF_ONE = Pattern.compile("(threads|served|running|connections)\\.(.+)");

    private final Samples samples;
    private final Labels labels;
    /** What each rate has come to, up to the last step that does not change any more. */
    private final Map<String, Double> upTo = new HashMap<>();

    /** How much of each rate is in the samples. */
    private final Map<String, Double> counted = new HashMap<>();
    /** The first step that may still change. */
    private int steps;

    private double stepSeconds;

    CourseSamples(Samples samples, Labels labels) {
        this.samples = samples;
        this.labels = labels;
    }

    /** Takes what is new in a course. */
    void read(CourseSoFar course) {
        var found = course.since(steps);
        if (steps > 0 && (found.isEmpty() || found.get().stepSeconds() != stepSeconds)) {
            steps = 0; // it was folded, and has half as many
            upTo.clear();
            found = course.since(0);
        }
        found.ifPresent(this::take);
    }

    private void take(Course course) {
        stepSeconds = course.stepSeconds();
        int last = course.responseTimes().counts().size() - 1;
        course.values().forEach((name, values) -> {
            switch (name) {
                case "cpuCores" -> grow(name, Family.TARGET_CPU, labels, values, 1);
                case Course.GENERATOR_CORES -> grow(name, Family.GENERATOR_CPU, labels, values, 1);
                case "collectionMillisPerSecond" -> grow(name, Family.TARGET_COLLECTION, labels, values, MILLIS);
                case "threads" -> set(Family.TARGET_THREADS, labels, values, 1);
                case "residentBytes" -> set(Family.TARGET_RESIDENT, labels, values, 1);
                case "heapUsedBytes" -> set(Family.TARGET_HEAP, labels, values, 1);
                case "heapAfterCollectionBytes" -> set(Family.TARGET_HEAP_AFTER_COLLECTION, labels, values, 1);
                case "acceptQueue" -> set(Family.TARGET_ACCEPT_QUEUE, labels, values, 1);
                case "loopLagMillis" -> set(Family.TARGET_LOOP_LAG, labels, values, MILLIS);
                case Course.MACHINE_BUSY_SHARE -> set(Family.MACHINE_BUSY, labels, values, 1);
                default -> takeOfOne(name, values);
            }
        });
        steps += last;
    }

    private void takeOfOne(String name, List<OptionalDouble> values) {
        var pool = POOL.matcher(name);
        if (pool.matches()) {
            var family = switch (pool.group(2)) {
                case "inUse" -> Family.POOL_IN_USE;
                case "waiting" -> Family.POOL_WAITING;
                default -> Family.POOL_LIMIT;
            };
            set(family, labels.with(SeriesLabels.POOL, pool.group(1)), values, 1);
            return;
        }
        var one = OF_ONE.matcher(name);
        if (!one.matches()) {
            return;
        }
        var dependency = labels.with(SeriesLabels.DEPENDENCY, one.group(2));
        switch (one.group(1)) {
            case "served" -> grow(name, Family.DEPENDENCY_OPERATIONS, dependency, values, 1);
            case "running" -> set(Family.DEPENDENCY_RUNNING, dependency, values, 1);
            case "connections" -> set(Family.DEPENDENCY_CONNECTIONS, dependency, values, 1);
            default -> set(Family.TARGET_THREAD_GROUP, labels.with(SeriesLabels.GROUP, one.group(2)), values, 1);
        }
    }

    private void set(Family family, Labels series, List<OptionalDouble> values, double units) {
        values.getLast().ifPresent(value -> samples.set(family, series, value / units));
    }

    /** The last step's mean may still fall, and a counter may not. */
    private void grow(String name, Family family, Labels series, List<OptionalDouble> values, double units) {
        double total = upTo.getOrDefault(name, 0.0);
        for (var value : values.subList(0, values.size() - 1)) {
            total += value.orElse(0) * stepSeconds / units;
        }
        upTo.put(name, total);
        double now = total + values.getLast().orElse(0) * stepSeconds / units;
        double before = counted.getOrDefault(name, 0.0);
        counted.put(name, Math.max(before, now));
        samples.add(family, series, Math.max(0, now - before));
    }

    /** Takes the last second of a load in turns, which has no course. */
    void at(ProgressSnapshot.TargetGlance target, double seconds) {
        samples.set(Family.TARGET_THREADS, labels, target.threads());
        samples.set(Family.TARGET_RESIDENT, labels, (double) target.residentBytes());
        target.heapBytes().ifPresent(bytes -> samples.set(Family.TARGET_HEAP, labels, (double) bytes));
        samples.add(Family.TARGET_CPU, labels, target.cpuCores() * seconds);
    }
}
