package dev.ralbench.testing;

import dev.ralbench.measurement.LatencyDistribution;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.HdrHistogram.Histogram;

/** Distributions that look like measured ones and are the same in every run. */
public final class Distributions {
    private static final int STEPS = 1000;

    /** Tests ask for the same again and again, and each takes a histogram of 188 kB. */
    private static final Map<Asked, LatencyDistribution> MADE = new ConcurrentHashMap<>();

    private record Asked(long count, double fromMillis, double toMillis) {}

    private Distributions() {}

    /** So many times between {@code from} and {@code to}, evenly spread, with a tail of one in a hundred. */
    public static LatencyDistribution between(long count, double fromMillis, double toMillis) {
        return MADE.computeIfAbsent(new Asked(count, fromMillis, toMillis), Distributions::make);
    }

    private static LatencyDistribution make(Asked asked) {
        var histogram = new Histogram(1, 3_600_000_000L, 3);
        for (int step = 0; step < STEPS; step++) {
            long share = asked.count * (step + 1) / STEPS - asked.count * step / STEPS;
            double millis = asked.fromMillis + (asked.toMillis - asked.fromMillis) * step / STEPS;
            double tail = step >= STEPS * 99 / 100 ? 1.1 : 1;
            if (share > 0) {
                histogram.recordValueWithCount(Math.round(millis * tail * 1000), share);
            }
        }
        return decoded(histogram);
    }

    private static LatencyDistribution decoded(Histogram histogram) {
        var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return LatencyDistribution.decode(Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length)));
    }
}
