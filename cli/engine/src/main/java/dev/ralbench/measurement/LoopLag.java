package dev.ralbench.measurement;

import dev.ralbench.load.RequestSender.SenderLoop;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * How late event loops are: on each one, a timer every ten milliseconds notes how late it ran. A late timer means late
 * responses as well, whose measured times are then too long.
 */
public final class LoopLag implements AutoCloseable {
    private static final long PERIOD_NANOS = 10_000_000;
    private static final long NANOS_PER_MICRO = 1_000;

    private final List<Watch> watches;
    private final Histogram ofLoop = LatencyDistribution.newHistogram();
    private volatile boolean hasEnded;

    private LoopLag(List<SenderLoop> loops) {
        this.watches = loops.stream().map(Watch::new).toList();
    }

    /** Begins to watch; until it is closed. */
    public static LoopLag of(List<SenderLoop> loops) {
        var lag = new LoopLag(loops);
        lag.watches.forEach(Watch::begin);
        return lag;
    }

    /** The lags of all loops since the last call. One thread calls this, and it must not be an event loop. */
    public LatencyDistribution nextWindow() {
        var sum = LatencyDistribution.newHistogram();
        for (var watch : watches) {
            watch.recorder.getIntervalHistogramInto(ofLoop);
            sum.add(ofLoop);
        }
        return new LatencyDistribution(sum);
    }

    /** How long ago the loop ran that has not run for longest. May be called from any thread. */
    public long silentNanos() {
        return watches.stream().mapToLong(Watch::silentNanos).max().orElse(0);
    }

    @Override
    public void close() {
        hasEnded = true;
    }

    /** Belongs to its loop. */
    private final class Watch implements Runnable {
        private final SenderLoop loop;
        private final SingleWriterRecorder recorder =
                new SingleWriterRecorder(1, LatencyDistribution.HIGHEST_MICROS, LatencyDistribution.DIGITS);
        private long dueNanos;
        private volatile long lastNanos;

        Watch(SenderLoop loop) {
            this.loop = loop;
            this.lastNanos = loop.nanoTime();
        }

        long silentNanos() {
            return loop.nanoTime() - lastNanos;
        }

        void begin() {
            loop.execute(() -> {
                dueNanos = loop.nanoTime() + PERIOD_NANOS;
                loop.schedule(dueNanos, this);
            });
        }

        /** A loop that stood still has missed more than the one timer that it was late for. */
        @Override
        public void run() {
            if (hasEnded) {
                return;
            }
            long now = loop.nanoTime();
            lastNanos = now;
            recorder.recordValueWithExpectedInterval(
                    Math.max(0, now - dueNanos) / NANOS_PER_MICRO, PERIOD_NANOS / NANOS_PER_MICRO);
            dueNanos = Math.max(dueNanos + PERIOD_NANOS, now);
            loop.schedule(dueNanos, this);
        }
    }
}
