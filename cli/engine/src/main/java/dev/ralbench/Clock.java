package dev.ralbench;

import java.time.Duration;
import java.time.Instant;

/** The only source of time. Tests pass one that they advance by hand. */
public interface Clock {
    /** Monotonic time in nanoseconds; only differences mean anything. */
    long nanoTime();

    /** Wall-clock time, for stamps in files and never for measuring. */
    Instant now();

    /** The machine's clocks. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }

    /** A duration in seconds, with its fraction. */
    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /** A duration in milliseconds, with its fraction. */
    static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }
}
