package dev.ralbench.service;

import java.util.Optional;

/**
 * The target at this moment.
 *
 * @param threads live threads as the operating system counts them
 * @param residentBytes resident set
 * @param heapBytes used heap as it was sampled last, garbage included; empty if the target does not say
 * @param cpuCores CPU used since the last glance, in cores
 */
public record ProbeGlance(int threads, long residentBytes, Optional<Long> heapBytes, double cpuCores) {
    public static final ProbeGlance NOTHING = new ProbeGlance(0, 0, Optional.empty(), 0);

    /** A copy with the used heap. */
    ProbeGlance withHeap(Optional<Long> bytes) {
        return new ProbeGlance(threads, residentBytes, bytes, cpuCores);
    }
}
