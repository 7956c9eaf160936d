package dev.ralbench.runner;

import java.time.Duration;
import java.util.concurrent.ExecutionException;

/**
 * Loads and pauses in turn until the JVM has compiled what every request needs: where generator and compilers share a
 * processor, a first trial would be late by what is left to do. In the pauses the compilers have the processor for
 * themselves.
 */
final class WarmUp {
    /** Of one load. */
    static final Duration ROUND = Duration.ofMillis(200);
    /** Work that counts: less is done in most seconds of a long run, too. */
    private static final Duration NEXT_TO_NOTHING = Duration.ofMillis(40);
    /** Vert.x on one processor needs 13 to 15, the first sender 6. */
    private static final int MOST_ROUNDS = 15;

    /** What the compilers do. */
    interface Work {
        /** Time that they have worked since the JVM began. */
        Duration done();

        /** Returns when they have nothing to do, or soon. */
        void awaitRest();
    }

    /** A load that takes {@link #ROUND}. */
    interface Round {
        void run() throws InterruptedException, ExecutionException;
    }

    private final Work compilers;

    WarmUp(Work compilers) {
        this.compilers = compilers;
    }

    /** As many rounds as it takes, and 15 at most. */
    void run(Round round) throws InterruptedException, ExecutionException {
        boolean isWarm = false;
        for (int rounds = 0; rounds < MOST_ROUNDS && !isWarm; rounds++) {
            var before = compilers.done();
            round.run();
            compilers.awaitRest();
            isWarm = compilers.done().minus(before).compareTo(NEXT_TO_NOTHING) < 0;
        }
    }
}
