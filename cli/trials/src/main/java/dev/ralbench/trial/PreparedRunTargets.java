package dev.ralbench.trial;

import dev.ralbench.dependency.PreparedEnvironment;
import dev.ralbench.scenario.Scenario;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The targets of a run and their dependencies on this machine, with everything that is made once, before the first trial. */
record PreparedRunTargets(PreparedTargets targets, PreparedEnvironment environment) {

    /** @param notes receives what the user should know of addresses */
    static PreparedRunTargets prepare(RunResources resources, Scenario scenario, Consumer<String> notes)
            throws InterruptedException {
        if (scenario.needs().isEmpty()) { // else a target may wait for its needs, which are started for each trial
            resources.targets().requireRunning(scenario).forEach(notes);
        }
        // In this order: nothing else may run while a value is measured.
        var targets = resources.targets().prepare(scenario);
        return new PreparedRunTargets(targets, resources.environments().prepare(scenario.needs(), resources.sources()));
    }

    PreparedRunTargets with(PreparedTargets others) {
        return new PreparedRunTargets(others, environment);
    }

    /** Facts that must be equal for results to be comparable. */
    Map<String, String> software() {
        var software = new TreeMap<>(environment.software());
        software.put("startUpCache", targets.startUpCache() ? "yes" : "no");
        return software;
    }
}
