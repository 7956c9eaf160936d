package dev.ralbench.result;

import dev.ralbench.Failure;
import dev.ralbench.scenario.WorkRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Whether the variants of one or several runs do the same work, as far as their scenario asks for it. Every variant of
 * every run is held against the first one that has no reason to differ.
 */
public final class WorkCheck {
    private static final int USUAL_STATUS = 200;

    private final WorkRule rule;
    private final WorkRule.Same same;
    private final int expectedStatus;
    private final Map<String, WorkDifference> differences = new LinkedHashMap<>();
    private final LinkedHashSet<String> notes = new LinkedHashSet<>();
    private Optional<VariantWork> first = Optional.empty();

    private record VariantWork(String variant, Work work) {}

    private WorkCheck(WorkRule rule, WorkRule.Same usual, int expectedStatus) {
        this.rule = rule;
        this.same = rule.same(usual);
        this.expectedStatus = expectedStatus;
    }

    /**
     * The result.
     *
     * @param differences each once, however many runs show it
     * @param notes on facts that were not compared, and why
     */
    public record Findings(List<WorkDifference> differences, List<String> notes) {
        public Findings {
            differences = List.copyOf(differences);
            notes = List.copyOf(notes);
        }
    }

    /**
     * Differences in words, each beginning with the variant's name; empty if there are none, or if nothing was probed.
     * Covers all trials with a measurement; why others have none is reported elsewhere.
     */
    public static List<String> differences(RunResult run) {
        return of(
                        List.of(run),
                        each -> each.trials().stream()
                                .filter(trial -> trial.measurement().isPresent()),
                        WorkRule.IN_TABLES)
                .differences()
                .stream()
                .map(WorkDifference::words)
                .toList();
    }

    /**
     * Checks several runs whose scenarios have the same rule on equal work.
     *
     * @param trials of a run that are checked
     * @param usual how much has to be the same if neither the scenario nor a gate says: what a gate let through, a table
     *     shows
     * @throws Failure if the scenario asks for something unknown
     */
    public static Findings of(
            List<RunResult> runs, Function<RunResult, Stream<TrialResult>> trials, WorkRule.Same usual) {
        var scenario = runs.getFirst().scenario().document();
        boolean wereGated =
                runs.stream().allMatch(run -> run.layout().design().gate().isPresent());
        var check = new WorkCheck(rule(scenario), wereGated ? WorkRule.IN_GATES : usual, expectedStatus(scenario));
        for (var run : runs) {
            check.add(
                    rule(run.scenario().document()),
                    looks(run, trials.apply(run).toList()));
        }
        return check.findings();
    }

    /**
     * Checks what single requests showed.
     *
     * @param looks by variant, in the order of the scenario
     * @param usual how much has to be the same if the rule does not say
     */
    public static Findings of(WorkRule rule, WorkRule.Same usual, Map<String, List<Work>> looks, int expectedStatus) {
        var check = new WorkCheck(rule, usual, expectedStatus);
        check.add(rule, looks);
        return check.findings();
    }

    private Findings findings() {
        return new Findings(List.copyOf(differences.values()), List.copyOf(notes));
    }

    /**
     * Checks one run. If no variant was probed, the run had no probe; if only some were, the others did not respond.
     */
    private void add(WorkRule ofRun, Map<String, List<Work>> looks) {
        boolean isWanted = same != WorkRule.Same.NOTHING;
        boolean wereAsked = looks.values().stream().anyMatch(of -> !of.isEmpty());
        var unknown = new ArrayList<String>();
        looks.forEach((variant, of) -> {
            var reason = ofRun.differs().get(variant);
            if (reason != null) {
                notes.add(variant + " does other work by intention: " + reason);
            } else if (!isWanted || !wereAsked) {
                unknown.add(variant);
            } else {
                hold(variant, of);
            }
        });
        if (!unknown.isEmpty()) {
            notes.add("what a request makes " + String.join(", ", unknown) + " do was not looked at");
        }
    }

    private void hold(String variant, List<Work> looks) {
        var common = Work.common(looks, expectedStatus);
        if (common.isEmpty()) {
            var words = variant + " did not answer the single requests before the load";
            found(new WorkDifference(
                    variant,
                    variant,
                    WorkDifference.Fact.ANSWER,
                    Optional.empty(),
                    "to single requests before the load",
                    "none",
                    words));
            return;
        }
        var base = first.orElse(new VariantWork(variant, common.get()));
        var pair = new WorkPair(base.variant(), base.work(), variant, common.get());
        var differing = pair.differences(same);
        differing.forEach(this::found);
        if (differing.isEmpty() && rule.stated().isEmpty() && same == WorkRule.Same.SHAPE) {
            pair.otherBytes().ifPresent(notes::add);
        }
        first = Optional.of(base);
    }

    private void found(WorkDifference difference) {
        differences.putIfAbsent(difference.field(), difference);
    }

    /** The work of each variant, in the order of the scenario; variants without a trial are left out. */
    private static Map<String, List<Work>> looks(RunResult run, List<TrialResult> trials) {
        var names = new LinkedHashSet<String>();
        mapping(run.scenario().document(), "variants").keySet().forEach(name -> names.add(String.valueOf(name)));
        trials.forEach(trial -> names.add(trial.id().variant()));
        names.retainAll(
                new HashSet<>(trials.stream().map(trial -> trial.id().variant()).toList()));
        var looks = new LinkedHashMap<String, List<Work>>();
        names.forEach(name -> looks.put(name, new ArrayList<>()));
        trials.forEach(trial -> trial.setup()
                .work()
                .ifPresent(work -> looks.computeIfAbsent(trial.id().variant(), absent -> new ArrayList<>())
                        .add(work)));
        return looks;
    }

    /** The rule on equal work of the scenario in a result. */
    private static WorkRule rule(Map<String, Object> scenario) {
        var work = mapping(scenario, "work");
        var reasons = new LinkedHashMap<String, String>();
        mapping(work, "differs").forEach((name, reason) -> reasons.put(String.valueOf(name), String.valueOf(reason)));
        return new WorkRule(
                work.get("same") instanceof String name ? Optional.of(same(name)) : Optional.empty(), reasons);
    }

    private static WorkRule.Same same(String name) {
        return Arrays.stream(WorkRule.Same.values())
                .filter(each -> each.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> Failure.usage(
                        "work.same of the scenario in a result: there is no " + name,
                        "it is one of "
                                + Arrays.toString(WorkRule.Same.values()).toLowerCase(Locale.ROOT),
                        "take the original file"));
    }

    /** That of the first request, which is sent before the load. */
    private static int expectedStatus(Map<String, Object> scenario) {
        var request = first(mapping(scenario, "requests"))
                .or(() -> first(mapping(scenario, "journeys")).flatMap(journey -> first(mapping(journey, "steps"))))
                .orElseGet(() -> mapping(scenario, "request"));
        var status = mapping(request, "expect").get("status");
        var usual = status instanceof List<?> several && !several.isEmpty() ? several.getFirst() : status;
        return usual instanceof Number number ? number.intValue() : USUAL_STATUS;
    }

    private static Optional<Map<?, ?>> first(Map<?, ?> named) {
        return named.values().stream()
                .findFirst()
                .map(value -> value instanceof Map<?, ?> mapping ? mapping : Map.of());
    }

    private static Map<?, ?> mapping(Map<?, ?> document, String key) {
        return document.get(key) instanceof Map<?, ?> mapping ? mapping : Map.of();
    }
}
