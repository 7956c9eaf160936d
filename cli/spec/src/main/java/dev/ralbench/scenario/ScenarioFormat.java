package dev.ralbench.scenario;

import dev.ralbench.yaml.Format;
import dev.ralbench.yaml.SchemaFormat;
import java.util.LinkedHashMap;
import java.util.Set;

/** The keys of a scenario file, as {@code scenario.schema.json} has them. */
final class ScenarioFormat {
    /** The whole file. A profile's own keys are paths into {@link #REPLACEABLE}. */
    static final Format SCENARIO = SchemaFormat.read(BuiltInScenarios.SCHEMA);

    /** Keys open to profiles and overrides. */
    static final Format REPLACEABLE = replaceable();

    private ScenarioFormat() {}

    private static Format replaceable() {
        var keys = new LinkedHashMap<>(SCENARIO.known());
        keys.keySet().removeAll(Set.of("schema", "name", "extends", "profiles"));
        return new Format.Keys(keys);
    }
}
