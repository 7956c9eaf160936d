package dev.ralbench.trial.calibration;

import java.time.Duration;
import java.util.concurrent.ExecutionException;

/**
 * Loads and pauses in turn until the JVM has compiled the code of every request: if generator and compilers share a
 * CPU, the rest of that work would make a first trial late. In the pauses the compilers have the CPU for themselves.
 */
record CalibrationWarmUp(Work compilers) {
    /** Length of one load. */
    static final Duration ROUND = Duration.ofMillis(100);
    /** Compilation that counts: less is seen in most seconds of a long run, too. */
    private static final Duration NEXT_TO_NOTHING = Duration.ofMillis(40);
    /** A compilation is counted when it ends, and may take longer than one round. */
    private static final int QUIET_ROUNDS = 2;
    /** When one quiet round of twice the length was enough, the first sender needed 6 rounds on one CPU, and Vert.x 14 and 15. */
    static final int MOST_ROUNDS = 40;

    /** The compilers' work. */
    interface Work {
        /** How long all compilations took that have ended since the JVM began. */
        Duration done();

        /** Returns when none has ended for a while, or when that has taken too long. */
        void awaitRest();
    }

    /** A load that takes {@link #ROUND}. */
    interface Round {
        void run() throws InterruptedException, ExecutionException;
    }

    /**
     * As many rounds as it takes, and {@value #MOST_ROUNDS} at most.
     *
     * @throws InterruptedException when the user wishes to stop
     */
    void run(Round round) throws InterruptedException, ExecutionException {
        int quiet = 0;
        for (int rounds = 0; rounds < MOST_ROUNDS && quiet < QUIET_ROUNDS; rounds++) {
            quiet = compiledIn(round).compareTo(NEXT_TO_NOTHING) < 0 ? quiet + 1 : 0;
        }
    }

    private Duration compiledIn(Round round) throws InterruptedException, ExecutionException {
        var before = compilers.done();
        round.run();
        compilers.awaitRest();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return compilers.done().minus(before);
    }
}
