package dev.ralbench.scenario;

import dev.ralbench.yaml.Format;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Section;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The variables of a scenario's journeys, as its file has them: each step may use those that earlier steps of its journey
 * extract, and those of the steps before all journeys. Known before the file is read, because every text of it is checked while it is read.
 */
final class JourneyVariables {
    private static final Pattern STEP =
            Pattern.compile("(journeys\\.[^.]+|(?:before|after)\\.(?:load|user))\\.steps\\.[^.]+");

    /** The variables of each step of a journey, and of no step, by path; each with the first step that extracts it. */
    private final Map<String, Map<String, String>> byPath = new LinkedHashMap<>();

    private JourneyVariables() {}

    /** Those of a document; none if it has no journeys, and nothing before them. */
    static JourneyVariables in(Node.Mapping scenario) {
        var variables = new JourneyVariables();
        var ofLoad = variables.around(scenario, JourneyReader.BEFORE, JourneyReader.LOAD, Map.of());
        var ofUser = variables.around(scenario, JourneyReader.BEFORE, JourneyReader.USER, ofLoad);
        var all = new LinkedHashMap<>(ofUser);
        each(scenario, ScenarioFormat.SCENARIO, "journeys", (name, journey, format) -> {
            var known = variables.steps("journeys." + name, journey, format, ofUser);
            known.forEach(all::putIfAbsent);
        });
        variables
                .around(scenario, JourneyReader.AFTER, JourneyReader.USER, ofUser)
                .forEach(all::putIfAbsent);
        variables
                .around(scenario, JourneyReader.AFTER, JourneyReader.LOAD, ofLoad)
                .forEach(all::putIfAbsent);
        variables.byPath.put("request", all); // each step that has it is checked for itself
        variables.byPath.put("requests", ofUser);
        variables.byPath.put("variants", ofUser);
        return variables;
    }

    /** Those of steps before or after, in addition to those that are known to them; each with its step and that. */
    private Map<String, String> around(Node.Mapping scenario, String when, String whose, Map<String, String> known) {
        var all = new LinkedHashMap<>(known);
        var format = ScenarioFormat.SCENARIO.below(when);
        scenario.mapping(Section.asWritten(scenario, ScenarioFormat.SCENARIO, when))
                .ifPresent(both -> both.mapping(Section.asWritten(both, format, whose))
                        .ifPresent(part -> steps(when + "." + whose, part, format.below(whose), known)
                                .forEach((variable, step) ->
                                        all.putIfAbsent(variable, step + " of " + when + "." + whose))));
        return all;
    }

    /** Those after the last of the steps. */
    private Map<String, String> steps(String path, Node.Mapping above, Format format, Map<String, String> before) {
        var known = new LinkedHashMap<>(before);
        each(above, format, "steps", (step, keys, formatOfStep) -> {
            byPath.put(path + ".steps." + step, new LinkedHashMap<>(known));
            extracted(keys, formatOfStep).forEach(variable -> known.putIfAbsent(variable, step));
        });
        byPath.put(path, known);
        return known;
    }

    @FunctionalInterface
    private interface Entry {
        void accept(String name, Node.Mapping mapping, Format format);
    }

    /** Also under a misspelt key: its reader reports that, and goes on as if it were right. */
    private static void each(Node.Mapping above, Format format, String key, Entry entry) {
        var each = format.below(key);
        var named = above.mapping(Section.asWritten(above, format, key));
        named.ifPresent(mappings -> mappings.entries()
                .keySet()
                .forEach(name ->
                        mappings.mapping(name).ifPresent(mapping -> entry.accept(name, mapping, each.below(name)))));
    }

    private static Set<String> extracted(Node.Mapping step, Format format) {
        return step.mapping(Section.asWritten(step, format, "extract"))
                .map(mapping -> mapping.entries().keySet())
                .orElse(Set.of());
    }

    /**
     * Those that a text may use, in the order of the file.
     *
     * @param path of the text, such as {@code journeys.buy.steps.order.headers.Authorization}
     * @return the step that extracts each
     */
    Map<String, String> at(String path) {
        var step = STEP.matcher(path);
        return byPath.getOrDefault(step.lookingAt() ? step.group() : path.split("\\.", 2)[0], Map.of());
    }

    /** The step of the same journey that extracts a variable, which a text may not use yet. */
    Optional<String> later(String path, String variable) {
        var step = STEP.matcher(path);
        return step.lookingAt()
                ? Optional.ofNullable(
                        byPath.getOrDefault(step.group(1), Map.of()).get(variable))
                : Optional.empty();
    }
}
