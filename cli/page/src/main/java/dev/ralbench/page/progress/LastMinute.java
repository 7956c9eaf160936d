package dev.ralbench.page.progress;

import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.LoadTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The last seconds of one load, one by one. */
final class LastMinute {
    /** So many seconds are kept. */
    static final int SECONDS = 60;

    private final List<Sample> samples = new ArrayList<>();
    private LoadTotals until = LoadTotals.none();

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
        var soFar = second.soFar();
        if (soFar.seconds() < until.seconds()) { // measured again
            samples.clear();
            until = LoadTotals.none();
        }
        soFar.secondSince(until).ifPresent(news -> {
            until = soFar;
            samples.add(new Sample(news.responsesPerSecond(), second.p50Millis(), second.p99Millis()));
            if (samples.size() > SECONDS) {
                samples.removeFirst();
            }
        });
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
