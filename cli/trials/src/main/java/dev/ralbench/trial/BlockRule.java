package dev.ralbench.trial;

import dev.ralbench.result.RunResult;
import dev.ralbench.result.Work;
import dev.ralbench.result.WorkDifference;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides after each block whether more are measured, and before its load whether it is worth measuring. */
@FunctionalInterface
public interface BlockRule {
    /** Never stops early. */
    BlockRule ALL = (soFar, blocks) -> true;

    /**
     * Whether to go on. Asked once after each block, on the thread that runs the trials; after the last one, those in reserve
     * included, the answer changes nothing. Not asked once the user wishes to stop.
     *
     * @param soFar the run, with all that was measured
     * @param blocks how many were measured, without those that were measured again
     */
    boolean goOn(RunResult soFar, int blocks);

    /**
     * How many blocks may be measured after those of the schedule, for as long as the rule goes on: in the place of blocks
     * that do not count.
     *
     * @param planned blocks of the schedule
     */
    default int spare(int planned) {
        return 0;
    }

    /**
     * Which differences in the work of its variants keep a block from being measured; empty if none does. With such a test
     * the run compares: if a variant of its first block cannot be measured, the others are not either.
     */
    default Optional<WorkTest> workTest() {
        return Optional.empty();
    }

    /** Compares what single requests show. */
    @FunctionalInterface
    interface WorkTest {
        /**
         * The differences, the most important first.
         *
         * @param seen the work of each variant that answered, by its name
         */
        List<WorkDifference> differences(Map<String, Work> seen);
    }
}
