package dev.ralbench.load;

import java.util.SplittableRandom;

/**
 * When requests are to be sent, on one event loop: a monotonic sequence of intended starts in nanoseconds after the
 * beginning of their phase. Knows no clock; allocates nothing.
 */
interface ArrivalSchedule {
    /** {@link #next} returns this at the end. */
    long NONE = Long.MAX_VALUE;

    /** The next intended start, or {@link #NONE}. */
    long next();

    /** The request that is to be sent at the start that came last: its position in a {@link Replay}, if there is one. */
    default int position() {
        return UserRequests.NONE;
    }

    /**
     * The part of a phase's arrivals that is one event loop's.
     *
     * @param window of the phase, to which chance gives arrivals of its own
     * @param own the numbers of the arrivals that are the loop's
     */
    static ArrivalSchedule of(Phase.Open phase, int window, LoopPlace.Numbers own) {
        int loop = own.first();
        int loops = own.step();
        var arrivals = phase.arrivals();
        return switch (arrivals.spacing()) {
            case EVEN -> new EvenSchedule(phase, loop, loops);
            case POISSON ->
                new PoissonSchedule(phase, loops, new SplittableRandom(mixed(arrivals.seed(), window, loop)));
            case REPLAY ->
                new ReplaySchedule(
                        arrivals.replay().orElseThrow(), phase.length().toNanos(), loop, loops);
        };
    }

    private static long mixed(long seed, int window, int loop) {
        return new SplittableRandom(seed + 31L * window).split().nextLong() + loop;
    }

    /**
     * Arrival k, from 0, is due when the integral of the rate crosses k + 1/2: as many as the integral says, evenly spaced,
     * the first one half a distance after the beginning, so that phases join without a gap. Arrival k belongs to loop k mod n.
     */
    final class EvenSchedule implements ArrivalSchedule {
        private final ArrivalRate rate;
        private final double total;
        private final int loops;
        private long number;

        EvenSchedule(Phase.Open phase, int loop, int loops) {
            this.rate = phase.rate();
            this.total = phase.dueArrivals();
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

    /** The requests of a replay, at its times. The k-th belongs to loop k mod n. */
    final class ReplaySchedule implements ArrivalSchedule {
        private final Replay replay;
        private final int due;
        private final int loops;
        private int position;

        ReplaySchedule(Replay replay, long lengthNanos, int loop, int loops) {
            this.replay = replay;
            this.due = replay.dueBefore(lengthNanos);
            this.loops = loops;
            this.position = loop - loops;
        }

        @Override
        public long next() {
            position += loops;
            return position < due ? replay.nanosOf(position) : NONE;
        }

        @Override
        public int position() {
            return position;
        }
    }

    /**
     * Independent arrivals: a Poisson process with the phase's rate. Distances of a process of rate 1 are
     * exponential; the inverse of the rate's integral turns their sum into a time. Each of n loops runs its own process
     * with an n-th of the rate; together they form one with the whole rate.
     */
    final class PoissonSchedule implements ArrivalSchedule {
        private final ArrivalRate rate;
        private final double total;
        private final int loops;
        private final SplittableRandom random;
        private double due;

        PoissonSchedule(Phase.Open phase, int loops, SplittableRandom random) {
            this.rate = phase.rate();
            this.total = phase.dueArrivals();
            this.loops = loops;
            this.random = random;
        }

        @Override
        public long next() {
            due -= Math.log1p(-random.nextDouble()) * loops;
            return due >= total ? NONE : rate.nanosOf(due);
        }
    }
}
