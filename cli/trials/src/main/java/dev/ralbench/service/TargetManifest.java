package dev.ralbench.service;

import dev.ralbench.Failure;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A built-in target as its {@code target.yaml} describes it.
 *
 * @param code what it consists of
 * @param ready path that answers 2xx when the service can be measured
 * @param counters path of its own counters, in the text format of Prometheus
 * @param environment variables, with placeholders
 * @param train command that makes the cache {@code ${aotCache}} and ends, where the target can
 * @param calibrate options whose value is measured, by name
 * @param options shell text by option name, in which {@code ${value}} stands for the value given
 */
record TargetManifest(
        String title,
        Code code,
        String command,
        String ready,
        Optional<String> counters,
        Map<String, String> environment,
        Map<String, String> options,
        Optional<String> train,
        Map<String, CalibratedOption> calibrate) {
    TargetManifest {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        calibrate = Collections.unmodifiableMap(new LinkedHashMap<>(calibrate));
    }

    /** What a target consists of. */
    sealed interface Code {}

    /**
     * A jar that is built.
     *
     * @param module directory of {@code targets} whose build makes it, where that is not the target's own
     * @param file its name
     */
    record Jar(Optional<String> module, String file) implements Code {}

    /**
     * Sources that Node.js runs as they are, next to the {@code package-lock.json} that says which libraries they use.
     *
     * @param main the file that is run
     */
    record NodeSources(String main) implements Code {}

    /**
     * An option whose value is measured on the machine.
     *
     * @param option the option that the outcome is the value of
     * @param command prints the outcome as its last line; {@code ${value}} stands for what the scenario says
     */
    record CalibratedOption(String option, String command) {}

    /** Reads a manifest; {@code file} names it in messages. */
    static TargetManifest parse(String file, String yaml) {
        try {
            var settings = LoadSettings.builder().setLabel(file).build();
            var keys = mapping(file, "the file", new Load(settings).loadFromString(yaml));
            return new TargetManifest(
                    text(file, "title", keys),
                    code(file, keys),
                    text(file, "command", keys),
                    text(file, "ready", keys),
                    Optional.ofNullable(keys.get("counters")).map(String::valueOf),
                    texts(file, "env", keys),
                    texts(file, "options", keys),
                    Optional.ofNullable(keys.get("train")).map(String::valueOf),
                    calibrate(file, keys));
        } catch (YamlEngineException e) {
            throw broken(file, String.valueOf(e.getMessage())).causedBy(e);
        }
    }

    private static Code code(String file, Map<?, ?> keys) {
        if (!keys.containsKey("node")) {
            return new Jar(Optional.ofNullable(keys.get("module")).map(String::valueOf), text(file, "jar", keys));
        }
        for (var key : List.of("jar", "module", "train", "calibrate")) {
            if (keys.containsKey(key)) {
                throw broken(file, key + ": is for targets on the JVM, and node says that this is none");
            }
        }
        return new NodeSources(text(file, "main", mapping(file, "node", keys.get("node"))));
    }

    private static Map<?, ?> mapping(String file, String key, @Nullable Object value) {
        if (value instanceof Map<?, ?> mapping) {
            return mapping;
        }
        throw broken(file, key + ": must be a mapping");
    }

    private static Map<String, String> texts(String file, String key, Map<?, ?> keys) {
        var texts = new LinkedHashMap<String, String>();
        if (keys.containsKey(key)) {
            mapping(file, key, keys.get(key))
                    .forEach((name, text) -> texts.put(String.valueOf(name), String.valueOf(text)));
        }
        return texts;
    }

    private static Map<String, CalibratedOption> calibrate(String file, Map<?, ?> keys) {
        var calibrated = new LinkedHashMap<String, CalibratedOption>();
        if (keys.containsKey("calibrate")) {
            mapping(file, "calibrate", keys.get("calibrate")).forEach((name, value) -> {
                var option = mapping(file, "calibrate." + name, value);
                calibrated.put(
                        String.valueOf(name),
                        new CalibratedOption(text(file, "option", option), text(file, "command", option)));
            });
        }
        return calibrated;
    }

    private static String text(String file, String key, Map<?, ?> keys) {
        if (keys.get(key) instanceof String text) {
            return text;
        }
        throw broken(file, key + ": missing, or not a text");
    }

    private static Failure broken(String file, String why) {
        return Failure.environment(
                file + ": not a target manifest", why, "correct the file; targets/README.md describes it");
    }
}
