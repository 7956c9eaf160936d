package dev.ralbench.measurement;

import java.util.function.IntFunction;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Times to the first byte of successful responses, of one event loop in one window. Most responses come at once: their
 * time to the first byte is the response time, which is recorded already. Only those that came in parts are counted here,
 * so that the others cost neither time nor memory. Written by its loop alone.
 */
final class FirstByteTally {
    private final IntFunction<AbstractHistogram> histograms;
    private @Nullable Parts parts;

    /** Of the responses that came in parts: the times to their first bytes, and the response times of the same. */
    private record Parts(AbstractHistogram firstBytes, AbstractHistogram wholes) {}

    /** @param histograms makes one that grows as it needs to, of so many digits */
    FirstByteTally(IntFunction<AbstractHistogram> histograms) {
        this.histograms = histograms;
    }

    /** A response came in parts; its response time is counted elsewhere, too. */
    void count(long firstByteMicros, long wholeMicros) {
        var of = parts();
        of.firstBytes.recordValue(firstByteMicros);
        of.wholes.recordValue(wholeMicros);
    }

    private Parts parts() {
        var known = parts;
        if (known == null) {
            known = new Parts(
                    histograms.apply(LatencyDistribution.DIGITS), histograms.apply(LatencyDistribution.DIGITS));
            parts = known;
        }
        return known;
    }

    /** Adds another loop's counts of the same window, or those of another window. */
    void add(FirstByteTally other) {
        var others = other.parts;
        if (others != null) {
            var mine = parts();
            mine.firstBytes.add(others.firstBytes);
            mine.wholes.add(others.wholes);
        }
    }

    /**
     * The times to the first byte of all successful responses.
     *
     * @param successful their response times, those counted here among them
     * @param responseTimes the same, which all of them are if no response came in parts
     */
    LatencyDistribution times(Histogram successful, LatencyDistribution responseTimes) {
        var of = parts;
        if (of == null) {
            return responseTimes;
        }
        var times = successful.copy();
        times.subtract(of.wholes);
        times.add(of.firstBytes);
        return new LatencyDistribution(times);
    }
}
