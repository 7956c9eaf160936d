package dev.ralbench.trial;

import dev.ralbench.load.Phase;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.trial.watch.Tick;

/**
 * Finds the phase of the plan that a window of a running load is of: rounds of warm-up are repeated, and every repetition
 * is a window of its own. Follows one load whose rounds are all at its beginning, tick by tick.
 */
final class PlannedWindows {
    private final int rounds;
    private int lastRound = -1;

    PlannedWindows(UserTimeline timeline) {
        this.rounds = timeline.usersOfRounds().size();
    }

    /** Its position in the plan: -1 before the first phase, their number after the last. */
    int of(Tick tick) {
        if (isRound(tick)) {
            lastRound = tick.window();
            return Math.min(lastRound, rounds - 1);
        }
        return lastRound < 0 ? tick.window() : rounds + tick.window() - lastRound - 1;
    }

    static boolean isRound(Tick tick) {
        return tick.phase()
                .filter(phase -> phase instanceof Phase.WarmUp warmUp && warmUp.end() == Phase.WarmUp.End.REST)
                .isPresent();
    }
}
