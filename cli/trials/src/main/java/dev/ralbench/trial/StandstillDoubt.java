package dev.ralbench.trial;

import dev.ralbench.measurement.GeneratorStrain;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.TrialResult.Verdict;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whether ralbench, or one of its event loops, stood still for so long that what happened meanwhile was measured late,
 * however long the load was. Pure.
 */
final class StandstillDoubt {
    private static final double MOST_MILLIS = 100;
    /** From here on it is no hiccup that a percentile could hide. */
    private static final double INVALID_MILLIS = 1_000;
    /** Of a standstill, to be its cause. */
    private static final double ENOUGH = 0.5;

    private static final String COLLECTED = "its garbage was collected";
    private static final String LOOP_ALONE =
            "its thread was blocked, suspended or without a CPU, while others of ralbench went on";

    private StandstillDoubt() {}

    /** The worst one. */
    static Optional<Doubt> of(Measurement measurement) {
        return worst(measurement).map(StandstillDoubt::doubt);
    }

    /** Whether a heap that is too small was the cause of the worst one. */
    static boolean isOwnDoing(Measurement measurement) {
        return worst(measurement)
                .flatMap(worst -> worst.window().generator())
                .filter(usage -> cause(usage, longestMillis(usage) / 1e3).equals(COLLECTED))
                .isPresent();
    }

    /** Whether ralbench itself stood still for most of so long within the window: then nobody can tell what the target did. */
    static boolean explains(double seconds, WindowMeasurement window) {
        return window.generator()
                .filter(usage -> longestMillis(usage) >= ENOUGH * seconds * 1e3)
                .isPresent();
    }

    private static Optional<Worst> worst(Measurement measurement) {
        return Worst.of(measurement, window -> window.generator().map(StandstillDoubt::longestMillis))
                .filter(worst -> worst.value() > MOST_MILLIS);
    }

    private static Doubt doubt(Worst worst) {
        return doubt(worst, worst.window().generator().orElseThrow());
    }

    private static Doubt doubt(Worst worst, GeneratorUsage usage) {
        double longest = worst.value();
        boolean isWhole = wholeMillis(usage) >= ENOUGH * longest;
        return new Doubt(
                longest > INVALID_MILLIS ? Verdict.INVALID : Verdict.SUSPECT,
                String.format(
                        Locale.ROOT,
                        "%s stood still for %.0f ms %s (at most %.0f): %s",
                        isWhole ? "ralbench as a whole" : "an event loop",
                        longest,
                        worst.where(),
                        MOST_MILLIS,
                        isWhole ? cause(usage, longest / 1e3) : LOOP_ALONE));
    }

    private static double longestMillis(GeneratorUsage usage) {
        return Math.max(
                wholeMillis(usage),
                usage.loopLag().map(StandstillDoubt::longestMillis).orElse(0.0));
    }

    private static double longestMillis(LatencyDistribution lag) {
        return lag.maxMillis().orElse(0);
    }

    /** One thread that looks late proves nothing while the event loops went on. */
    private static double wholeMillis(GeneratorUsage usage) {
        double looked =
                usage.strain().flatMap(GeneratorStrain::standstillMillis).orElse(0.0);
        double loops = usage.loopLag().map(StandstillDoubt::longestMillis).orElse(looked);
        return Math.min(looked, loops);
    }

    /** What took at least half as long, in the same window or at the same time. */
    private static String cause(GeneratorUsage usage, double seconds) {
        double enough = ENOUGH * seconds;
        if (usage.throttledSeconds().orElse(0.0) >= enough) {
            return "the limit on its CPU time was used up";
        }
        if (usage.collectionSeconds().orElse(0.0) >= enough) {
            return COLLECTED;
        }
        if (strain(usage, GeneratorStrain::safepointSeconds) >= enough) {
            return "its JVM held all threads, as for a heap dump";
        }
        if (strain(usage, GeneratorStrain::standstillQueuedMillis) / 1e3 >= enough) {
            return "others had its CPUs";
        }
        if (strain(usage, GeneratorStrain::memoryStallSeconds) >= enough) {
            return "the machine was short of memory";
        }
        if (usage.stealShare().orElse(0.0) * usage.seconds() >= enough) {
            return "the host had given its CPUs to others";
        }
        return "it was suspended (by a signal, a debugger, a frozen control group), or the machine was";
    }

    private static double strain(GeneratorUsage usage, Function<GeneratorStrain, Optional<Double>> seconds) {
        return usage.strain().flatMap(seconds).orElse(0.0);
    }
}
