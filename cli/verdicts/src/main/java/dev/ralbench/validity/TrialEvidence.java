package dev.ralbench.validity;

import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.PlacementResult;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.result.TrialResult.Status;
import java.util.List;
import java.util.Optional;

/**
 * All input of the checks of a trial.
 *
 * @param timeline as it was run: the phase of each window
 * @param ceiling of the generator
 * @param ofTarget the target's own faults
 * @param placement where threads were seen, if CPUs were divided
 */
record TrialEvidence(
        Measurement measurement,
        UserTimeline timeline,
        Status status,
        Ceiling ceiling,
        List<CheckFinding> ofTarget,
        Optional<PlacementResult> placement) {
    TrialEvidence {
        ofTarget = List.copyOf(ofTarget);
    }

    /** Whether the plan was completed. */
    boolean isWhole() {
        return status == Status.COMPLETE && measurement.stoppedEarly().isEmpty();
    }
}
