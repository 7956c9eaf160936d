package dev.ralbench.scenario;

import dev.ralbench.ResourceLimits;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One row of the result table: a target and its request.
 *
 * @param name the key in the scenario file
 * @param request the scenario's request, with the variant's own path if it has one, and the query of both
 * @param expectFailures why requests fail, if the variant is meant to show that
 * @param limits for the target and all that it starts
 * @param published its name in the study that the scenario reproduces, if the scenario says one
 * @param labels the author's notes on the service, such as its revision; goes into the result and changes nothing
 */
public record Variant(
        String name,
        TargetChoice target,
        ScenarioRequest request,
        ResourceLimits limits,
        Optional<String> published,
        Optional<String> expectFailures,
        Map<String, String> labels) {
    public Variant {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /** {@code sequential (v1)} if its study has another name for it, else its name. */
    public String title() {
        return title(name, published);
    }

    /** The title of a variant of which only the names are known. */
    public static String title(String name, Optional<String> published) {
        return published
                .filter(other -> !other.equals(name))
                .map(other -> name + " (" + other + ")")
                .orElse(name);
    }

    /** A variant without limits, published name or labels. */
    public Variant(String name, TargetChoice target, ScenarioRequest request, Optional<String> expectFailures) {
        this(name, target, request, ResourceLimits.none(), Optional.empty(), expectFailures, Map.of());
    }
}
