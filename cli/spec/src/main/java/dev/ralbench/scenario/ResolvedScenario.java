package dev.ralbench.scenario;

import dev.ralbench.yaml.Value;
import java.util.List;

/**
 * A scenario with everything merged in.
 *
 * @param origins each value and where it comes from, in the order of the canonical document
 */
public record ResolvedScenario(Scenario scenario, List<Value> origins) {
    public ResolvedScenario {
        origins = List.copyOf(origins);
    }
}
