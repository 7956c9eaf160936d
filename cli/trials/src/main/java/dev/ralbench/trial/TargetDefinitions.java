package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.dependency.DependencyKinds;
import dev.ralbench.dependency.declared.ReadyCondition;
import dev.ralbench.process.Program;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import dev.ralbench.service.OwnService;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.service.TargetDefinition;
import dev.ralbench.service.TargetPreparation;
import dev.ralbench.trial.PreparedTargets.PreparedTarget;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Gets from a variant to the definition of its target: the same way for built-in targets and for one's own. */
public final class TargetDefinitions {
    private final TargetCatalog catalog;
    private final DependencyKinds kinds;

    public TargetDefinitions(TargetCatalog catalog, DependencyKinds kinds) {
        this.catalog = catalog;
        this.kinds = kinds;
    }

    /**
     * Finds whatever is wrong with the targets of a scenario before any of them is started.
     *
     * @throws dev.ralbench.Failure when a target or one of its options is unknown, or it is not built
     */
    public void check(Scenario scenario) {
        scenario.variants().forEach(variant -> checked(variant, scenario));
        kinds.of(scenario.needs()).forEach(kind -> kind.check(scenario.needs(), catalog));
    }

    /**
     * Finds mistakes in how targets are named and used, whether they are built or not.
     *
     * @throws dev.ralbench.Failure when a target, one of its options or a placeholder is unknown
     */
    public void checkUse(Scenario scenario) {
        scenario.variants().forEach(variant -> checkUse(() -> checked(variant, scenario)));
        kinds.of(scenario.needs()).forEach(kind -> checkUse(() -> kind.check(scenario.needs(), catalog)));
    }

    /** Not when a target is started: then its own failure says more. */
    private void checked(Variant variant, Scenario scenario) {
        if (of(variant, scenario) instanceof TargetDefinition.Launched launched
                && variant.target() instanceof TargetChoice.Command) {
            try {
                launched.requireProgram(
                        Set.copyOf(scenario.needs().placeholders()),
                        scenario.needs().isEmpty());
            } catch (Failure failure) {
                throw at("variants." + variant.name() + ".target", failure);
            }
        }
    }

    private static void checkUse(Runnable definition) {
        try {
            definition.run();
        } catch (Failure failure) {
            if (failure.kind() == FailureKind.USAGE) {
                throw failure;
            }
        }
    }

    /** The programs that run the built-in targets of a scenario. */
    public Set<Program> programs(Scenario scenario) {
        return scenario.variants().stream()
                .map(Variant::target)
                .filter(TargetChoice.BuiltIn.class::isInstance)
                .map(TargetChoice.BuiltIn.class::cast)
                .map(builtIn -> catalog.program(builtIn.name()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The variants that cannot be started here. Fetches the libraries of the others if they are missing. */
    SkippedVariants skipped(Scenario scenario, TargetPreparation preparation) throws InterruptedException {
        var reasons = new LinkedHashMap<String, Failure>();
        for (var variant : scenario.variants()) {
            if (of(variant, scenario) instanceof TargetDefinition.Launched launched) {
                preparation.obstacle(launched).ifPresent(reason -> reasons.put(variant.name(), reason));
            }
        }
        return new SkippedVariants(reasons);
    }

    /** Everything that is made once, before the first trial; the values of all variants are of one measurement. */
    PreparedTargets prepare(Scenario scenario, TargetPreparation preparation) throws InterruptedException {
        var targets = prepareWithoutCaches(scenario, preparation);
        return targets.startingFrom(startUpCaches(targets.byVariant(), preparation));
    }

    /** The same for a look at one target, which starts once: a cache takes longer to make than it saves. */
    PreparedTargets prepareWithoutCaches(Scenario scenario, TargetPreparation preparation) throws InterruptedException {
        checkLimits(scenario, preparation);
        StartedFiles.requireSeveralBuilds(scenario.variants());
        var prepared = new LinkedHashMap<String, PreparedTarget>();
        var subjects = new VariantIdentities(catalog, scenario, preparation);
        for (var variant : scenario.variants()) {
            var target = calibrated(variant, scenario, preparation);
            prepared.put(variant.name(), target.with(subjects.of(variant)));
        }
        return new PreparedTargets(prepared, false);
    }

    /** A limit that is not applied would look harmless. */
    private static void checkLimits(Scenario scenario, TargetPreparation preparation) {
        for (var variant : scenario.variants()) {
            try {
                preparation.check(variant.limits());
            } catch (Failure failure) {
                throw at("variants." + variant.name() + ".target.limits", failure);
            }
        }
    }

    /** Caches by variant; none if one target lacks its cache, because results do not show the difference. */
    private static Map<String, Path> startUpCaches(Map<String, PreparedTarget> prepared, TargetPreparation preparation)
            throws InterruptedException {
        var caches = new HashMap<String, Path>();
        boolean isComplete = true;
        for (var entry : prepared.entrySet()) {
            if (entry.getValue().definition() instanceof TargetDefinition.Launched launched
                    && launched.program().learnsByCommand()) {
                var cache = preparation.aotCache(launched);
                cache.ifPresent(path -> caches.put(entry.getKey(), path));
                isComplete &= cache.isPresent();
            }
        }
        return isComplete ? caches : Map.of();
    }

    private PreparedTarget calibrated(Variant variant, Scenario scenario, TargetPreparation preparation)
            throws InterruptedException {
        if (!(variant.target() instanceof TargetChoice.BuiltIn builtIn)) {
            return new PreparedTarget(of(variant, scenario), Map.of());
        }
        var calibrated = catalog.calibrated(
                builtIn.name(),
                measuringJar(builtIn.name(), scenario),
                builtIn.with(),
                scenario.jvmFlags(),
                preparation);
        var definition = catalog.definition(builtIn.name(), builtIn.jar(), calibrated.options(), scenario.jvmFlags());
        return new PreparedTarget(
                preparation.withLibraries(definition).limitedTo(variant.limits()), calibrated.outcomes());
    }

    /** One build measures for all: two measurements would give the builds of one target different work. */
    private static Optional<String> measuringJar(String name, Scenario scenario) {
        return scenario.variants().stream()
                .map(Variant::target)
                .filter(TargetChoice.BuiltIn.class::isInstance)
                .map(TargetChoice.BuiltIn.class::cast)
                .filter(builtIn -> builtIn.name().equals(name))
                .findFirst()
                .flatMap(TargetChoice.BuiltIn::jar);
    }

    /** How to get the variant's target. */
    TargetDefinition of(Variant variant, Scenario scenario) {
        try {
            var definition = define(variant, scenario.jvmFlags());
            if (definition instanceof TargetDefinition.Launched launched) {
                launched.check(Set.copyOf(scenario.needs().placeholders()));
            }
            return definition;
        } catch (Failure failure) {
            throw at("variants." + variant.name() + ".target", failure);
        }
    }

    private static Failure at(String key, Failure failure) {
        return new Failure(failure.kind(), key + ": " + failure.what(), failure.why(), failure.fix()).causedBy(failure);
    }

    private static ReadyCondition http(String path) {
        return new ReadyCondition.Http(path);
    }

    private TargetDefinition define(Variant variant, List<String> jvmFlags) {
        return switch (variant.target()) {
            case TargetChoice.BuiltIn builtIn ->
                catalog.definition(builtIn.name(), builtIn.jar(), builtIn.with(), jvmFlags)
                        .limitedTo(variant.limits());
            case TargetChoice.Command own ->
                OwnService.byCommand(
                                variant.name(),
                                own.command(),
                                own.jar(),
                                http(own.ready()),
                                own.environment(),
                                jvmFlags,
                                own.directory())
                        .with(own.tls())
                        .readyWithin(own.readyWithin())
                        .counters(own.counters())
                        .limitedTo(variant.limits());
            case TargetChoice.Container own ->
                OwnService.byImage(
                                own.image(), own.command().orElse(""), http(own.ready()), own.environment(), own.port())
                        .with(own.tls())
                        .readyWithin(own.readyWithin())
                        .counters(own.counters())
                        .limitedTo(variant.limits());
            case TargetChoice.Url url ->
                new TargetDefinition.Running(
                        url.url().text(),
                        url.url(),
                        url.pid(),
                        url.tls(),
                        variant.request().proxy());
        };
    }
}
