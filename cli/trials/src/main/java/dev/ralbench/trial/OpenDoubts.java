package dev.ralbench.trial;

import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.OpenLoad;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.TrialResult.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whether open phases offered what they were to offer, when they were to. Pure. */
final class OpenDoubts {
    private static final double MOST_ARRIVALS_OFF = 0.005;
    /** Of a count by chance: exceeded once in some ten thousand windows. */
    private static final double STANDARD_DEVIATIONS = 4;
    /** Of the median response time. */
    private static final double MOST_LATE = 0.1;
    /** Less than this is how timers are. */
    private static final double LATE_MILLIS = 1;

    private OpenDoubts() {}

    /** Of a load that was carried out: each phase had as many arrivals as the integral of its rate says. */
    static List<Doubt> ofPlan(Measurement measurement) {
        return measurement.windows().stream()
                .flatMap(window -> window.open().flatMap(open -> count(window, open)).stream())
                .toList();
    }

    private static Optional<Doubt> count(WindowMeasurement window, OpenLoad open) {
        double planned = open.plannedArrivals();
        double chance = open.spacing() == OpenLoad.Spacing.POISSON ? STANDARD_DEVIATIONS * Math.sqrt(planned) : 0;
        double allowed = Math.max(1, planned * MOST_ARRIVALS_OFF) + chance;
        return Math.abs(open.arrivals() - planned) <= allowed
                ? Optional.empty()
                : Optional.of(new Doubt(
                        Verdict.INVALID,
                        String.format(
                                Locale.ROOT,
                                "open phase %s: %d requests were due instead of %.0f (at most %.0f off)",
                                Levels.of(window).name(),
                                open.arrivals(),
                                planned,
                                allowed)));
    }

    /** The phase in which the generator was latest, measured by what it was late for. */
    static List<Doubt> ofTiming(Measurement measurement) {
        return measurement
                .levels()
                .filter(level -> lateShare(level) > MOST_LATE)
                .max(Comparator.comparingDouble(OpenDoubts::lateShare))
                .map(level -> new Doubt(
                        Verdict.SUSPECT,
                        String.format(
                                Locale.ROOT,
                                "at %s the generator was late by %s, %.0f %% of the median response time (at"
                                        + " most %.0f %%): requests were not sent when they were due",
                                Levels.of(level).inWords(),
                                late(level).orElseThrow(),
                                lateShare(level) * 100,
                                MOST_LATE * 100)))
                .stream()
                .toList();
    }

    private static double lateShare(WindowMeasurement level) {
        double late = late(level).map(Tail::millis).orElse(0.0);
        double median = level.successful().percentileMillis(50).orElse(Double.POSITIVE_INFINITY);
        return late > LATE_MILLIS ? late / median : 0;
    }

    private static Optional<Tail> late(WindowMeasurement level) {
        return level.open().map(OpenLoad::late).flatMap(Tail::of);
    }
}
