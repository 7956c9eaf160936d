package dev.ralbench.result;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The same window of several trials as one: distributions merged and counts added, so that no percentile is ever
 * averaged; peaks are the highest. Little's law is a check on single trials and is left out.
 */
public final class PooledWindow {
    private PooledWindow() {}

    /** Empty only when there is no window to pool. */
    public static Optional<WindowMeasurement> of(List<WindowMeasurement> windows) {
        return windows.stream().reduce(PooledWindow::plus);
    }

    private static WindowMeasurement plus(WindowMeasurement a, WindowMeasurement b) {
        return new WindowMeasurement(
                a.kind(),
                a.usersFrom(),
                a.usersTo(),
                a.startSeconds(),
                a.lengthSeconds() + b.lengthSeconds(),
                sum(a.outcomes(), b.outcomes()),
                a.successful().plus(b.successful()),
                a.all().plus(b.all()),
                a.connecting().plus(b.connecting()),
                a.ledger().plus(b.ledger()),
                Optional.empty(),
                Math.max(a.longestStallSeconds(), b.longestStallSeconds()),
                both(a.inside(), b.inside()).map(pair -> inside(pair.a, pair.b)));
    }

    private static <K> Map<K, Long> sum(Map<K, Long> a, Map<K, Long> b) {
        var sum = new HashMap<>(a);
        b.forEach((key, count) -> sum.merge(key, count, Long::sum));
        return sum;
    }

    private static InsideView inside(InsideView a, InsideView b) {
        var threads = new TreeMap<>(a.threadGroupsPeak());
        b.threadGroupsPeak().forEach((group, count) -> threads.merge(group, count, Math::max));
        return new InsideView(
                a.source(),
                a.cpuSeconds() + b.cpuSeconds(),
                Math.max(a.residentPeakBytes(), b.residentPeakBytes()),
                Math.max(a.osThreadsPeak(), b.osThreadsPeak()),
                threads,
                a.voluntarySwitches() + b.voluntarySwitches(),
                a.involuntarySwitches() + b.involuntarySwitches(),
                both(a.jvm(), b.jvm()).map(pair -> jvm(pair.a, pair.b)));
    }

    private static InsideView.Jvm jvm(InsideView.Jvm a, InsideView.Jvm b) {
        return new InsideView.Jvm(
                Math.max(a.liveThreadsPeak(), b.liveThreadsPeak()),
                a.liveThreadsPeakSince(),
                both(a.heapPeakBytes(), b.heapPeakBytes()).map(pair -> Math.max(pair.a, pair.b)),
                both(a.heapAfterCollectionBytes(), b.heapAfterCollectionBytes()).map(pair -> Math.max(pair.a, pair.b)),
                a.collections() + b.collections(),
                a.collectionMillis() + b.collectionMillis(),
                both(a.allocatedBytes(), b.allocatedBytes()).map(pair -> pair.a + pair.b));
    }

    private record Pair<T>(T a, T b) {}

    /** A sum or a peak over trials is only known where it is known for every one of them. */
    private static <T> Optional<Pair<T>> both(Optional<T> a, Optional<T> b) {
        return a.flatMap(first -> b.map(second -> new Pair<>(first, second)));
    }
}
