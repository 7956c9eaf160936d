package dev.ralbench.load;

import java.util.function.LongConsumer;

/**
 * The generators of the other parts of a load. Windows of planned lengths follow each other by the clock, on all of them;
 * a window that begins when something is done begins on all when it is done on all. Methods are called on the first event
 * loop and must not block; what they are given may be called from any thread, once.
 */
public interface OtherGenerators {
    /** There is only one. */
    OtherGenerators NONE = new OtherGenerators() {};

    /**
     * All users of a window that are here, if any are, have tried to connect.
     *
     * @param release lets them send; gets when, by the clock of the event loops: at once if that has passed
     */
    default void awaitConnections(int window, LongConsumer release) {
        release.accept(Long.MIN_VALUE);
    }

    /** Begins a window. */
    interface Beginning {
        /**
         * Begins it.
         *
         * @param nanos when, by the clock of the event loops; at once if that has passed
         * @param atLeast how long it and the turn after it take
         */
        void at(long nanos, LeastLengths atLeast);
    }

    /**
     * A window has ended here, or has nothing to send.
     *
     * @param ended goes on when it has ended on all generators that this one waits for
     */
    default void awaitEnd(int window, Runnable ended) {
        ended.run();
    }

    /**
     * A window may begin here.
     *
     * @param atLeast how long it and the turn after it are to take, as far as this generator knows
     * @param beginning begins it when it may begin everywhere
     */
    default void awaitBeginning(int window, LeastLengths atLeast, Beginning beginning) {
        beginning.at(Long.MIN_VALUE, atLeast);
    }
}
