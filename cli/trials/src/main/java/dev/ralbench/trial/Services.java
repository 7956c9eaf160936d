package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.dependency.Environments;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.placement.Placement;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.secret.Secrets;
import dev.ralbench.service.RunningTarget;
import dev.ralbench.service.TargetDefinition;
import dev.ralbench.service.TargetLauncher;
import dev.ralbench.service.TargetPreparation;
import dev.ralbench.service.TargetProbes;
import java.nio.file.Path;
import java.util.Map;

/**
 * How everything that a run measures is had.
 *
 * @param runtime {@code process} or {@code docker}: the same for all that takes part
 * @param facts of the runtime that must be equal for results to be comparable
 * @param sources where the user wants servers to come from
 * @param secrets that the scenario names
 * @param singleRequests to look at answers before a load
 * @param placement who is to run on which CPUs
 */
public record Services(
        String runtime,
        Map<String, String> facts,
        TargetDefinitions definitions,
        TargetPreparation preparation,
        TargetLauncher launcher,
        Environments environments,
        ServerSources sources,
        Secrets secrets,
        TargetProbes probes,
        SingleRequests singleRequests,
        Placement placement) {

    /**
     * Makes sure that targets that are to run already do.
     *
     * @throws Failure naming the first that does not answer
     */
    void requireRunning(Scenario scenario) {
        for (var variant : scenario.variants()) {
            if (definitions.of(variant, scenario) instanceof TargetDefinition.Running running) {
                launcher.requireRunning(running);
            }
        }
    }

    /**
     * Starts a target and waits until it can be measured. If it fails because of its start-up cache, that is made again
     * and the start tried once more.
     *
     * @param words what the target's placeholders stand for
     * @param log for its output
     */
    RunningTarget start(TargetDefinition target, Map<String, String> words, Path log) throws InterruptedException {
        try {
            return launcher.start(target, words, log);
        } catch (Failure failure) {
            if (!preparation.isCacheMadeAgain(target, log)) {
                throw failure;
            }
            return launcher.start(target, words, log);
        }
    }
}
