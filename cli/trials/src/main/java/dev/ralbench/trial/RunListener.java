package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.measurement.CourseSoFar;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialResult;
import java.util.List;

/** Receives the progress of a run, on its thread. */
public interface RunListener {
    /** Variants cannot be started here, and are left out; which, why and how to change it, in one line. */
    void skipped(String line);

    /** A target is loaded at another address than the first that its name stands for; which and why, in one line. */
    void anotherAddress(String line);

    /** The generator is being calibrated, which takes seconds. */
    void calibrating();

    /** The load that is to come is more than the generator should send here; why, in words. */
    void generatorIsTheLimit(String why);

    /** Everything is prepared; the result as it is before the first trial. */
    void runStarting(RunResult begun);

    /** A trial begins; its target is about to be started. */
    void trialStarting(Trial trial);

    /** Pools of the variants have different limits; which, in one line. Told before the load, once all of it is known. */
    void poolLimitsDiffer(String line);

    /** A block that the machine disturbed begins once more; its trials, of which at least one is invalid. */
    void blockRepeated(List<TrialResult> trials);

    /**
     * Several times a second while load is on.
     *
     * @param course of the current load, of use during this call only
     */
    void progress(ProgressSnapshot snapshot, CourseSoFar course);

    /**
     * A level of a search for capacity has ended, and was held against the objective.
     *
     * @param level such as {@code 256 users}
     * @param judgement by all times that it was held
     */
    void levelJudged(Trial trial, String level, Slo.Judgement judgement);

    /** The result file could not be written; the run goes on, and it is tried again after each trial. */
    void resultNotWritten(Failure why);

    /** A trial has ended and is in the result file, unless that could not be written. */
    void trialEnded(TrialResult result);
}
