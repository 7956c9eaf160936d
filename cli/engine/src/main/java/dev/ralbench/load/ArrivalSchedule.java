package dev.ralbench.load;

import java.util.SplittableRandom;

/**
 * When requests are to be sent, on one event loop: a monotonic sequence of intended starts in nanoseconds after the
 * beginning of their phase. Knows no clock; allocates nothing.
 */
interface ArrivalSchedule {
    /** What {@link #next} says when there are no more. */
    long NONE = Long.MAX_VALUE;

    /** The next intended start, or {@link #NONE}. */
    long next();

    /**
     * The part of a segment's arrivals that is one event loop's.
     *
     * @param window of the segment, to which chance gives arrivals of its own
     * @param loop from 0
     * @param loops how many share the arrivals
     */
    static ArrivalSchedule of(Segment.Open segment, int window, int loop, int loops) {
        return switch (segment.arrivals()) {
            case Arrivals.Even even -> new EvenSchedule(segment, loop, loops);
            case Arrivals.Poisson poisson ->
                new PoissonSchedule(segment, loops, new SplittableRandom(mixed(poisson.seed(), window, loop)));
        };
    }

    private static long mixed(long seed, int window, int loop) {
        return new SplittableRandom(seed + 31L * window).split().nextLong() + loop;
    }
}
