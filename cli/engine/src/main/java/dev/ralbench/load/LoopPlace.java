package dev.ralbench.load;

import java.util.Optional;

/**
 * The place of one event loop among all those of a load, whose users and arrivals are spread over them.
 *
 * @param loop from 0, of so many loops of this generator
 */
record LoopPlace(LoadShare share, int loop, int loops) {
    /** Of a sequence numbered from 0, the numbers that are this loop's: every n-th one from its first. */
    record Numbers(int first, int step) {
        /** The part of a sequence that one of several loops has. */
        static Numbers of(int loop, int loops) {
            return new Numbers(loop, loops);
        }
    }

    /** Numbers of users; only of a generator that has some. */
    Numbers users() {
        return new Numbers(Math.toIntExact(share.numberOf(loop)), share.parts() * loops);
    }

    /**
     * What the loop has of an open phase.
     *
     * @param arrivals those that are its own
     * @param connections for them, at most
     */
    record OpenPart(Numbers arrivals, int connections) {}

    /**
     * Its part of an open phase. With fewer connections than loops, or than generators, only as many of them work as there
     * are connections; the others have none.
     */
    Optional<OpenPart> open(int connections) {
        int generators = Math.min(share.parts(), connections);
        if (share.part() >= generators) {
            return Optional.empty();
        }
        var atWork = new LoadShare(share.part(), generators);
        int mine = atWork.of(connections);
        int loopsAtWork = Math.min(loops, mine);
        if (loop >= loopsAtWork) {
            return Optional.empty();
        }
        var arrivals = new Numbers(Math.toIntExact(atWork.numberOf(loop)), generators * loopsAtWork);
        return Optional.of(new OpenPart(arrivals, new LoadShare(loop, loopsAtWork).of(mine)));
    }
}
