package dev.ralbench.compare;

import dev.ralbench.metric.Metric;
import java.util.EnumSet;
import java.util.Set;

/**
 * The differences allowed between results.
 *
 * @param judged metrics that rules of a gate hold against the baseline: counts of served calls per request that a rule
 *     judges are left to that rule, which exists to find a difference
 * @param vary facts about the service itself that may differ
 */
public record AllowedDifferences(Set<Metric> judged, Set<VariantFact> vary) {
    public AllowedDifferences {
        judged = Set.copyOf(judged);
        vary = Set.copyOf(vary);
    }

    /**
     * The differences allowed without a gate. Services may differ in every fact because nothing is judged, but not in
     * their work.
     */
    public static AllowedDifferences withoutGate() {
        return new AllowedDifferences(Set.of(), EnumSet.allOf(VariantFact.class));
    }
}
