package dev.ralbench.measurement;

import java.util.Collection;

/**
 * Limits of response times for which each slot of time counts the responses that took longer. Known before the load: to
 * keep a histogram per slot would take more memory than all windows do.
 */
public final class SlotLimits {
    /** No such counts. */
    public static final SlotLimits NONE = new SlotLimits();

    private final long[] mostMicros;

    private SlotLimits(long... mostMicros) {
        this.mostMicros = mostMicros;
    }

    /**
     * Counts for these limits.
     *
     * @param mostMillis the longest times that are within the limits, to the microsecond
     */
    public static SlotLimits of(Collection<Double> mostMillis) {
        return new SlotLimits(mostMillis.stream()
                .mapToLong(millis -> Math.round(millis * 1e3))
                .distinct()
                .sorted()
                .toArray());
    }

    int count() {
        return mostMicros.length;
    }

    long mostMicros(int limit) {
        return mostMicros[limit];
    }
}
