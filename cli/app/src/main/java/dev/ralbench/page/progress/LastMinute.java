package dev.ralbench.page.progress;

import dev.ralbench.measurement.LoadRecording;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The last seconds of one load, one by one. */
final class LastMinute {
    /** So many seconds are kept. */
    static final int SECONDS = 60;
    /** A sample is about a second; what is shorter is the end of one. */
    private static final double SHORTEST_SECONDS = 0.5;

    private final List<Sample> samples = new ArrayList<>();
    private double untilSeconds;

    /**
     * A second.
     *
     * @param responsesPerSecond successful ones
     * @param p50Millis empty with too few responses
     * @param p99Millis likewise
     */
    record Sample(double responsesPerSecond, OptionalDouble p50Millis, OptionalDouble p99Millis) {}

    /** Adds the second, unless it is there already: it is shown several times. */
    void add(LoadRecording.Second second) {
        double until = second.soFar().seconds();
        if (until < untilSeconds) { // measured again
            samples.clear();
            untilSeconds = 0;
        }
        double seconds = until - untilSeconds;
        if (seconds < SHORTEST_SECONDS) {
            return;
        }
        untilSeconds = until;
        samples.add(new Sample(second.responses() / seconds, second.p50Millis(), second.p99Millis()));
        if (samples.size() > SECONDS) {
            samples.removeFirst();
        }
    }

    /** Whether a second had responses enough for a p99. */
    boolean hasP99() {
        return samples.stream().anyMatch(sample -> sample.p99Millis().isPresent());
    }

    /** The newest values, so many of them at most. */
    List<OptionalDouble> newest(int count, Function<Sample, OptionalDouble> value) {
        return samples.subList(Math.max(0, samples.size() - count), samples.size()).stream()
                .map(value)
                .toList();
    }
}
