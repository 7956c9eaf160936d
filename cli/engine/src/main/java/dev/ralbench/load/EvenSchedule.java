package dev.ralbench.load;

/**
 * Arrival k, from 0, is due when the integral of the rate crosses k + 1/2: as many as the integral says, evenly spaced,
 * the first one half a distance after the beginning, so that phases join without a gap. Arrival k belongs to loop k mod n.
 */
final class EvenSchedule implements ArrivalSchedule {
    private final ArrivalRate rate;
    private final double total;
    private final int loops;
    private long number;

    EvenSchedule(Segment.Open segment, int loop, int loops) {
        this.rate = segment.rate();
        this.total = segment.dueArrivals();
        this.loops = loops;
        this.number = loop;
    }

    @Override
    public long next() {
        double due = number + 0.5;
        if (due >= total) {
            return NONE;
        }
        number += loops;
        return rate.nanosOf(due);
    }
}
