package dev.ralbench.trial;

import dev.ralbench.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The warm-up of a block before the windows of each level, in rounds of the same number of requests to each variant. It
 * ends when all compilers were idle in two rounds in a row that were long enough to tell; one of these is the last
 * round at the level. All variants' compilers count, so no variant is warmer than another because of its place or name.
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
        /** Whether its compilers were busy in the last round. */
        boolean isCompiling();

        /** Has another round follow, of so many requests. */
        void repeatWarmUp(long requests);
    }

    /**
     * @param fewest requests to each variant before its first window
     * @param limit no other round begins after this time at a level, and the last one is as short as the rest of it
     * @param isStopping whether the user stops: no other round then
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
     * @param users of the level; the first round has as many requests
     * @param round warms up all variants, and returns when each is through
     */
    void run(int users, List<? extends WarmUpVariant> variants, Runnable round) {
        long endNanos = clock.nanoTime() + limit.toNanos();
        long requests = users;
        double seconds = timed(round);
        while (!isWarmAfter(requests, seconds, variants) && clock.nanoTime() < endNanos && !isStopping.getAsBoolean()) {
            double left = Math.min(USUAL_SECONDS, (endNanos - clock.nanoTime()) / 1e9);
            long next = Math.max(users, Math.round(left * requests / Math.max(seconds, 1e-3)));
            variants.forEach(variant -> variant.repeatWarmUp(next));
            seconds = timed(round);
            requests = next;
        }
    }

    private boolean isWarmAfter(long requests, double seconds, List<? extends WarmUpVariant> variants) {
        done += requests;
        if (seconds < SHORTEST_SECONDS) {
            return false;
        }
        if (variants.stream().anyMatch(WarmUpVariant::isCompiling)) {
            quietInARow = 0;
            return false;
        }
        quietInARow++;
        return quietInARow >= QUIET_ROUNDS && done >= fewest;
    }

    private double timed(Runnable round) {
        long beganNanos = clock.nanoTime();
        round.run();
        return (clock.nanoTime() - beganNanos) / 1e9;
    }
}
