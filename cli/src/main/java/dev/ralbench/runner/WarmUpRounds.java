package dev.ralbench.runner;

import dev.ralbench.Clock;
import java.time.Duration;
import java.util.List;

/**
 * The warm-up before the windows of a level, in rounds of the same number of requests to each side. As long as the
 * compilers of any side are busy, all sides get another round. Which side it is makes no difference, so none is warmer
 * than another because of its place or name.
 *
 * @param limit no other round begins after this time
 */
record WarmUpRounds(Duration limit, Clock clock) {
    /** What is warmed up. */
    interface Side {
        /** Whether its compilers were busy in the last round. */
        boolean isCompiling();

        /** Has another round follow. */
        void repeatWarmUp();
    }

    /** @param round warms up all sides, and returns when each is through */
    void carryOut(List<? extends Side> sides, Runnable round) {
        long endNanos = clock.nanoTime() + limit.toNanos();
        round.run();
        while (clock.nanoTime() < endNanos && sides.stream().anyMatch(Side::isCompiling)) {
            sides.forEach(Side::repeatWarmUp);
            round.run();
        }
    }
}
