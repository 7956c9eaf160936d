package dev.ralbench.service;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.dependency.declared.ReadyCondition;
import dev.ralbench.process.Program;
import dev.ralbench.process.ServiceSpec.Directory;
import dev.ralbench.service.CommandTemplate.PlaceholderValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Turns the name of a built-in target into a definition that can be started. */
public final class TargetCatalog {
    private final Path home;
    /** Read when one is asked for: most commands name no built-in target. */
    private final Supplier<Map<String, TargetManifest>> manifests;

    /**
     * @param home directory of ralbench: a checkout, in which {@code targets/<module>/target/<jar>} lies, or a package, in which
     *     {@code targets/<jar>} does
     */
    public TargetCatalog(Path home) {
        this(home, TargetManifests::builtIn);
    }

    TargetCatalog(Path home, Map<String, TargetManifest> manifests) {
        this(home, () -> manifests);
    }

    private TargetCatalog(Path home, Supplier<Map<String, TargetManifest>> manifests) {
        this.home = home.toAbsolutePath().normalize(); // a container knows directories by this path only
        this.manifests = manifests;
    }

    /** Names of the built-in targets, sorted. */
    public List<String> names() {
        return manifests.get().keySet().stream().sorted().toList();
    }

    /** Title of each built-in target, sorted by name. */
    public Map<String, String> titles() {
        var titles = new TreeMap<String, String>();
        manifests.get().forEach((name, manifest) -> titles.put(name, manifest.title()));
        return Collections.unmodifiableMap(titles);
    }

    /**
     * A built-in target.
     *
     * @param with values by option name
     * @throws Failure if the target or an option is unknown, or the target was not built
     */
    public TargetDefinition.Launched definition(String name, Map<String, String> with, List<String> jvmFlags) {
        return definition(name, Optional.empty(), with, jvmFlags);
    }

    /**
     * A built-in target, or another build of it.
     *
     * @param otherJar takes the place of its own
     * @param with values by option name
     * @param jvmFlags if one of them sets the JVM's class sources, it gets no start-up cache
     */
    public TargetDefinition.Launched definition(
            String name, Optional<String> otherJar, Map<String, String> with, List<String> jvmFlags) {
        var manifest = manifest(name);
        var options = PlaceholderValue.shellText(options(name, manifest, with));
        return switch (manifest.code()) {
            case TargetManifest.Jar built -> onJvm(name, manifest, jar(name, built, otherJar), options, jvmFlags);
            case TargetManifest.NodeSources sources -> {
                if (otherJar.isPresent()) {
                    throw noJar(name);
                }
                yield onNode(name, manifest, sources, options);
            }
        };
    }

    private static TargetDefinition.Launched onJvm(
            String name, TargetManifest manifest, Path jar, PlaceholderValue options, List<String> jvmFlags) {
        var place = "targets/" + name + "/target.yaml: ";
        var ofJvm = ofJvm(jar, jvmFlags);
        var command = new CommandTemplate(place + "command", manifest.command(), ofJvm)
                .with("options", options)
                .with(CommandTemplate.AOT_CACHE, PlaceholderValue.shellText(""));
        return new TargetDefinition.Launched(
                manifest.title(),
                TargetProgram.onJvm(
                        command,
                        manifest.train()
                                .filter(train -> !TargetProgram.Training.isPreventedBy(jvmFlags))
                                .map(train -> new TargetProgram.Training.ByCommand(
                                        new CommandTemplate(place + "train", train, ofJvm),
                                        String.join(" ", jvmFlags),
                                        jar))),
                new ReadyCondition.Http(manifest.ready()),
                manifest.environment(),
                List.of(Directory.readOnly(Objects.requireNonNull(jar.getParent(), "a jar is in a directory"))),
                manifest.counters());
    }

    private TargetDefinition.Launched onNode(
            String name, TargetManifest manifest, TargetManifest.NodeSources sources, PlaceholderValue options) {
        var main = home.resolve("targets").resolve(name).resolve(sources.main());
        if (!Files.isRegularFile(main)) {
            throw Failure.environment(
                    "target '" + name + "' is not there", main + " does not exist", "get a complete copy of ralbench");
        }
        var command = new CommandTemplate(
                "targets/" + name + "/target.yaml: command",
                manifest.command(),
                Map.of("main", PlaceholderValue.word(main.toString()), "options", options));
        var directory = Objects.requireNonNull(main.getParent(), "a file is in a directory");
        return new TargetDefinition.Launched(
                manifest.title(),
                TargetProgram.onNode(command, directory),
                new ReadyCondition.Http(manifest.ready()),
                manifest.environment(),
                List.of(Directory.readOnly(directory)),
                manifest.counters());
    }

    private static Failure noJar(String name) {
        return Failure.usage(
                "target '" + name + "' has no jar",
                "it runs on Node.js",
                "compare copies of a variant, or services by their command");
    }

    /** All sources of a target on Node.js, without its libraries, as one text. */
    public String sources(String name) {
        var directory = home.resolve("targets").resolve(name);
        try (var files = Files.walk(directory)) {
            var text = new StringBuilder();
            for (var file : files.filter(TargetCatalog::isSource).sorted().toList()) {
                text.append(directory.relativize(file)).append('\n').append(Files.readString(file));
            }
            return text.toString();
        } catch (IOException e) {
            throw Failure.environment(
                            "the sources of target '" + name + "' cannot be read",
                            String.valueOf(e.getMessage()),
                            "give rights in " + directory)
                    .causedBy(e);
        }
    }

    private static boolean isSource(Path file) {
        var path = file.toString();
        return (path.endsWith(".js") || path.endsWith(".json")) && !path.contains("/node_modules/");
    }

    /** A built-in target's runtime. */
    public Program program(String name) {
        return switch (manifest(name).code()) {
            case TargetManifest.Jar jar -> Program.JAVA;
            case TargetManifest.NodeSources sources -> Program.NODE;
        };
    }

    /**
     * A target's options, once those that depend on the machine are measured.
     *
     * @param otherJar the build that measures, unless its own
     * @param with values by option name
     * @param jvmFlags of the measured JVM: other flags may mean another compiler
     */
    public CalibratedOptions calibrated(
            String name,
            Optional<String> otherJar,
            Map<String, String> with,
            List<String> jvmFlags,
            TargetPreparation preparation)
            throws InterruptedException {
        var manifest = manifest(name);
        var options = new LinkedHashMap<>(with);
        var outcomes = new TreeMap<String, String>();
        for (var entry : manifest.calibrate().entrySet()) {
            var wanted = options.remove(entry.getKey());
            if (wanted != null) {
                var jar = jar(name, otherJar);
                var calibration = calibration(name, jar, entry.getKey(), wanted, entry.getValue(), jvmFlags);
                var outcome = preparation.calibrated(calibration, jar);
                options.put(calibration.becomes(), outcome);
                outcomes.put(entry.getKey(), wanted + ": " + calibration.becomes() + " = " + outcome);
            }
        }
        return new CalibratedOptions(options, outcomes);
    }

    /**
     * Options with their values as the target takes them.
     *
     * @param outcomes the measured values, in words, by the option of the scenario
     */
    public record CalibratedOptions(Map<String, String> options, Map<String, String> outcomes) {
        public CalibratedOptions {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
            outcomes = Collections.unmodifiableMap(new TreeMap<>(outcomes));
        }
    }

    private static Map<String, PlaceholderValue> ofJvm(Path jar, List<String> jvmFlags) {
        return Map.of(
                CommandTemplate.JVM_FLAGS,
                PlaceholderValue.words(jvmFlags),
                "jar",
                PlaceholderValue.word(jar.toString()));
    }

    private OptionCalibration calibration(
            String name,
            Path jar,
            String option,
            String wanted,
            TargetManifest.CalibratedOption calibrated,
            List<String> jvmFlags) {
        var command = new CommandTemplate(
                "targets/" + name + "/target.yaml: calibrate." + option, calibrated.command(), ofJvm(jar, jvmFlags));
        return new OptionCalibration(option, wanted, calibrated.option(), command, String.join(" ", jvmFlags));
    }

    private TargetManifest manifest(String name) {
        var manifest = manifests.get().get(name);
        if (manifest == null) {
            throw Failure.usage("no built-in target '" + name + "'", "", NearestName.hint(name, names()));
        }
        return manifest;
    }

    /**
     * The jar of a built-in target, or of another build of it.
     *
     * @throws Failure if it has none, or is not built
     */
    public Path jar(String name, Optional<String> otherJar) {
        return switch (manifest(name).code()) {
            case TargetManifest.Jar built -> jar(name, built, otherJar);
            case TargetManifest.NodeSources sources -> throw noJar(name);
        };
    }

    private Path jar(String name, TargetManifest.Jar built, Optional<String> otherJar) {
        return otherJar.map(OwnService::existing).orElseGet(() -> jar(name, built));
    }

    private static String options(String name, TargetManifest manifest, Map<String, String> with) {
        var known = manifest.options();
        var names = new TreeSet<>(known.keySet());
        names.addAll(manifest.calibrate().keySet());
        for (var option : with.keySet()) {
            if (!names.contains(option)) {
                throw Failure.usage(
                        "target '" + name + "' has no option '" + option + "'", "", NearestName.hint(option, names));
            }
        }
        return known.entrySet().stream()
                .filter(option -> with.containsKey(option.getKey()))
                .map(option -> new CommandTemplate(
                                "targets/" + name + "/target.yaml: options." + option.getKey(),
                                option.getValue(),
                                Map.of())
                        .expand(Map.of("value", with.getOrDefault(option.getKey(), ""))))
                .collect(Collectors.joining(" "));
    }

    private Path jar(String name, TargetManifest.Jar built) {
        var module = built.module().orElse(name);
        var targets = home.resolve("targets");
        var packaged = targets.resolve(built.file());
        if (Files.isRegularFile(packaged)) {
            return packaged;
        }
        var jar = targets.resolve(module).resolve("target").resolve(built.file());
        if (!Files.isRegularFile(jar)) {
            if (Files.isRegularFile(home.resolve("release"))) {
                throw Failure.environment(
                        "target '" + name + "' is not part of this package of ralbench",
                        packaged + " does not exist",
                        "get the package without \"core\" in its name");
            }
            throw Failure.environment(
                    "target '" + name + "' is not built",
                    jar + " does not exist",
                    "mvn -q -f " + home.resolve("pom.xml").normalize() + " -pl targets/" + module
                            + " -am -DskipTests package");
        }
        return jar;
    }
}
