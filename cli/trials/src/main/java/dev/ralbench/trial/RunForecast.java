package dev.ralbench.trial;

import dev.ralbench.trial.watch.Tick;
import java.util.OptionalDouble;

/**
 * How long the current load and the whole run take: by their plan, and by what this run has taken so far. Every part
 * whose length is not planned, such as starts, warm-ups and stops, is a guess until it was seen once.
 */
sealed interface RunForecast permits WholeLoadForecast, BlockForecast {
    /**
     * The forecast of a run that has not begun.
     *
     * @param isSearch whether each load ends as soon as its target's limit is found
     */
    static RunForecast of(Schedule schedule, TimeEstimate estimate, boolean isSearch) {
        return estimate.timeline().takesTurns()
                ? new BlockForecast(schedule, estimate)
                : new WholeLoadForecast(schedule, estimate, isSearch);
    }

    /**
     * A trial begins, and with the first one of a block in turns all of it.
     *
     * @param runSeconds since the run began
     */
    void trialStarts(Trial trial, double runSeconds);

    /** The length of the load and of the run; empty if not known yet. */
    record Lengths(OptionalDouble loadSeconds, OptionalDouble runSeconds) {}

    /**
     * Looks at a moment of a load, and tells its length and the run's.
     *
     * @param loadSeconds since the load began
     * @param runSeconds since the run began
     */
    Lengths at(Trial trial, Tick tick, double loadSeconds, double runSeconds);

    /** The mean of what was seen so far. */
    final class MeanSoFar {
        private double sum;
        private int count;

        void add(double value) {
            sum += value;
            count++;
        }

        double orElse(double guess) {
            return count == 0 ? guess : sum / count;
        }
    }
}
