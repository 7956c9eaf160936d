package dev.ralbench.prediction;

import dev.ralbench.load.Phase;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.page.Numbers;
import dev.ralbench.scenario.Prediction;
import java.time.Duration;
import java.util.Optional;

/**
 * How many requests hang at least if an executor silently drops the tasks that it has no room for (study of fanning
 * out, 1.8): of N users that call at once, with room for s requests, N - s hang. When these give up they call again,
 * all at once, and N - 2 s hang, and so on. True as long as no task ends before all are handed over; if users do not
 * call in step, more hang.
 */
final class PredictedHangs {
    private PredictedHangs() {}

    /**
     * The least number of requests that hang at the last level of a load.
     *
     * @param timeout after which a request that hangs is given up
     * @param room for how many requests the executor has room
     * @return empty if that level is not counted, or its users begin one after the other
     */
    static Optional<Long> atLeast(UserTimeline load, Duration timeout, int room) {
        var last = load.byLevel().lastEntry().getValue();
        boolean isAtOnce = last.stream()
                .allMatch(phase ->
                        phase instanceof Phase.Counted counted && counted.ramp().isZero());
        return isAtOnce
                ? Optional.of(last.stream()
                        .map(Phase.Counted.class::cast)
                        .mapToLong(part -> atLeast(part.users(), room, waves(part, timeout)))
                        .sum())
                : Optional.empty();
    }

    /** Requests that always fit, because all their tasks do. */
    static int room(Prediction.Executor executor) {
        return (executor.threads() + executor.queue()) / executor.tasks();
    }

    /**
     * How often hung users call, each time at once. If users share a number of requests, answered users use them up, so
     * that only the first time is sure.
     */
    private static long waves(Phase.Counted part, Duration timeout) {
        if (part.shared()) {
            return 1;
        }
        long untilTheEnd = part.within()
                .map(within -> within.plus(timeout).minusNanos(1).dividedBy(timeout))
                .orElse(part.count());
        return Math.min(part.count(), untilTheEnd);
    }

    /** {@code max(0, users - room) + max(0, users - 2 room) + ...}, so many times. */
    static long atLeast(int users, int room, long waves) {
        long hung = 0;
        for (long wave = 1; wave <= waves && users > wave * room; wave++) {
            hung += users - wave * room;
        }
        return hung;
    }

    static String inWords(long hung, long atLeast) {
        return Numbers.count((double) hung) + (hung == 1 ? " request" : " requests")
                + " hung at the last level, at least " + Numbers.count((double) atLeast) + " predicted"
                + (hung < atLeast
                        ? ": some tasks ended before all were handed over, which the prediction leaves out"
                        : "");
    }
}
