package dev.ralbench.scenario;

import dev.ralbench.load.Workload;
import dev.ralbench.load.Workload.Journey;
import dev.ralbench.secret.Secrets;
import java.util.List;

/**
 * What users send if that is more than one request, with placeholders in place of secrets.
 *
 * @param requests in the order of the file
 */
public record ScenarioWorkload(List<Part> requests) {
    public ScenarioWorkload {
        requests = List.copyOf(requests);
    }

    /**
     * One of the requests that users draw.
     *
     * @param weight above 0: how often it is drawn, compared with the others
     */
    public record Part(String name, double weight, ScenarioRequest request) {}

    /**
     * What is sent. It holds the secrets: nothing of it may be printed or stored.
     *
     * @param seed of everything that is left to chance
     */
    public Workload filled(Secrets secrets, long seed) {
        return new Workload(
                requests.stream()
                        .map(part -> Journey.of(
                                part.name(), part.weight(), part.request().filled(secrets)))
                        .toList(),
                List.of(),
                seed);
    }
}
