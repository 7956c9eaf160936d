package dev.ralbench.measurement;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * Percentiles over time. One point per sample at first; when there are too many, neighbouring points are merged from
 * then on by collecting twice as many samples into each (percentiles themselves cannot be merged), and every second of
 * the old ones is dropped.
 */
final class SecondTally {
    private static final int MOST_POINTS = 1024;

    /** Percentiles of the responses up to a time, since the point before. */
    record Point(long untilNanos, OptionalDouble p50Millis, OptionalDouble p99Millis) {}

    private final List<Point> points = new ArrayList<>();
    private final Histogram pending = LatencyDistribution.newHistogram();
    private int samplesPerPoint = 1;
    private int samplesPending;

    void add(long sinceStartNanos, Histogram sample) {
        pending.add(sample);
        if (++samplesPending < samplesPerPoint) {
            return;
        }
        points.add(new Point(
                sinceStartNanos,
                LatencyDistribution.percentileMillis(pending, 50),
                LatencyDistribution.percentileMillis(pending, 99)));
        pending.reset();
        samplesPending = 0;
        if (points.size() >= MOST_POINTS) {
            thin();
        }
    }

    private void thin() {
        var kept = new ArrayList<Point>();
        for (int i = 1; i < points.size(); i += 2) {
            kept.add(points.get(i));
        }
        points.clear();
        points.addAll(kept);
        samplesPerPoint *= 2;
    }

    /** Points in order of time. */
    List<Point> points() {
        return List.copyOf(points);
    }
}
