package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.Variant;
import dev.ralbench.service.RunningTarget;
import dev.ralbench.service.TargetDefinition;
import dev.ralbench.service.TargetLauncher;
import dev.ralbench.service.TargetPreparation;
import dev.ralbench.service.TargetProbes;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * The means to run a run's targets.
 *
 * @param definitions of each variant
 * @param preparation does the one-time work
 * @param launcher starts them
 * @param probes look into them
 */
public record Targets(
        TargetDefinitions definitions, TargetPreparation preparation, TargetLauncher launcher, TargetProbes probes) {

    /**
     * Looks for mistakes in the variants' names.
     *
     * @throws Failure naming the first
     */
    void check(Scenario scenario) {
        definitions.check(scenario);
    }

    TargetDefinition definition(Variant variant, Scenario scenario) {
        return definitions.of(variant, scenario);
    }

    /** Variants that cannot be started here. Fetches the libraries of the others, if they are not there yet. */
    SkippedVariants skipped(Scenario scenario) throws InterruptedException {
        return definitions.skipped(scenario, preparation);
    }

    /** Everything that is made once, before the first trial. */
    PreparedTargets prepare(Scenario scenario) throws InterruptedException {
        return definitions.prepare(scenario, preparation);
    }

    /** The same for a look at one target, without the caches that shorten later starts. */
    PreparedTargets prepareWithoutCaches(Scenario scenario) throws InterruptedException {
        return definitions.prepareWithoutCaches(scenario, preparation);
    }

    /**
     * Makes sure that targets that are to run already do.
     *
     * @return what the user should know of their addresses, line by line
     * @throws Failure naming the first that does not answer
     */
    List<String> requireRunning(Scenario scenario) {
        var notes = new LinkedHashSet<String>();
        for (var variant : scenario.variants()) {
            if (definitions.of(variant, scenario) instanceof TargetDefinition.Running running) {
                launcher.requireRunning(running).ifPresent(notes::add);
            }
        }
        return List.copyOf(notes);
    }

    /**
     * Starts a target and waits until it can be measured. If it fails because of its start-up cache, that is made again
     * and the start tried once more.
     *
     * @param placeholders the values of the target's placeholders
     * @param log for its output
     */
    RunningTarget start(TargetDefinition target, Map<String, String> placeholders, Path log)
            throws InterruptedException {
        try {
            return launcher.start(target, placeholders, log);
        } catch (Failure failure) {
            if (!preparation.isCacheMadeAgain(target, log)) {
                throw failure;
            }
            return launcher.start(target, placeholders, log);
        }
    }
}
