package dev.ralbench.compare;

import dev.ralbench.metric.Metric;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.WorkCheck;
import dev.ralbench.result.WorkDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whether variants do the same work per request.
 *
 * @param differences that keep it from being compared
 * @param notes other remarks
 */
record WorkComparability(List<Difference> differences, List<String> notes) {
    WorkComparability {
        differences = List.copyOf(differences);
        notes = List.copyOf(notes);
    }

    /**
     * Looks at the trials that count.
     *
     * @param judged metrics that rules of a gate hold against the baseline
     */
    static WorkComparability of(List<ResultSource> sources, Set<Metric> judged) {
        var runs = sources.stream().map(ResultSource::run).toList();
        var found = WorkCheck.of(runs, WorkComparability::counting);
        var differences = new ArrayList<Difference>();
        var notes = new ArrayList<>(found.notes());
        for (var each : found.differences()) {
            var rule = judged.stream()
                    .filter(metric ->
                            each.server().filter(metric::isServedPerRequestBy).isPresent())
                    .findFirst();
            rule.ifPresentOrElse(
                    metric -> notes.add(each.words() + ": left to the rule on " + metric.key()),
                    () -> differences.add(difference(each)));
        }
        return new WorkComparability(differences, notes);
    }

    private static Difference difference(WorkDifference each) {
        return new Difference(each.field(), each.expected(), each.found());
    }

    private static Stream<TrialResult> counting(RunResult run) {
        return Blocks.lastAttempts(run).values().stream().flatMap(List::stream).filter(TrialResult::counts);
    }
}
