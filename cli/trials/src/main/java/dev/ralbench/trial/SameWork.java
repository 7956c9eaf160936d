package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.result.Work;
import dev.ralbench.result.WorkDifference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps a block from being measured whose variants do not do the same work: minutes of load would end in a comparison
 * that is refused.
 */
record SameWork(BlockRule.WorkTest test, TrialStarter starter, RunControl control) {

    /**
     * Whether the block is to be measured. If not, each trial has failed, with the reason and its answer.
     *
     * @param trials that are up and have been looked at
     */
    boolean holds(List<RunningTrial> trials) {
        if (differences(trials).isEmpty()) {
            return true;
        }
        for (var trial : trials) {
            if (!trial.trialRecord().succeedsIn(() -> starter.lookAgain(trial), control)) {
                return true; // the user stops, or the trial says itself what is wrong with it
            }
        }
        var differences = differences(trials);
        differences.stream().findFirst().ifPresent(first -> refuse(trials, first));
        return differences.isEmpty();
    }

    private List<WorkDifference> differences(List<RunningTrial> trials) {
        var seen = new HashMap<String, Work>();
        trials.forEach(trial -> trial.trialRecord().work().ifPresent(work -> seen.put(name(trial), work)));
        return test.differences(seen);
    }

    private static String name(RunningTrial trial) {
        return trial.trial().variant().name();
    }

    /** Each trial's answer is shown next to that of the base, and the base's next to the first that differs. */
    private void refuse(List<RunningTrial> trials, WorkDifference first) {
        var records = new HashMap<String, TrialRecord>();
        trials.forEach(trial -> records.put(name(trial), trial.trialRecord()));
        records.forEach((name, trialRecord) -> other(name, first, records).ifPresent(trialRecord::showAnswerNextTo));
        trials.forEach(trial -> trial.trialRecord()
                .succeedsIn(
                        () -> {
                            throw Failure.incomparable("no load was begun: " + first.words(), "", "");
                        },
                        control));
    }

    private static Optional<TrialRecord> other(String name, WorkDifference first, Map<String, TrialRecord> records) {
        return Optional.ofNullable(records.get(name.equals(first.base()) ? first.variant() : first.base()));
    }
}
