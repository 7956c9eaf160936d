package dev.ralbench.validity;

import dev.ralbench.measurement.GeneratorGauges;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.Optional;
import java.util.function.Function;

/**
 * How long the event loop that waited longest for a CPU did, by the kernel's own count: the most direct evidence of
 * other work on the same CPUs.
 */
final class LoopWaitCheck {
    /** The share of its busy time that a loop may wait for a CPU. */
    private static final Limit OF_WORK = Limit.share(0.2);

    /**
     * The least share of a window that matters: for a nearly idle loop, any wait is a large share of its busy time.
     */
    private static final double MATTERS = 0.015;
    /** Shorter windows are not checked, because a single wait would be a large share of them. */
    private static final double SHORTEST_SECONDS = 0.5;

    static final String REASON =
            "%s an event loop waited for a CPU in %s (at most %s) of the time in which it had work, %s of all"
                    + " time: response times may be too long";

    static final Check CHECK = Check.of(
            OF_WORK.row(
                    "an event loop was ready to run and waited for a CPU (`queuedSeconds`), of the time in which it had"
                            + " something to do, from 1.5 % of a window on, where timers are late (p99) by more than 1 ms, and "
                            + LoopLateness.CHANGE),
            evidence -> finding(evidence.measurement()));

    private LoopWaitCheck() {}

    private static Optional<CheckFinding> finding(Measurement measurement) {
        return Worst.thatMatters(measurement, OF_WORK.most(), LoopWaitCheck::thatShow)
                .map(worst -> CheckFinding.suspect(
                        Remedy.AGAIN_ON_AN_IDLE_MACHINE,
                        REASON,
                        worst.where(),
                        OF_WORK.text(worst.value()),
                        OF_WORK.text(),
                        CheckFinding.percent(worst.window()
                                .views()
                                .generator()
                                .map(LoopWaitCheck::ofWindow)
                                .orElse(0.0))));
    }

    private static Optional<Double> thatShow(WindowMeasurement window) {
        return window.views()
                .generator()
                .filter(usage -> areMany(usage) && LoopLateness.shows(window))
                .map(LoopWaitCheck::ofWork);
    }

    /** Whether they are a large part of window and work. */
    static boolean areMany(GeneratorUsage usage) {
        return usage.seconds() >= SHORTEST_SECONDS && ofWindow(usage) > MATTERS && OF_WORK.isExceededBy(ofWork(usage));
    }

    static boolean areMany(WindowMeasurement window) {
        return window.views().generator().filter(LoopWaitCheck::areMany).isPresent();
    }

    /** The time that loops waited for a CPU, as a share of the window from 0 to 1. */
    static double ofWindow(GeneratorUsage usage) {
        return share(usage, gauges -> gauges.waits().queuedSeconds());
    }

    /** The time that loops waited for a CPU, as a share of the time in which they had work. */
    static double ofWork(GeneratorUsage usage) {
        double queued = ofWindow(usage);
        return queued > 0 ? queued / workOfWindow(usage) : 0;
    }

    /** How much of the window it had something to do: it ran, or waited. */
    static double workOfWindow(GeneratorUsage usage) {
        return ofWindow(usage) + share(usage, gauges -> gauges.waits().loopCpuSeconds());
    }

    private static double share(GeneratorUsage usage, Function<GeneratorGauges, Optional<Double>> seconds) {
        return usage.seconds() > 0 ? usage.gauges().flatMap(seconds).orElse(0.0) / usage.seconds() : 0;
    }
}
