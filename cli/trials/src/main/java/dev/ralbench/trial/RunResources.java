package dev.ralbench.trial;

import dev.ralbench.dependency.Environments;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.placement.Placement;
import dev.ralbench.secret.Secrets;
import java.util.Map;

/**
 * How everything that a run measures is had.
 *
 * @param runtime how all that takes part is started
 * @param targets what is measured
 * @param environments what runs next to it
 * @param sources where the user wants servers to come from
 * @param secrets that the scenario names
 * @param singleRequests to look at responses before a load
 * @param placement who is to run on which CPUs
 */
public record RunResources(
        RuntimeFacts runtime,
        Targets targets,
        Environments environments,
        ServerSources sources,
        Secrets secrets,
        SingleRequests singleRequests,
        Placement placement) {

    /**
     * How services are started: the same for all that takes part.
     *
     * @param name {@code process} or {@code docker}
     * @param facts that must be equal for results to be comparable
     */
    public record RuntimeFacts(String name, Map<String, String> facts) {
        public RuntimeFacts {
            facts = Map.copyOf(facts);
        }
    }
}
