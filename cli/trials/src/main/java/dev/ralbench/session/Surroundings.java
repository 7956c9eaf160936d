package dev.ralbench.session;

import dev.ralbench.Clock;
import dev.ralbench.dependency.DependencyKinds;
import dev.ralbench.process.UserCache;
import dev.ralbench.result.PredictionAddition;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.trial.TargetDefinitions;
import dev.ralbench.trial.calibration.Calibration;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a session finds around it.
 *
 * @param environment variables of the environment
 * @param scenarios the built-in ones
 * @param targets the built-in ones
 * @param kinds of the dependencies that can be had
 * @param calibration finds the most that the load generator can send
 * @param predictions what is added to those of a scenario
 * @param tool the name and version of ralbench that results record
 */
public record Surroundings(
        Map<String, String> environment,
        ScenarioCatalog scenarios,
        TargetCatalog targets,
        DependencyKinds kinds,
        Clock clock,
        Calibration calibration,
        PredictionAddition predictions,
        String tool) {
    public Surroundings {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /** The same with another environment. */
    Surroundings with(Map<String, String> variables) {
        return new Surroundings(variables, scenarios, targets, kinds, clock, calibration, predictions, tool);
    }

    /** Gets from variants to the definitions of their targets. */
    TargetDefinitions definitions() {
        return new TargetDefinitions(targets, kinds);
    }

    /** The user's cache directory. */
    public UserCache cache() {
        return cache(environment);
    }

    /** The user's cache directory in an environment. */
    public static UserCache cache(Map<String, String> environment) {
        return UserCache.of(environment, Path.of(System.getProperty("user.home", ".")));
    }

    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank());
    }
}
