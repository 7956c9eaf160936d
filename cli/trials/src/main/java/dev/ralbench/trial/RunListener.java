package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.measurement.CourseSoFar;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialResult;
import java.util.List;

/**
 * Receives the progress of a run. Calls come on the run's own thread, which must not be interrupted: a run is stopped by
 * its control, or by an interrupt of the thread that called {@code run}. They come one at a time, except while variants
 * that take turns start and warm up together: then {@link #preparing}, {@link #progress} and {@link #phaseEnded} come on
 * other threads, {@link #preparing} and {@link #phaseEnded} on several at once. The run waits for each call: none may
 * take long, or throw. Each method does nothing unless it is implemented.
 */
public interface RunListener {
    /** How services are started, and everything that takes more than a moment before the run; in one line. */
    default void preparing(String line) {}

    /**
     * Something that a reader of the result should know, in one line: variants that cannot be started here, another
     * address than the expected one, pools with different limits, a generator that limits the load.
     */
    default void note(String line) {}

    /** The generator is being calibrated, which takes seconds. */
    default void calibrating() {}

    /** Everything is prepared; the result as it is before the first trial. */
    default void runStarting(RunResult begun) {}

    /** A trial begins; its target is about to be started. */
    default void trialStarting(Trial trial) {}

    /** A block that the machine disturbed begins once more; its trials, of which at least one is invalid. */
    default void blockRepeated(List<TrialResult> trials) {}

    /**
     * Several times a second while load is on.
     *
     * @param course of the current load, of use during this call only
     */
    default void progress(ProgressSnapshot snapshot, CourseSoFar course) {}

    /**
     * Whether {@link #phaseEnded} is called, and totals have those of each name of requests, which take memory and time.
     * Asked at the start of each trial.
     */
    default boolean followsPhases() {
        return false;
    }

    /**
     * A phase of a load has ended, or rests while other variants have their turn.
     *
     * @param phase such as {@code 256 users}, as in {@link #progress}
     * @param soFar all that the load has done up to then
     */
    default void phaseEnded(Trial trial, String phase, LoadTotals soFar) {}

    /**
     * A level of a search for capacity has ended, and was held against the objective.
     *
     * @param level such as {@code 256 users}
     * @param judgement by all times that it was held
     */
    default void levelJudged(Trial trial, String level, Slo.Judgement judgement) {}

    /** The result file could not be written; the run goes on, and it is tried again after each trial. */
    default void resultNotWritten(Failure why) {}

    /** A trial has ended and is in the result file, unless that could not be written. */
    default void trialEnded(TrialResult result) {}
}
