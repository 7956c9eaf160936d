package dev.ralbench.trial;

import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadShare;
import dev.ralbench.load.OtherGenerators;
import dev.ralbench.measurement.LoadTotals;
import java.util.Map;

/**
 * The part of a load that this process sends for another one, which started the target and judges the whole.
 *
 * @param given variables that all users know: those of the steps before the load, which are sent once for all parts
 * @param followsNames whether the other process shows figures of each name of requests while the load goes on
 */
public record LoadPart(LoadShare share, Map<String, String> given, boolean followsNames, Lead lead) {
    public LoadPart {
        given = Map.copyOf(given);
    }

    /** The process that leads, and through it the generators of the other parts. */
    public interface Lead extends OtherGenerators {
        /**
         * Everything is ready for the load, which belongs to this call's thread.
         *
         * @param generator of this part, before its start
         * @return when all parts begin, by the clock of the event loops
         */
        long awaitStart(LoadGenerator generator) throws InterruptedException;

        /** The load has ended; on an event loop. */
        void ended(LoadEnd how);

        /** About once a second, and when a level of a search begins or ends, with all that this part has done up to now. */
        void sampled(int users, LoadTotals soFar);

        /** A level of a search has begun, and all that was done before has been sampled. */
        void levelBegan(int window);

        /** A level of a search has ended, and all that was done in it has been sampled. */
        void levelEnded(int window);
    }
}
