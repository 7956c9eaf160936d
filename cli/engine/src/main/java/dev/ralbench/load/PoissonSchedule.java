package dev.ralbench.load;

import java.util.SplittableRandom;

/**
 * Arrivals that know nothing of each other: a Poisson process with the segment's rate. Distances of a process of rate 1
 * are exponential; where its sum is, the inverse of the rate's integral has the time. Each of n loops has a process of
 * its own with an n-th of the rate, and all together are one with the whole rate.
 */
final class PoissonSchedule implements ArrivalSchedule {
    private final ArrivalRate rate;
    private final double total;
    private final int loops;
    private final SplittableRandom random;
    private double due;

    PoissonSchedule(Segment.Open segment, int loops, SplittableRandom random) {
        this.rate = segment.rate();
        this.total = segment.dueArrivals();
        this.loops = loops;
        this.random = random;
    }

    @Override
    public long next() {
        due -= Math.log1p(-random.nextDouble()) * loops;
        return due >= total ? NONE : rate.nanosOf(due);
    }
}
