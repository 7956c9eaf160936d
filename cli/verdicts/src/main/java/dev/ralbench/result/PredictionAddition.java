package dev.ralbench.result;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.scenario.Prediction;

/** Predictions from keys of {@code predict} that have a meaning only where a study is reproduced. */
@FunctionalInterface
public interface PredictionAddition {
    /**
     * The prediction with these added.
     *
     * @param stored from the keys of general meaning
     * @param cpus that a target may use
     */
    PredictionResult added(PredictionResult stored, Prediction declared, LoadPlan load, int cpus);
}
