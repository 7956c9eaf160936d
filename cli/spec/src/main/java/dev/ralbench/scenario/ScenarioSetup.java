package dev.ralbench.scenario;

import dev.ralbench.load.Workload;
import dev.ralbench.scenario.ScenarioWorkload.Step;
import dev.ralbench.secret.Secrets;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * {@code before} and {@code after}: requests around a load, and around the journeys of each user, that no figure counts.
 *
 * @param beforeLoad sent once, before anything else; all users know its variables
 * @param beforeUser sent by each user, before its first request
 * @param renewOn statuses after which a user sends {@code beforeUser} again
 * @param afterUser sent by each user, when it leaves or the load ends
 * @param afterLoad sent once, after everything else
 */
public record ScenarioSetup(
        List<Step> beforeLoad,
        List<Step> beforeUser,
        Set<Integer> renewOn,
        List<Step> afterUser,
        List<Step> afterLoad) {
    /** Nothing is sent. */
    public static final ScenarioSetup NONE = new ScenarioSetup(List.of(), List.of(), Set.of(), List.of(), List.of());

    public ScenarioSetup {
        beforeLoad = List.copyOf(beforeLoad);
        beforeUser = List.copyOf(beforeUser);
        renewOn = Collections.unmodifiableSet(new LinkedHashSet<>(renewOn));
        afterUser = List.copyOf(afterUser);
        afterLoad = List.copyOf(afterLoad);
    }

    /** All requests, in the order in which they are sent. */
    List<ScenarioRequest> requests() {
        return Stream.of(beforeLoad, beforeUser, afterUser, afterLoad)
                .flatMap(List::stream)
                .map(Step::request)
                .toList();
    }

    /**
     * What users have and send. It holds the secrets: nothing of it may be printed or stored.
     *
     * @param given the variables of {@code beforeLoad}
     */
    public Workload.Setup ofUsers(Secrets secrets, RequestData data, Map<String, String> given) {
        return new Workload.Setup(given, filled(beforeUser, secrets, data), filled(afterUser, secrets, data), renewOn);
    }

    /** Steps as they are sent; they hold the secrets. */
    public static List<Workload.Step> filled(List<Step> steps, Secrets secrets, RequestData data) {
        return steps.stream().map(step -> step.filled(secrets, data)).toList();
    }
}
