package dev.ralbench.trial;

import dev.ralbench.Failure;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * Variants that this machine cannot start, because it lacks the program that runs their targets: a run goes on without
 * them.
 *
 * @param reasons why, by the names of the variants, in the order of the scenario
 */
record SkippedVariants(SequencedMap<String, Failure> reasons) {

    /**
     * What is left of a plan.
     *
     * @throws Failure if that is nothing, or too little for its gate
     */
    RunPlan leftOf(RunPlan plan) {
        if (reasons.isEmpty()) {
            return plan;
        }
        var first = reasons.firstEntry();
        if (reasons.size() == plan.scenario().variants().size()) {
            throw because("no variant of " + plan.scenario().name() + " can be measured", first.getValue());
        }
        if (plan.design().gate().isPresent()) {
            // Judged without it, the gate would pass what it has not seen.
            throw because("the gate needs variant " + first.getKey() + ", which cannot be measured", first.getValue());
        }
        return plan.without(reasons.keySet());
    }

    private static Failure because(String what, Failure reason) {
        return Failure.environment(what, inWords(reason), reason.fix()).causedBy(reason);
    }

    /** One line for each reason, with the variants that it is of, and how to change it. */
    List<String> lines() {
        var variants = new LinkedHashMap<String, LinkedHashSet<String>>();
        reasons.forEach((variant, reason) -> variants.computeIfAbsent(
                        inWords(reason) + "; " + reason.fix(), line -> new LinkedHashSet<>())
                .add(variant));
        return variants.entrySet().stream()
                .map(entry -> "skipped: " + String.join(", ", entry.getValue()) + ": " + entry.getKey())
                .toList();
    }

    /** The reasons in words, for the result. */
    Map<String, String> inWords() {
        return reasons.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> inWords(entry.getValue()), (a, b) -> a, LinkedHashMap::new));
    }

    private static String inWords(Failure reason) {
        return reason.why().isEmpty() ? reason.what() : reason.what() + ": " + reason.why();
    }
}
