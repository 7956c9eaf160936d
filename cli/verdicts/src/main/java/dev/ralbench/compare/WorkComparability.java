package dev.ralbench.compare;

import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.WorkCheck;
import dev.ralbench.result.WorkDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether variants do the same work per request.
 *
 * @param found what keeps them from being compared
 * @param notes other remarks
 */
record WorkComparability(List<WorkDifference> found, List<String> notes) {
    WorkComparability {
        found = List.copyOf(found);
        notes = List.copyOf(notes);
    }

    /** Looks at the trials that count, and at those that would have but for their work. */
    static WorkComparability of(List<ResultSource> sources, AllowedDifferences allowed) {
        var runs = sources.stream().map(ResultSource::run).toList();
        var all = WorkCheck.of(runs, WorkComparability::counting, allowed.usualWork());
        var found = new ArrayList<WorkDifference>();
        var notes = new ArrayList<>(all.notes());
        for (var each : all.differences()) {
            allowed.judging(each)
                    .ifPresentOrElse(
                            metric -> notes.add(each.words() + ": left to the rule on " + metric.key()),
                            () -> found.add(each));
        }
        return new WorkComparability(found, notes);
    }

    /** The same as facts in which results differ. */
    List<Difference> differences() {
        return found.stream()
                .map(each -> new Difference(each.field(), each.expected(), each.found()))
                .toList();
    }

    private static Stream<TrialResult> counting(RunResult run) {
        return Blocks.lastAttempts(run).values().stream()
                .flatMap(List::stream)
                .filter(trial -> trial.counts() || trial.wasRefusedForItsWork());
    }
}
