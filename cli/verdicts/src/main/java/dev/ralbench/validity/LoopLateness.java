package dev.ralbench.validity;

import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.Comparator;
import java.util.Optional;

/** Whether the event loops were late by so much that it shows in response times. Pure. */
final class LoopLateness {
    /** The lateness that is allowed, as a share of the median response time. */
    private static final Limit LIMIT = Limit.share(0.1);
    /** Smaller delays, in milliseconds, are normal for timers on a busy machine. */
    private static final double MILLIS = 1;
    /** A smaller share of the median response time does not matter even if other processes use the CPU. */
    private static final double MATTERS = 0.05;

    static final String REASON =
            "at %s the generator's event loops were late by %s, %s of the median response time (at most %s):"
                    + " response times may be too long by up to that";

    static final Check CHECK = Check.of(
            LIMIT.row(
                    "event loops late: p99 of a timer of 10 ms (`loopLag`; of fewer than 2000 the percentile that twenty"
                            + " are beyond of), of the median response time, from 1 ms on"),
            evidence -> finding(evidence.measurement()));

    private LoopLateness() {}

    /** The level at which it matters most. */
    private static Optional<CheckFinding> finding(Measurement measurement) {
        return measurement
                .levels()
                .filter(level -> LIMIT.isExceededBy(share(level)))
                .max(Comparator.comparingDouble(LoopLateness::share))
                .map(level -> CheckFinding.suspect(
                        REASON,
                        Levels.of(level).inWords(),
                        lag(level).orElseThrow(),
                        LIMIT.text(share(level)),
                        LIMIT.text()));
    }

    private static double share(WindowMeasurement level) {
        double lag = lag(level).map(LatenessTail::millis).orElse(0.0);
        double median = level.requests().successful().percentileMillis(50).orElse(Double.POSITIVE_INFINITY);
        return lag > MILLIS ? lag / median : 0;
    }

    /**
     * Whether it shows in response times that event loops were late. Thousands of waits of some microseconds each, as every
     * wake-up has one, hold up no request.
     */
    static boolean shows(WindowMeasurement window) {
        double median = window.requests().successful().percentileMillis(50).orElse(0);
        return lag(window)
                .filter(lag -> lag.millis() > Math.max(MILLIS, MATTERS * median))
                .isPresent();
    }

    private static Optional<LatenessTail> lag(WindowMeasurement level) {
        return level.views().generator().flatMap(usage -> usage.jvm().loopLag()).flatMap(LatenessTail::of);
    }
}
