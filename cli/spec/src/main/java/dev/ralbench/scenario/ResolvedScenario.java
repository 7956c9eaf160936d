package dev.ralbench.scenario;

import dev.ralbench.Failure;
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

    /** Runs a check of the scenario; a failure that begins with a key is thrown with the place of that key. */
    public void placing(Runnable check) {
        try {
            check.run();
        } catch (Failure failure) {
            throw placed(failure);
        }
    }

    private Failure placed(Failure failure) {
        int colon = failure.what().indexOf(": ");
        var key = colon < 0 ? "" : failure.what().substring(0, colon);
        return origins.stream()
                .filter(value -> value.path().equals(key) || value.path().startsWith(key + "."))
                .findFirst()
                .filter(value -> !key.isEmpty())
                .map(value -> new Failure(
                                failure.kind(), value.place() + ": " + failure.what(), failure.why(), failure.fix())
                        .causedBy(failure))
                .orElse(failure);
    }
}
