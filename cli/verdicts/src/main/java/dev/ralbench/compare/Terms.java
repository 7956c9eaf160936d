package dev.ralbench.compare;

import dev.ralbench.measurement.Metric;
import java.util.EnumSet;
import java.util.Set;

/**
 * What may differ between results that are compared.
 *
 * @param judged metrics that rules of a gate hold against the baseline: what a server serves per request and a rule
 *     judges is left to the rule, as a difference there is what the rule is for
 * @param vary facts about the service itself that may differ
 */
public record Terms(Set<Metric> judged, Set<SubjectFact> vary) {
    public Terms {
        judged = Set.copyOf(judged);
        vary = Set.copyOf(vary);
    }

    /** Without a gate nothing is judged, so services may differ in everything; the work they do may not. */
    public static Terms withoutGate() {
        return new Terms(Set.of(), EnumSet.allOf(SubjectFact.class));
    }
}
