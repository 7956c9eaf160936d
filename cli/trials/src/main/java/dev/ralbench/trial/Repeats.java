package dev.ralbench.trial;

import dev.ralbench.result.GeneratorPart;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.validity.ValidityJudge;
import java.util.List;

/**
 * Which blocks are measured again, as wholes: those with a trial that the machine disturbed, or that lost a generator. A target's own errors are
 * a finding: measuring again until they are gone would be choosing among results.
 */
final class Repeats {
    /** Most blocks to repeat, as a share of the planned ones; one is always allowed. */
    private static final double MOST_SHARE = 0.25;

    private final int most;
    private int made;

    /** @param planned blocks up to the last look */
    Repeats(int planned) {
        this(planned, 1);
    }

    private Repeats(int planned, int atLeast) {
        this.most = Math.max(atLeast, (int) (planned * MOST_SHARE));
    }

    /** None: of a part of a load, the process that leads decides. */
    static Repeats none() {
        return new Repeats(0, 0);
    }

    /** How many there were. */
    int made() {
        return made;
    }

    /**
     * Whether the block is to be measured again. If so, counts the repeat. What disturbs a block twice in a row will do so
     * again: the block is lost, and the repeats that are left are for others.
     */
    boolean claim(List<TrialResult> block) {
        boolean isRepeat = block.stream().anyMatch(trial -> trial.id().attempt() > 1);
        if (isRepeat || !(isDisturbed(block) || hasLostAGenerator(block)) || made == most) {
            return false;
        }
        made++;
        return true;
    }

    /**
     * Whether a generator was lost in it. That says nothing of the target, so the block is measured again by those that are
     * left.
     */
    static boolean hasLostAGenerator(List<TrialResult> block) {
        return block.stream()
                        .flatMap(trial -> trial.generators().stream())
                        .flatMap(List::stream)
                        .anyMatch(GeneratorPart::wasLost)
                && block.stream().noneMatch(trial -> trial.status() == Status.ABORTED);
    }

    /** A target that does not start will not start the next time either, and a user who stops wants no more. */
    static boolean isDisturbed(List<TrialResult> block) {
        return block.stream()
                        .allMatch(trial -> trial.status() != Status.ABORTED
                                && trial.measurement().isPresent())
                && block.stream().noneMatch(ValidityJudge::isTargetAtFault)
                && block.stream().noneMatch(Repeats::isBeyondRepair)
                && block.stream().anyMatch(Repeats::isInvalid);
    }

    /** Whether the load is at fault: the next time, generator and target would be as fast, and the result the same. */
    private static boolean isBeyondRepair(TrialResult trial) {
        return trial.measurement()
                .filter(found -> ValidityJudge.isLoadAtFault(found))
                .isPresent();
    }

    private static boolean isInvalid(TrialResult trial) {
        return trial.validity().verdict() == ValidityLevel.INVALID;
    }
}
