package dev.ralbench.compare;

import dev.ralbench.metric.Metric;
import dev.ralbench.result.WorkDifference;
import dev.ralbench.scenario.WorkRule;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The differences allowed between results.
 *
 * @param judged metrics that rules of a gate hold against the baseline: counts of served calls per request that a rule
 *     judges are left to that rule, which exists to find a difference
 * @param vary facts about the service itself that may differ
 * @param usualWork how much of the answers has to be the same if the scenario does not say
 */
public record AllowedDifferences(Set<Metric> judged, Set<VariantFact> vary, WorkRule.Same usualWork) {
    public AllowedDifferences {
        judged = Set.copyOf(judged);
        vary = Set.copyOf(vary);
    }

    /** The differences that a gate allows between builds of one service. */
    public static AllowedDifferences ofGate(Set<Metric> judged, Set<VariantFact> vary) {
        return new AllowedDifferences(judged, vary, WorkRule.IN_GATES);
    }

    /** The metric of a rule that judges this difference, if there is one. */
    public Optional<Metric> judging(WorkDifference difference) {
        return judged.stream()
                .filter(metric ->
                        difference.server().filter(metric::isServedPerRequestBy).isPresent())
                .findFirst();
    }

    /**
     * The differences allowed without a gate. Services may differ in every fact because nothing is judged, but not in
     * their work.
     */
    public static AllowedDifferences withoutGate() {
        return new AllowedDifferences(Set.of(), EnumSet.allOf(VariantFact.class), WorkRule.IN_TABLES);
    }
}
