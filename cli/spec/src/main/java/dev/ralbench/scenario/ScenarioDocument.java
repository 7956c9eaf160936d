package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Problems;
import dev.ralbench.yaml.ScalarKind;
import dev.ralbench.yaml.YamlTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tree of a scenario, with all that it takes over from the scenario that it extends. Each value keeps the place where
 * it was written.
 *
 * @param directory where the files lie that it names
 */
record ScenarioDocument(Node.Mapping root, ScenarioDirectory directory) {
    private static final String EXTENDS = "extends";
    /** Every scenario says these of itself. */
    private static final Set<String> OWN = Set.of("schema", "name", "title");

    static ScenarioDocument read(ScenarioText scenario, Problems problems) {
        return read(List.of(scenario), problems);
    }

    /** @param chain the scenario last, before it those that extend it */
    private static ScenarioDocument read(List<ScenarioText> chain, Problems problems) {
        var scenario = chain.getLast();
        var root = YamlTree.readMapping(scenario.source(), ScenarioDirectory.KIND, scenario.text(), problems);
        refuseGate(scenario.source(), root);
        var named = root.find(EXTENDS);
        if (named.isEmpty()) {
            return new ScenarioDocument(root, scenario.directory());
        }
        var own = without(root, Set.of(EXTENDS));
        if (!(named.get().value() instanceof Node.Scalar name) || name.kind() != ScalarKind.TEXT) {
            problems.add(
                    named.get().value().origin(),
                    EXTENDS,
                    "needs the name of a built-in scenario or the path of a file, got "
                            + named.get().value().described());
            return new ScenarioDocument(own, scenario.directory());
        }
        var text = base(scenario, name);
        if (!text.isShownTo(chain.getFirst())) {
            throw noScenario(name);
        }
        var base = read(longer(chain, text, name), problems);
        return new ScenarioDocument(
                new Overlay(problems).over(without(base.root, OWN), own),
                new ScenarioDirectory.Either(scenario.directory(), base.directory));
    }

    private static ScenarioText base(ScenarioText scenario, Node.Scalar name) {
        try {
            return scenario.other(name.text());
        } catch (IllegalArgumentException e) {
            throw Failure.usage(
                            name.origin().place() + ": " + EXTENDS + ": " + e.getMessage(),
                            "",
                            "name a built-in scenario, or a file by its path from this one, such as ./base.yaml")
                    .causedBy(e);
        }
    }

    /** Whoever wrote the scenario must not learn from its messages what is in a file that is none. */
    private static Failure noScenario(Node.Scalar name) {
        return Failure.usage(
                name.origin().place() + ": " + EXTENDS + ": " + name.text() + " is no scenario",
                "it lies outside of this one's directory and does not begin as a scenario does, so nothing of it is shown",
                "name a scenario, which has schema: 1");
    }

    private static List<ScenarioText> longer(List<ScenarioText> chain, ScenarioText next, Node.Scalar name) {
        var longer = new ArrayList<>(chain);
        longer.add(next);
        if (chain.stream().anyMatch(next::isSameFileAs)) {
            throw Failure.usage(
                    name.origin().place() + ": " + EXTENDS + ": a scenario cannot extend itself",
                    longer.stream().map(ScenarioText::source).collect(Collectors.joining(" extends ")),
                    "take one extends out");
        }
        return longer;
    }

    private static void refuseGate(String source, Node.Mapping root) {
        if (root.entries().containsKey("gate")) {
            throw Failure.usage(
                    source + " is a gate, not a scenario",
                    "",
                    "ralbench gate explain " + source + " checks it, run --scenario FILE --gate " + source
                            + " uses it");
        }
    }

    private static Node.Mapping without(Node.Mapping root, Set<String> keys) {
        var entries = new LinkedHashMap<>(root.entries());
        entries.keySet().removeAll(keys);
        return new Node.Mapping(root.origin(), entries);
    }
}
