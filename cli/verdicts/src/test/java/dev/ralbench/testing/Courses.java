package dev.ralbench.testing;

import dev.ralbench.measurement.Course;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What could have been seen over time. */
public final class Courses {
    private Courses() {}

    /** In the second of which no response ended, and the target's CPU time was unknown. */
    public static Course twoSeconds() {
        return new Course(
                1,
                0,
                Map.of(
                        "threads",
                        List.of(OptionalDouble.of(20), OptionalDouble.of(21)),
                        "cpuCores",
                        List.of(OptionalDouble.of(0.5), OptionalDouble.empty())),
                new Course.ResponseTimes(20, List.of(new TreeMap<>(Map.of(-3, 1L, 20, 7L)), new TreeMap<>())));
    }
}
