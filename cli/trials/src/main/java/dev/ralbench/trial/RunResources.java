package dev.ralbench.trial;

import dev.ralbench.dependency.Environments;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.placement.Placement;
import dev.ralbench.secret.Secrets;
import java.util.Map;

/**
 * The means to run all that a run measures.
 *
 * @param runtime how all participants are started
 * @param targets that are measured
 * @param environments their dependencies
 * @param sources the user's choice of servers
 * @param secrets that the scenario names
 * @param singleRequests to look at responses before a load
 * @param placement the CPUs of each role
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
