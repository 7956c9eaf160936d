package dev.ralbench.measurement;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Adds the slots of all event loops and sets the percentiles of their second next to them. */
final class SeriesMerger {
    private final List<SlotTally> tallies;
    private final List<SecondTally.Point> points;
    private final SlotLimits limits;
    private int nextPoint;

    SeriesMerger(List<LatencyRecorder> loops, SecondTally seconds, SlotLimits limits) {
        this.tallies = loops.stream().map(LatencyRecorder::slots).toList();
        this.points = seconds.points();
        this.limits = limits;
    }

    Series merge() {
        long slotNanos = tallies.stream().mapToLong(SlotTally::slotNanos).max().orElse(SlotTally.FIRST_SLOT_NANOS);
        tallies.forEach(tally -> tally.foldTo(slotNanos));
        int used = tallies.stream().mapToInt(SlotTally::used).max().orElse(0);
        var slots = new ArrayList<Series.Slot>();
        for (int slot = 0; slot < used; slot++) {
            slots.add(slot(slot, slotNanos * slot + slotNanos / 2));
        }
        return new Series(
                slotNanos / 1e9,
                slots,
                IntStream.range(0, limits.count())
                        .mapToObj(limit -> new Series.Beyond(limits.mostMicros(limit) / 1e3, beyond(limit, used)))
                        .toList());
    }

    private List<Long> beyond(int limit, int used) {
        return IntStream.range(0, used)
                .mapToLong(slot -> tallies.stream()
                        .mapToLong(tally -> tally.beyond(limit, slot))
                        .sum())
                .boxed()
                .toList();
    }

    private Series.Slot slot(int slot, long middleNanos) {
        long completions = 0;
        long failures = 0;
        int users = 0;
        int inFlight = 0;
        for (var tally : tallies) {
            completions += tally.completions(slot);
            failures += tally.failures(slot);
            users += tally.users(slot);
            inFlight += tally.inFlight(slot);
        }
        while (nextPoint < points.size() && points.get(nextPoint).untilNanos() < middleNanos) {
            nextPoint++;
        }
        if (nextPoint == points.size()) {
            return new Series.Slot(
                    completions, failures, users, inFlight, OptionalDouble.empty(), OptionalDouble.empty());
        }
        var point = points.get(nextPoint);
        return new Series.Slot(completions, failures, users, inFlight, point.p50Millis(), point.p99Millis());
    }
}
