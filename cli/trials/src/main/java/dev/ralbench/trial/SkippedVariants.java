package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.result.RunResult;
import dev.ralbench.scenario.Scenario;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Variants that this machine cannot start, because it lacks their targets' runtime: a run goes on without them.
 *
 * @param reasons why, by the names of the variants, in the order of the scenario
 */
record SkippedVariants(SequencedMap<String, Failure> reasons) {
    /** Those of a scenario, in its order. */
    static SkippedVariants of(Scenario scenario, Map<String, Failure> reasons) {
        var ordered = new LinkedHashMap<String, Failure>();
        scenario.variants()
                .forEach(variant -> Optional.ofNullable(reasons.get(variant.name()))
                        .ifPresent(reason -> ordered.put(variant.name(), reason)));
        return new SkippedVariants(ordered);
    }

    /**
     * The rest of a plan.
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
            // Without it, the gate would pass an unmeasured variant.
            throw because("the gate needs variant " + first.getKey() + ", which cannot be measured", first.getValue());
        }
        return plan.without(reasons.keySet());
    }

    private static Failure because(String what, Failure reason) {
        return Failure.environment(what, words(reason), reason.fix()).causedBy(reason);
    }

    /** One line for each reason, with the variants that it is of. */
    List<String> lines() {
        return RunResult.skippedInWords(inWords());
    }

    /** The reasons with how to change them, for the result. */
    Map<String, String> inWords() {
        var words = new LinkedHashMap<String, String>();
        reasons.forEach((variant, reason) -> words.put(variant, words(reason) + "; " + reason.fix()));
        return words;
    }

    private static String words(Failure reason) {
        return reason.why().isEmpty() ? reason.what() : reason.what() + ": " + reason.why();
    }
}
