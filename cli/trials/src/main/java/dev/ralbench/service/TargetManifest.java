package dev.ralbench.service;

import dev.ralbench.Failure;
import dev.ralbench.yaml.FileKind;
import dev.ralbench.yaml.Format;
import dev.ralbench.yaml.Problems;
import dev.ralbench.yaml.Reading;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import dev.ralbench.yaml.YamlTree;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A built-in target as its {@code target.yaml} describes it.
 *
 * @param code its jar or sources
 * @param ready path that answers 2xx when the service can be measured
 * @param counters path of its own counters, in the text format of Prometheus
 * @param environment variables, with placeholders
 * @param train command that makes the cache {@code ${aotCache}} and ends, if the target can
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
    private static final FileKind KIND = new FileKind("target manifest", "title: TEXT", "targets/README.md", "");
    private static final Format FORMAT = format();
    private static final List<String> ONLY_JVM = List.of("jar", "module", "train", "calibrate");

    TargetManifest {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        calibrate = Collections.unmodifiableMap(new LinkedHashMap<>(calibrate));
    }

    /** A target's jar or sources. */
    sealed interface Code {}

    /**
     * A jar that is built.
     *
     * @param module directory of {@code targets} whose build makes it, unless that is the target's own
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
     * @param command prints the outcome as its last line; {@code ${value}} stands for the scenario's value
     */
    record CalibratedOption(String option, String command) {}

    /**
     * Reads a manifest.
     *
     * @param file names it in messages
     * @throws Failure that lists everything wrong with it
     */
    static TargetManifest parse(String file, String yaml) {
        var problems = new Problems();
        var root = YamlTree.readMapping(file, KIND, yaml, problems);
        var manifest = read(Section.open(Reading.into(problems), "", root, FORMAT));
        problems.throwIfAny(file, KIND.fix());
        return manifest;
    }

    private static Format format() {
        var keys = new LinkedHashMap<>(values("title", "module", "jar", "command", "ready", "counters", "train"));
        keys.put("node", new Format.Keys(values("main")));
        keys.put("env", new Format.Texts());
        keys.put("options", new Format.Texts());
        keys.put("calibrate", new Format.Named(new Format.Keys(values("option", "command"))));
        return new Format.Keys(keys);
    }

    private static Map<String, Format> values(String... names) {
        var keys = new LinkedHashMap<String, Format>();
        List.of(names).forEach(name -> keys.put(name, new Format.Value()));
        return keys;
    }

    private static TargetManifest read(Section keys) {
        return new TargetManifest(
                keys.require("title", TextSyntax.NOT_BLANK),
                code(keys),
                keys.require("command", TextSyntax.NOT_BLANK),
                keys.require("ready", TextSyntax.PATH),
                keys.find("counters", TextSyntax.PATH),
                keys.section("env").texts(),
                keys.section("options").texts(),
                keys.find("train", TextSyntax.NOT_BLANK),
                calibrate(keys.section("calibrate")));
    }

    private static Code code(Section keys) {
        if (!keys.has("node")) {
            return new Jar(keys.find("module", TextSyntax.NOT_BLANK), keys.require("jar", TextSyntax.NOT_BLANK));
        }
        ONLY_JVM.stream()
                .filter(keys::has)
                .forEach(key -> keys.keyProblem(key, "is for targets on the JVM, and node says that this is none"));
        return new NodeSources(keys.section("node").require("main", TextSyntax.NOT_BLANK));
    }

    private static Map<String, CalibratedOption> calibrate(Section options) {
        var calibrated = new LinkedHashMap<String, CalibratedOption>();
        for (var name : options.keys()) {
            var keys = options.section(name);
            calibrated.put(
                    name,
                    new CalibratedOption(
                            keys.require("option", TextSyntax.NOT_BLANK),
                            keys.require("command", TextSyntax.NOT_BLANK)));
        }
        return calibrated;
    }
}
