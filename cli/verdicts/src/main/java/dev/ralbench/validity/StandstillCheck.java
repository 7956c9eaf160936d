package dev.ralbench.validity;

import dev.ralbench.measurement.GeneratorGauges;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whether ralbench, or one of its event loops, stood still for so long that events were measured late, however long the
 * load was. Pure.
 */
public final class StandstillCheck {
    /** In milliseconds. A standstill of a second or more shows in the percentiles, so it makes the trial invalid. */
    private static final Limit LIMIT = Limit.suspect(Limit.Unit.MILLIS, 100).invalidAbove(1_000);
    /** The share of a standstill that something must explain to be named as its cause. */
    private static final double ENOUGH = 0.5;

    private static final String COLLECTED = "its garbage was collected";
    private static final String LOOP_ALONE =
            "its thread was blocked, suspended or without a CPU, while others of ralbench went on";

    private static final String THREADS_HELD = "its JVM held all threads, as for a heap dump";
    private static final String OTHERS_RAN = "others had its CPUs";
    private static final String SUSPENDED =
            "it was suspended (by a signal, a debugger, a frozen control group), or the machine was";

    /** Causes that a lack of CPU time looks like. */
    static final List<String> CAUSES_OF_A_BUSY_MACHINE = List.of(LOOP_ALONE, THREADS_HELD, OTHERS_RAN, SUSPENDED);

    /** The cause follows. */
    static final String REASON = "%s stood still for %s ms %s (at most %s): ";

    static final Check CHECK = Check.of(
            LIMIT.row(
                    "the longest time in which ralbench as a whole, or an event loop, stood still, with its cause where it is"
                            + " known (`standstillMillis`, `loopLag`): a signal, a debugger, a frozen group, garbage, a dump, others"
                            + " on its CPU"),
            evidence -> of(evidence.measurement()));

    private StandstillCheck() {}

    /** The worst one. */
    public static Optional<CheckFinding> of(Measurement measurement) {
        return worst(measurement).map(StandstillCheck::finding);
    }

    /** Whether a heap that is too small was the cause of the worst one. */
    static boolean isOwnDoing(Measurement measurement) {
        return worst(measurement)
                .flatMap(worst -> worst.window().views().generator())
                .filter(usage -> cause(usage, longestMillis(usage) / 1e3).equals(COLLECTED))
                .isPresent();
    }

    /** Whether ralbench itself stood still for most of that time in the window: then the target's state is unknown. */
    static boolean explains(double seconds, WindowMeasurement window) {
        return window.views()
                .generator()
                .filter(usage -> longestMillis(usage) >= ENOUGH * seconds * 1e3)
                .isPresent();
    }

    private static Optional<Worst> worst(Measurement measurement) {
        return Worst.of(measurement, window -> window.views().generator().map(StandstillCheck::longestMillis))
                .filter(worst -> LIMIT.isExceededBy(worst.value()));
    }

    private static CheckFinding finding(Worst worst) {
        return finding(worst, worst.window().views().generator().orElseThrow());
    }

    private static CheckFinding finding(Worst worst, GeneratorUsage usage) {
        double longest = worst.value();
        boolean isWhole = wholeMillis(usage) >= ENOUGH * longest;
        return new CheckFinding(
                LIMIT.verdict(longest),
                String.format(
                        Locale.ROOT,
                        REASON + "%s",
                        isWhole ? "ralbench as a whole" : "an event loop",
                        LIMIT.text(longest),
                        worst.where(),
                        LIMIT.text(),
                        isWhole ? cause(usage, longest / 1e3) : LOOP_ALONE));
    }

    private static double longestMillis(GeneratorUsage usage) {
        return Math.max(
                wholeMillis(usage),
                usage.jvm().loopLag().map(StandstillCheck::longestMillis).orElse(0.0));
    }

    private static double longestMillis(LatencyDistribution lag) {
        return lag.maxMillis().orElse(0);
    }

    /** One thread that looks late proves nothing while the event loops went on. */
    private static double wholeMillis(GeneratorUsage usage) {
        double looked = usage.gauges()
                .flatMap(gauges -> gauges.waits().standstillMillis())
                .orElse(0.0);
        double loops = usage.jvm().loopLag().map(StandstillCheck::longestMillis).orElse(looked);
        return Math.min(looked, loops);
    }

    /**
     * The cause of a standstill: something that took at least half as long, in the same window or at the same time.
     */
    private static String cause(GeneratorUsage usage, double seconds) {
        double enough = ENOUGH * seconds;
        if (usage.machine().throttledSeconds().orElse(0.0) >= enough) {
            return "the limit on its CPU time was used up";
        }
        if (usage.jvm().collectionSeconds().orElse(0.0) >= enough) {
            return COLLECTED;
        }
        if (gauges(usage, gauges -> gauges.waits().safepointSeconds()) >= enough) {
            return THREADS_HELD;
        }
        if (gauges(usage, gauges -> gauges.waits().standstillQueuedMillis()) / 1e3 >= enough) {
            return OTHERS_RAN;
        }
        if (gauges(usage, gauges -> gauges.memory().memoryStallSeconds()) >= enough) {
            return "the machine was short of memory";
        }
        if (usage.machine().stealShare().orElse(0.0) * usage.seconds() >= enough) {
            return "the host had given its CPUs to others";
        }
        return SUSPENDED;
    }

    private static double gauges(GeneratorUsage usage, Function<GeneratorGauges, Optional<Double>> seconds) {
        return usage.gauges().flatMap(seconds).orElse(0.0);
    }
}
