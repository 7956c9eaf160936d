package dev.ralbench.trial;

import dev.ralbench.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A warm-up in rounds, each of the same number of requests to each variant, with a pause after it in which the compilers
 * have the CPUs for themselves. It ends when all compilers were idle in two rounds in a row that were long enough to
 * tell; one of these is the last round. All variants' compilers count, so no variant is warmer than another because of
 * its place or name.
 */
final class WarmUpRounds {
    /** A shorter round cannot tell: one task is a large share of it, and so is the rest between two. */
    private static final double SHORTEST_SECONDS = 1;
    /** The next round is as long if the slowest variant answers as quickly as in this one. */
    static final double USUAL_SECONDS = 3;
    /** After a single one compilers often resume. */
    private static final int QUIET_ROUNDS = 2;

    private final long fewest;
    private final Duration limit;
    private final Clock clock;
    private final BooleanSupplier isStopping;
    private long done;
    private int quietInARow;

    interface WarmUpVariant {
        /** Whether its compilers were busy in the last round and the pause after it. */
        boolean isCompiling();

        /** Returns when its compilers rest, or soon. */
        void awaitCompilers();

        /** Has another round follow, of so many requests. */
        void repeatWarmUp(long requests);
    }

    /** One round of all variants. */
    interface Round {
        /** Warms up all variants at once, and returns when each is through. */
        void load();

        /** Waits for the compilers of all variants. */
        void pause();
    }

    /**
     * @param fewest requests to each variant before its first window
     * @param limit no other round begins after this time at a level, and the last one is as short as the rest of it
     * @param isStopping whether the user stops, or there is nothing left to warm up: no other round then
     */
    WarmUpRounds(long fewest, Duration limit, Clock clock, BooleanSupplier isStopping) {
        this.fewest = fewest;
        this.limit = limit;
        this.clock = clock;
        this.isStopping = isStopping;
    }

    /**
     * Warms up for one level.
     *
     * @param users numbers of users, one after the other, as the load plans them; the first round of each has as many
     *     requests. A single quiet round is enough for the next number, which has to have quiet rounds of its own; the
     *     last one is that of the level
     */
    void run(List<Integer> users, List<? extends WarmUpVariant> variants, Round round) {
        long endNanos = clock.nanoTime() + limit.toNanos();
        for (int some : users.subList(0, users.size() - 1)) {
            run(some, 1, 0, endNanos, variants, round);
            quietInARow = 0; // more users have the target run, and compile, code that few of them leave alone
        }
        run(users.getLast(), QUIET_ROUNDS, fewest, endNanos, variants, round);
    }

    private void run(
            int users, int quiet, long least, long endNanos, List<? extends WarmUpVariant> variants, Round round) {
        long requests = users;
        double seconds = timed(round);
        while (!isWarmAfter(requests, seconds, variants, quiet, least)
                && clock.nanoTime() < endNanos
                && !isStopping.getAsBoolean()) {
            double left = Math.min(USUAL_SECONDS, (endNanos - clock.nanoTime()) / 1e9);
            long next = Math.max(users, Math.round(left * requests / Math.max(seconds, 1e-3)));
            variants.forEach(variant -> variant.repeatWarmUp(next));
            seconds = timed(round);
            requests = next;
        }
    }

    private boolean isWarmAfter(
            long requests, double seconds, List<? extends WarmUpVariant> variants, int quiet, long least) {
        done += requests;
        if (seconds < SHORTEST_SECONDS) {
            return false;
        }
        if (variants.stream().anyMatch(WarmUpVariant::isCompiling)) {
            quietInARow = 0;
            return false;
        }
        quietInARow++;
        return quietInARow >= quiet && done >= least;
    }

    private double timed(Round round) {
        long beganNanos = clock.nanoTime();
        round.load();
        double seconds = (clock.nanoTime() - beganNanos) / 1e9;
        round.pause();
        return seconds;
    }
}
