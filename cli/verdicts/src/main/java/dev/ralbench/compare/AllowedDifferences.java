package dev.ralbench.compare;

import dev.ralbench.metric.Metric;
import java.util.EnumSet;
import java.util.Set;

/**
 * What may differ between results that are compared.
 *
 * @param judged metrics that rules of a gate hold against the baseline: what a server serves per request and a rule
 *     judges is left to the rule, as a difference there is what the rule is for
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
