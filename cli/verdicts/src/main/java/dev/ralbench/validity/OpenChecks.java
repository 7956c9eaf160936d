package dev.ralbench.validity;

import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.OpenLoad;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether open phases offered the planned requests on time. Pure. */
final class OpenChecks {
    static final String SENT_LATE =
            "at %s the generator was late by %s, %s of the median response time (at most %s): requests were not"
                    + " sent when they were due";

    private static final Limit ARRIVALS_OFF = Limit.share(0.005).invalid();
    /**
     * How far random arrivals may be off, in standard deviations of their count: exceeded in about one of 10 000
     * windows.
     */
    private static final double STANDARD_DEVIATIONS = 4;
    /** How late requests may be sent, as a share of the median response time. */
    private static final Limit LATE = Limit.share(0.1);
    /** Smaller delays, in milliseconds, are normal for timers. */
    private static final double LATE_MILLIS = 1;

    static final Check ARRIVALS = Check.ofSeveral(
            List.of(ARRIVALS_OFF.row(
                    "requests that were due in an open phase, next to the integral of its rate; by chance"
                            + " (`poisson`) four standard deviations more")),
            evidence -> evidence.isWhole() ? ofPlan(evidence.measurement()) : Stream.empty());

    static final Check TIMING = Check.of(
            LATE.row(
                    "requests of an open phase that the generator came to late: p99, of the median response time, from 1 ms"
                            + " on"),
            evidence -> ofTiming(evidence.measurement()));

    private OpenChecks() {}

    /** Checks a load that ran to its end: each phase must have had as many arrivals as the integral of its rate. */
    static Stream<CheckFinding> ofPlan(Measurement measurement) {
        return measurement.windows().stream()
                .flatMap(window -> window.open().flatMap(open -> count(window, open)).stream());
    }

    private static Optional<CheckFinding> count(WindowMeasurement window, OpenLoad open) {
        double planned = open.plannedArrivals();
        double chance = STANDARD_DEVIATIONS * open.spacing().deviation(planned);
        double allowed = Math.max(1, planned * ARRIVALS_OFF.most()) + chance;
        return Math.abs(open.arrivals() - planned) <= allowed
                ? Optional.empty()
                : Optional.of(CheckFinding.invalid(
                        "open phase %s: %d requests were due instead of %.0f (at most %.0f off)",
                        Levels.of(window).name(), open.arrivals(), planned, allowed));
    }

    /** The phase with the largest lateness relative to the median response time. */
    static Optional<CheckFinding> ofTiming(Measurement measurement) {
        return measurement
                .levels()
                .filter(level -> LATE.isExceededBy(lateShare(level)))
                .max(Comparator.comparingDouble(OpenChecks::lateShare))
                .map(level -> CheckFinding.suspect(
                        SENT_LATE,
                        Levels.of(level).inWords(),
                        late(level).orElseThrow(),
                        LATE.text(lateShare(level)),
                        LATE.text()));
    }

    private static double lateShare(WindowMeasurement level) {
        double late = late(level).map(LatenessTail::millis).orElse(0.0);
        double median = level.requests().successful().percentileMillis(50).orElse(Double.POSITIVE_INFINITY);
        return late > LATE_MILLIS ? late / median : 0;
    }

    private static Optional<LatenessTail> late(WindowMeasurement level) {
        return level.open().map(OpenLoad::late).flatMap(LatenessTail::of);
    }
}
