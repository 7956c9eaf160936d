package dev.ralbench.result;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.scenario.Prediction;

/**
 * Predictions from keys of {@code predict} that have a meaning only where a study is reproduced: {@code threads} and
 * {@code executor}.
 */
@FunctionalInterface
public interface PredictionAddition {
    /** Without studies nothing is predicted about threads or requests that hang. */
    PredictionAddition NONE = (stored, declared, load, cpus) -> stored;

    /**
     * The prediction with these added.
     *
     * @param stored from the keys of general meaning
     * @param cpus that a target may use
     */
    PredictionResult added(PredictionResult stored, Prediction declared, LoadPlan load, int cpus);
}
