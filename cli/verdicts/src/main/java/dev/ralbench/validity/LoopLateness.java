package dev.ralbench.validity;

import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;

/** Whether the event loops were late by so much that it shows in response times. Pure. */
final class LoopLateness {
    /** The lateness that is allowed, as a share of the median response time. */
    private static final Limit LIMIT = Limit.share(0.1);
    /** Smaller delays, in milliseconds, are normal for timers on a busy machine. */
    private static final double MILLIS = 1;
    /** A smaller change of response times does not matter. */
    private static final double MATTERS = 0.03;

    private static final double[] PERCENTILES = {50, 90, 99};
    private static final double TIMERS_PER_SECOND = 100;

    /** When it shows in response times, in the words of the documentation. */
    static final String CHANGE =
            "p50, p90 or p99 of the response times would be longer by 3 % if each had the lateness of"
                    + " such a timer once more, or loops waited for a CPU for 3 % of the sum of all response times";

    static final String REASON =
            "at %s the generator's event loops were late by %s, %s of the median response time (at most %s):"
                    + " response times may be too long by up to that";

    static final Check CHECK = Check.of(
            LIMIT.row(
                    "event loops late: p99 of a timer of 10 ms (`loopLag`; of fewer than 2000 the percentile that twenty"
                            + " are beyond of), of the median response time, from 1 ms on, where " + CHANGE),
            evidence -> finding(evidence.measurement()));

    private LoopLateness() {}

    /** The level at which it matters most. */
    private static Optional<CheckFinding> finding(Measurement measurement) {
        return measurement
                .levels()
                .filter(level -> LIMIT.isExceededBy(share(level)) && shows(level))
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
     * wake-up has one, hold up no request, and a few long ones change no percentile of times that differ by much more.
     */
    static boolean shows(WindowMeasurement window) {
        var times = window.requests().successful();
        return lag(window).filter(lag -> lag.millis() > MILLIS).isPresent()
                && timers(window)
                        .filter(late -> change(times, late) > MATTERS || waiting(window, late) > MATTERS)
                        .isPresent();
    }

    /**
     * The time that loops waited for a CPU, as a share of the sum of all response times: at most by so much the mean is
     * too long. Timers are due at any moment, but a response comes when the target has just run, maybe on the same CPU.
     */
    private static double waiting(WindowMeasurement window, LatencyDistribution timers) {
        var usage = window.views().generator().orElseThrow();
        double loops = Math.max(1, Math.rint(timers.count() / (usage.seconds() * TIMERS_PER_SECOND)));
        var times = window.requests().successful();
        double sum = times.count() * times.meanMillis().orElse(0) / 1e3;
        return sum > 0 ? loops * LoopWaitCheck.ofWindow(usage) * usage.seconds() / sum : 0;
    }

    /**
     * The largest change of a percentile by the lateness of event loops, as a share of it: what the same lateness would
     * add once more. A timer is late by as much as a response that comes at any moment is read late.
     */
    private static double change(LatencyDistribution times, LatencyDistribution late) {
        return Arrays.stream(PERCENTILES)
                .flatMap(percentile -> times.delayedPercentileMillis(percentile, late).stream()
                        .map(delayed -> {
                            double measured = times.percentileMillis(percentile).orElse(delayed);
                            return measured > 0 ? delayed / measured - 1 : 0;
                        }))
                .max()
                .orElse(0);
    }

    private static Optional<LatenessTail> lag(WindowMeasurement level) {
        return timers(level).flatMap(LatenessTail::of);
    }

    private static Optional<LatencyDistribution> timers(WindowMeasurement level) {
        return level.views().generator().flatMap(usage -> usage.jvm().loopLag());
    }
}
