package dev.ralbench.result;

import dev.ralbench.scenario.WorkRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Whether the variants of a run do the same work, as far as its scenario asks for it. */
public final class WorkCheck {
    private static final int USUAL_STATUS = 200;

    private WorkCheck() {}

    /**
     * Differences in words, each beginning with the variant's name; empty where there are none, or where nothing was
     * looked at. Every variant is held against the first one that has no reason to differ.
     */
    public static List<String> differences(RunResult run) {
        return differences(rule(run.scenario()), looks(run), expectedStatus(run.scenario()));
    }

    /** @param looks by variant, in the order of the scenario */
    static List<String> differences(WorkRule rule, Map<String, List<Work>> looks, int expectedStatus) {
        if (rule.same() == WorkRule.Same.NOTHING || looks.values().stream().allMatch(List::isEmpty)) {
            return List.of();
        }
        var held = new LinkedHashMap<>(looks);
        held.keySet().removeAll(rule.differs().keySet());
        var differences = new ArrayList<String>();
        Optional<WorkPair> first = Optional.empty();
        for (var variant : held.entrySet()) {
            var name = variant.getKey();
            var work = Work.common(variant.getValue(), expectedStatus);
            if (work.isEmpty()) {
                differences.add(name + " did not answer the single requests before the load");
                continue;
            }
            var base = first.orElse(new WorkPair(name, work.get(), name, work.get()));
            differences.addAll(new WorkPair(base.base(), base.baseWork(), name, work.get()).differences(rule.same()));
            first = Optional.of(base);
        }
        return differences;
    }

    /** Of variants of which something was measured: why another one was not is told elsewhere. */
    private static Map<String, List<Work>> looks(RunResult run) {
        var looks = new LinkedHashMap<String, List<Work>>();
        mapping(run.scenario(), "variants").keySet().forEach(name -> looks.put(String.valueOf(name), List.of()));
        looks.replaceAll((name, none) -> run.trials().stream()
                .filter(trial -> trial.variant().equals(name))
                .flatMap(trial -> trial.work().stream())
                .toList());
        looks.keySet()
                .removeIf(name -> run.trials().stream()
                        .filter(trial -> trial.variant().equals(name))
                        .allMatch(trial -> trial.measurement().isEmpty()));
        return looks;
    }

    /** As the document of a result has it; documents of earlier versions have none. */
    private static WorkRule rule(Map<String, Object> scenario) {
        var work = mapping(scenario, "work");
        if (!(work.get("same") instanceof String same)) {
            return WorkRule.strict();
        }
        var reasons = new LinkedHashMap<String, String>();
        mapping(work, "differs").forEach((name, reason) -> reasons.put(String.valueOf(name), String.valueOf(reason)));
        return new WorkRule(WorkRule.Same.valueOf(same.toUpperCase(Locale.ROOT)), reasons);
    }

    private static int expectedStatus(Map<String, Object> scenario) {
        return mapping(mapping(scenario, "request"), "expect").get("status") instanceof Number status
                ? status.intValue()
                : USUAL_STATUS;
    }

    private static Map<?, ?> mapping(Map<?, ?> document, String key) {
        return document.get(key) instanceof Map<?, ?> mapping ? mapping : Map.of();
    }
}
