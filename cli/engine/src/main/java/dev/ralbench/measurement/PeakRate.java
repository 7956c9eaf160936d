package dev.ralbench.measurement;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The most requests that ended within one second of a window, good or not. A second may begin with any slot of the series,
 * so a peak is not split between two of them as it may be by the clock.
 */
record PeakRate(Series series) {

    /**
     * Requests per second; empty if slots are longer than a second, or in a timed window that is shorter. Requests that
     * end in a slot at the border of two timed windows may be of either, and are left out. A counted window has the
     * whole slot of its end: its last requests end there, and those of the next have not begun.
     */
    OptionalDouble within(WindowKind kind, double startSeconds, double endSeconds) {
        double slotSeconds = series.slotSeconds();
        double begin = startSeconds / slotSeconds;
        double end = endSeconds / slotSeconds;
        int size = series.slots().size();
        if (slotSeconds > 1 || begin >= size) {
            return OptionalDouble.empty();
        }
        int perSecond = (int) Math.round(1 / slotSeconds);
        if (kind == WindowKind.COUNTED) {
            int to = (int) Math.min(Math.ceil(end), size);
            return most((int) Math.max(0, Math.min(Math.ceil(begin), to - 1)), to, perSecond);
        }
        int from = (int) Math.ceil(begin);
        int to = (int) Math.min(Math.floor(end), size);
        return to - from < perSecond ? OptionalDouble.empty() : most(from, to, perSecond);
    }

    /** The highest of those of all windows but warm-up; empty if none has one. */
    static OptionalDouble highest(List<WindowMeasurement> windows) {
        return windows.stream()
                .filter(window -> window.kind() != WindowKind.WARM_UP)
                .flatMapToDouble(window -> window.requests().peakPerSecond().stream())
                .max();
    }

    private OptionalDouble most(int from, int to, int slotsPerSecond) {
        long most = 0;
        long sum = 0;
        for (int slot = from; slot < to; slot++) {
            sum += ended(slot);
            if (slot - slotsPerSecond >= from) {
                sum -= ended(slot - slotsPerSecond);
            }
            most = Math.max(most, sum);
        }
        return OptionalDouble.of((double) most);
    }

    private long ended(int slot) {
        var ended = series.slots().get(slot);
        return ended.completions() + ended.failures();
    }
}
