package dev.ralbench.report;

import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.validity.BusyMachine;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Blocks that were measured again, why, and those that should have been. */
final class RepeatNotes {
    private static final String NO_MORE =
            " is invalid and was not measured again: only blocks that the machine disturbed are,"
                    + " at most a quarter of the planned blocks, and at least one";

    private RepeatNotes() {}

    static Stream<String> of(RunResult run, boolean isDetailed) {
        var counting = run.lastAttempts();
        var replaced = run.trials().stream()
                .filter(trial -> !counting.contains(trial))
                .filter(trial -> isInvalid(trial))
                .map(trial -> "block " + trial.id().block() + " was measured again: "
                        + trial.id().variant() + ": "
                        + String.join("; ", reasons(trial, isDetailed)));
        return Stream.concat(replaced, notRepeated(run, counting));
    }

    private static List<String> reasons(TrialResult trial, boolean isDetailed) {
        var reasons = trial.validity().reasons();
        return isDetailed ? reasons : BusyMachine.told(reasons);
    }

    /**
     * Notes invalid blocks that were not measured again. A run without repeats needs none: another note names its
     * invalid trials.
     */
    private static Stream<String> notRepeated(RunResult run, List<TrialResult> counting) {
        if (run.trials().size() == counting.size()) {
            return Stream.empty();
        }
        var blocks = counting.stream()
                .filter(trial -> trial.status() != TrialResult.Status.ABORTED)
                .filter(trial -> trial.measurement().isPresent())
                .filter(RepeatNotes::isInvalid)
                .map(trial -> String.valueOf(trial.id().block()))
                .distinct()
                .collect(Collectors.joining(", "));
        return blocks.isEmpty() ? Stream.empty() : Stream.of("block " + blocks + NO_MORE);
    }

    private static boolean isInvalid(TrialResult trial) {
        return trial.validity().verdict() == TrialResult.ValidityLevel.INVALID;
    }
}
