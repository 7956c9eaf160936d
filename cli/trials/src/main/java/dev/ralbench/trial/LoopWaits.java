package dev.ralbench.trial;

import dev.ralbench.measurement.GeneratorStrain;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.Optional;
import java.util.function.Function;

/**
 * How long the event loop that waited longest for a CPU did, by the kernel's own count: the most direct evidence of
 * other work on the same CPUs.
 */
final class LoopWaits {
    /** Of the time in which the loop had something to do. */
    static final double MOST_OF_WORK = 0.2;

    /** Of a window; of a loop that has next to nothing to do, any wait is a large part. */
    private static final double MATTERS = 0.015;
    /** In shorter windows a single wait would be a large share. */
    private static final double SHORTEST_SECONDS = 0.5;

    private LoopWaits() {}

    /** Whether they are a large part of window and work. */
    static boolean areMany(GeneratorUsage usage) {
        return usage.seconds() >= SHORTEST_SECONDS && ofWindow(usage) > MATTERS && ofWork(usage) > MOST_OF_WORK;
    }

    static boolean areMany(WindowMeasurement window) {
        return window.generator().filter(LoopWaits::areMany).isPresent();
    }

    /** As a share of the window, 0 to 1. */
    static double ofWindow(GeneratorUsage usage) {
        return share(usage, GeneratorStrain::queuedSeconds);
    }

    /** As a share of the time in which it had something to do. */
    static double ofWork(GeneratorUsage usage) {
        double queued = ofWindow(usage);
        return queued > 0 ? queued / workOfWindow(usage) : 0;
    }

    /** How much of the window it had something to do: it ran, or waited. */
    static double workOfWindow(GeneratorUsage usage) {
        return ofWindow(usage) + share(usage, GeneratorStrain::loopCpuSeconds);
    }

    private static double share(GeneratorUsage usage, Function<GeneratorStrain, Optional<Double>> seconds) {
        return usage.seconds() > 0 ? usage.strain().flatMap(seconds).orElse(0.0) / usage.seconds() : 0;
    }
}
