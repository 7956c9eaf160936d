package dev.ralbench.trial;

/** Starts the targets of a run's trials, on this machine or on another one. */
interface TrialTargets {
    /**
     * Starts, fresh, all that a trial's load needs: dependencies with restored data, the target, the view into it. May be
     * called from several threads at once.
     *
     * @param trialRecord gets the facts about it, step by step
     * @param times gets the time of each step
     * @throws dev.ralbench.Failure when something cannot be started; then nothing is left running
     * @throws InterruptedException when interrupted; then nothing is left running either
     */
    StartedTarget start(Trial trial, TrialRecord trialRecord, StartTimes times) throws InterruptedException;
}
