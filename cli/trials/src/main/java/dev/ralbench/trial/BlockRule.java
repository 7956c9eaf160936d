package dev.ralbench.trial;

import dev.ralbench.result.RunResult;

/** Decides after each block whether more are measured. */
@FunctionalInterface
public interface BlockRule {
    /** Never stops early. */
    BlockRule ALL = (soFar, blocks) -> true;

    /**
     * Whether to go on. Asked once after each block, on the thread that runs the trials; after the last one the answer
     * changes nothing. Not asked once the user wishes to stop.
     *
     * @param soFar the run, with all that was measured
     * @param blocks how many were measured, without those that were measured again
     */
    boolean goOn(RunResult soFar, int blocks);
}
