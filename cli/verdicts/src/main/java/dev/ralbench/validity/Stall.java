package dev.ralbench.validity;

import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.ArrayList;
import java.util.List;

/**
 * A time within a window in which no request succeeded although users waited, and which is far longer than response
 * times explain.
 *
 * @param fromSeconds its beginning, counted from the start of the load
 * @param seconds its length in whole slots of the series: it lasted at least so long
 * @param waiting the most requests in flight or, if users could not even connect, the most users
 * @param isFirst whether no request of the load had succeeded before: a cold target takes its time for the first one
 */
record Stall(double fromSeconds, double seconds, int waiting, boolean isFirst) {
    /** Shorter ones are pauses such as garbage collections make: percentiles show them. */
    private static final double SHORTEST_SECONDS = 1;
    /**
     * Median response times between two responses, for many users: those that began together are answered in step, so
     * that nothing comes for one response time. Few users may all have a slow response at once, one of them easily: for
     * a single user it is twice as many.
     */
    private static final double RESPONSE_TIMES = 5;
    /**
     * A single user gets no response while it waits for a slow one, so a stall lasts this many times the 90th
     * percentile.
     */
    private static final double SLOW_RESPONSES = 4;

    private static final double SLOW_PERCENTILE = 90;

    /**
     * The stalls in one window.
     *
     * @param successful response times of the level that the window is a part of
     */
    static List<Stall> of(WindowMeasurement window, Series series, LatencyDistribution successful) {
        return withoutSuccess(window, series).stream()
                .filter(still -> still.seconds > explainedSeconds(successful, still.waiting))
                .toList();
    }

    private static double explainedSeconds(LatencyDistribution successful, int waiting) {
        double median = successful.roughPercentileMillis(50).orElse(0) / 1e3;
        double inStep = RESPONSE_TIMES * (1 + 1.0 / Math.max(1, waiting)) * median;
        double slow = waiting > 1
                ? 0
                : SLOW_RESPONSES
                        * successful.roughPercentileMillis(SLOW_PERCENTILE).orElse(0)
                        / 1e3;
        return Math.max(SHORTEST_SECONDS, Math.max(inStep, slow));
    }

    /** All stretches of slots, however short, without a successful response although a user waited. */
    private static List<Stall> withoutSuccess(WindowMeasurement window, Series series) {
        double slot = series.slotSeconds();
        int first = (int) Math.ceil(window.span().startSeconds() / slot);
        int end = Math.min(series.slots().size(), (int)
                Math.floor((window.span().startSeconds() + window.lengthSeconds()) / slot));
        var stretches = new ArrayList<Stall>();
        int begin = first;
        int waiting = 0;
        for (int i = first; i < end; i++) {
            var now = series.slots().get(i);
            if (isStill(window, now)) {
                waiting = Math.max(waiting, waiting(now));
                continue;
            }
            add(stretches, series, begin, i, waiting);
            begin = i + 1;
            waiting = 0;
        }
        add(stretches, series, begin, end, waiting);
        return stretches;
    }

    private static void add(List<Stall> stretches, Series series, int begin, int end, int waiting) {
        if (begin < end) {
            double slot = series.slotSeconds();
            boolean isFirst = series.slots().stream().limit(begin).allMatch(before -> before.completions() == 0);
            stretches.add(new Stall(begin * slot, (end - begin) * slot, waiting, isFirst));
        }
    }

    /** Failures are no response. Users without think time always wait for a response. */
    private static boolean isStill(WindowMeasurement window, Series.Slot slot) {
        boolean neverThinks = window.open().isEmpty() && window.ledger().thinkingSeconds() == 0;
        boolean isWaitedFor = slot.inFlight() > 0 || slot.failures() > 0 || (neverThinks && slot.users() > 0);
        return slot.completions() == 0 && isWaitedFor;
    }

    private static int waiting(Series.Slot slot) {
        return slot.inFlight() > 0 ? slot.inFlight() : slot.users();
    }
}
