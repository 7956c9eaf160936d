package dev.ralbench.measurement;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Adds the slots of all event loops and sets the percentiles of their second next to them. */
final class SeriesMerger {
    private static final Series NOTHING = new Series(SlotTally.FIRST_SLOT_NANOS / 1e9, List.of());

    private final Series sum;
    private final List<SecondTally.Point> points;
    private int nextPoint;

    SeriesMerger(List<LatencyRecorder> loops, SecondTally seconds) {
        this.sum = loops.stream()
                .map(loop -> loop.slots().series())
                .reduce(Series::plus)
                .orElse(NOTHING);
        this.points = seconds.points();
    }

    Series merge() {
        long slotNanos = Math.round(sum.slotSeconds() * 1e9);
        var slots = new ArrayList<Series.Slot>();
        for (int slot = 0; slot < sum.slots().size(); slot++) {
            slots.add(withPercentiles(sum.slots().get(slot), slotNanos * slot + slotNanos / 2));
        }
        return new Series(sum.slotSeconds(), slots, sum.beyond());
    }

    private Series.Slot withPercentiles(Series.Slot slot, long middleNanos) {
        while (nextPoint < points.size() && points.get(nextPoint).untilNanos() < middleNanos) {
            nextPoint++;
        }
        if (nextPoint == points.size()) {
            return slot.withPercentiles(OptionalDouble.empty(), OptionalDouble.empty());
        }
        var point = points.get(nextPoint);
        return slot.withPercentiles(point.p50Millis(), point.p99Millis());
    }
}
