package dev.ralbench.measurement;

import dev.ralbench.load.Outcome;
import java.util.EnumMap;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;

/** The counts of the requests of one name on one event loop in one window. Written by that loop alone. */
@SuppressWarnings("EnumOrdinal") // an array is the counter that neither boxes nor allocates; it is never stored
final class NamedTally {
    private final long[] outcomes = new long[Outcome.values().length];
    /** Grow as they need to: a load may have dozens of names, and a histogram for all times takes 188 kB. */
    private final Histogram successful = new Histogram(LatencyDistribution.DIGITS);

    final FirstByteTally firstBytes = new FirstByteTally(PackedHistogram::new);

    private @Nullable Histogram failed;
    private long successfulWithin;
    private long endedWithin;

    /** A request that started in the window has ended. */
    void count(Outcome outcome, long micros) {
        outcomes[outcome.ordinal()]++;
        if (outcome == Outcome.OK) {
            successful.recordValue(micros);
        } else if (outcome != Outcome.DROPPED_AT_STOP) {
            if (failed == null) {
                failed = new Histogram(LatencyDistribution.DIGITS);
            }
            failed.recordValue(micros);
        }
    }

    /** A request ended within the window, whenever it started. */
    void ended(Outcome outcome) {
        if (outcome == Outcome.OK) {
            successfulWithin++;
        }
        if (outcome != Outcome.DROPPED_AT_STOP) {
            endedWithin++;
        }
    }

    /** Adds another loop's counts of the same window, or those of another window. */
    void add(NamedTally other) {
        for (int i = 0; i < outcomes.length; i++) {
            outcomes[i] += other.outcomes[i];
        }
        successful.add(other.successful);
        firstBytes.add(other.firstBytes);
        if (other.failed != null) {
            if (failed == null) {
                failed = new Histogram(LatencyDistribution.DIGITS);
            }
            failed.add(other.failed);
        }
        successfulWithin += other.successfulWithin;
        endedWithin += other.endedWithin;
    }

    /** @param isCounted whether the window is a counted phase, whose requests are those that started in it */
    NamedRequests requests(String name, NamedRequests.Kind kind, boolean isCounted) {
        var counts = new EnumMap<Outcome, Long>(Outcome.class);
        for (var outcome : Outcome.values()) {
            counts.put(outcome, outcomes[outcome.ordinal()]);
        }
        var times = new LatencyDistribution(successful);
        var failedTimes =
                Optional.ofNullable(failed).map(LatencyDistribution::new).orElseGet(LatencyDistribution::empty);
        var completions = isCounted
                ? new WindowRequests.Completions(times.count(), times.count() + failedTimes.count())
                : new WindowRequests.Completions(successfulWithin, endedWithin);
        var toFirstByte = kind == NamedRequests.Kind.REQUEST
                ? Optional.of(firstBytes.times(successful, times))
                : Optional.<LatencyDistribution>empty();
        return new NamedRequests(name, kind, counts, completions, times, toFirstByte, times.plus(failedTimes));
    }
}
