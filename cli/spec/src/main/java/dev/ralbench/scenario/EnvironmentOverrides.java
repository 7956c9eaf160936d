package dev.ralbench.scenario;

import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/**
 * The load's settings in the environment: the same as the options of the same names, but weaker. Variables that are set
 * to nothing count as unset, and other {@code RALBENCH_} variables belong to other parts.
 */
public final class EnvironmentOverrides {
    private static final Map<String, String> KEYS = Map.of(
            "RALBENCH_TIMEOUT",
            "load.timeout",
            "RALBENCH_THINK",
            "load.think",
            "RALBENCH_STOP_AFTER",
            "load.stopAfter");

    private EnvironmentOverrides() {}

    public static Overrides read(Map<String, String> environment) {
        var values = new ArrayList<>(ConstantLoad.of(
                value(environment, "RALBENCH_USERS"),
                "RALBENCH_USERS",
                value(environment, "RALBENCH_DURATION"),
                "RALBENCH_DURATION"));
        for (var key : KEYS.entrySet()) {
            value(environment, key.getKey())
                    .ifPresent(text -> values.add(new GivenValue(key.getValue(), text, key.getKey())));
        }
        var overrides = Overrides.of(values);
        return value(environment, "RALBENCH_PROFILE")
                .map(overrides::withProfile)
                .orElse(overrides);
    }

    private static Optional<String> value(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank());
    }
}
