package dev.ralbench.service;

import java.util.Map;
import java.util.Optional;

/**
 * What a probe saw in one window; counters are differences, peaks are of the window.
 *
 * @param source how it was looked at, such as {@code jmx+hsperfdata+proc}
 * @param cpuSeconds CPU time, user and system, of the process and its descendants
 * @param threadGroupsPeak most threads by name group, as polled
 * @param viewThreads how many of the threads are there because of the view itself
 * @param compilerSeconds the CPU time that just-in-time compilers took of it
 */
public record ProbeReading(
        String source,
        double cpuSeconds,
        long residentPeakBytes,
        int osThreadsPeak,
        Map<String, Integer> threadGroupsPeak,
        int viewThreads,
        long voluntarySwitches,
        long involuntarySwitches,
        double compilerSeconds,
        Optional<JvmReading> jvm) {
    public ProbeReading {
        threadGroupsPeak = Map.copyOf(threadGroupsPeak);
    }

    /**
     * The part that only a JVM has.
     *
     * @param liveThreadsPeakIsOfWindow false where the peak could not be reset and is the one since the start
     * @param heapPeakBytes use before collections and at the window's end; empty without JMX
     * @param heapAfterCollectionBytes most heap used right after a collection; empty when none ran
     */
    public record JvmReading(
            int liveThreadsPeak,
            boolean liveThreadsPeakIsOfWindow,
            Optional<Long> heapPeakBytes,
            Optional<Long> heapAfterCollectionBytes,
            long collections,
            double collectionMillis,
            Optional<Long> allocatedBytes) {}
}
