package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.result.TrialSetup.ServerResult;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.Variant;
import dev.ralbench.service.RunningTarget;
import dev.ralbench.service.TargetDefinition;
import dev.ralbench.service.TargetLauncher;
import dev.ralbench.trial.watch.RequiredService;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One variant of a scenario, started with its dependencies, and without load: for inspection by hand. */
public final class StartedVariant implements AutoCloseable {
    private final TrialDependencies dependencies;
    private final RunningTarget target;
    private final Variant variant;

    private StartedVariant(TrialDependencies dependencies, RunningTarget target, Variant variant) {
        this.dependencies = dependencies;
        this.target = target;
        this.variant = variant;
    }

    /**
     * Starts all of it, exactly as a trial does, only without start-up caches.
     *
     * @param port that the target is to listen on; empty for the one that a trial would choose
     * @throws dev.ralbench.Failure when something cannot be started; then nothing is left running
     * @throws InterruptedException when interrupted; then nothing is left running either
     */
    public static StartedVariant start(
            RunResources resources, Scenario scenario, Variant variant, Optional<Integer> port, Path logDirectory)
            throws InterruptedException {
        try {
            return startUnmasked(resources, scenario, variant, port, logDirectory);
        } catch (Failure failure) {
            throw resources.secrets().masked(failure); // the last lines of a service's output may be in it
        }
    }

    private static StartedVariant startUnmasked(
            RunResources resources, Scenario scenario, Variant variant, Optional<Integer> port, Path logDirectory)
            throws InterruptedException {
        resources.targets().check(scenario);
        if (at(port, variant, resources.targets().definition(variant, scenario))
                instanceof TargetDefinition.Launched launched) {
            TargetLauncher.requireFreePort(launched); // before all the rest is started
        }
        var skipped = resources.targets().skipped(scenario).reasons();
        var reason = skipped.get(variant.name());
        if (reason != null) {
            throw reason;
        }
        var targets = resources.targets().prepareWithoutCaches(scenario.without(skipped.keySet()));
        var environment = resources.environments().prepare(scenario.needs(), resources.sources());
        var dependencies = new TrialDependencies(environment.start(logDirectory, variant.name()));
        boolean complete = false;
        try {
            var target = resources
                    .targets()
                    .start(
                            at(port, variant, targets.of(variant).definition()),
                            dependencies.placeholders(),
                            logDirectory.resolve(variant.name() + ".log"));
            complete = true;
            return new StartedVariant(dependencies, target, variant);
        } finally {
            if (!complete) {
                dependencies.close();
            }
        }
    }

    private static TargetDefinition at(Optional<Integer> port, Variant variant, TargetDefinition definition) {
        if (port.isEmpty()) {
            return definition;
        }
        int chosen = port.get();
        return switch (definition) {
            case TargetDefinition.Launched launched -> {
                int fixed = launched.conditions().port().orElse(chosen);
                if (fixed != chosen) {
                    throw otherPort(variant, chosen, "its scenario says that it listens on port " + fixed);
                }
                yield launched.on(chosen);
            }
            case TargetDefinition.Running running ->
                throw otherPort(variant, chosen, "it runs already, at " + running.title());
        };
    }

    private static Failure otherPort(Variant variant, int port, String why) {
        return Failure.usage(
                "--port " + port + ": variant " + variant.name() + " cannot be told its port", why, "leave it out");
    }

    public Variant variant() {
        return variant;
    }

    public RunningTarget target() {
        return target;
    }

    /** The URL of the first user's request, with placeholders if it has them. */
    public String url() {
        return target.shownUrl() + variant.request().firstPath();
    }

    /** The target's dependencies. */
    public List<ServerResult> servers() {
        return dependencies.describe(Path::toString);
    }

    /** The values of placeholders: the servers' addresses. */
    public Map<String, String> placeholders() {
        return dependencies.placeholders();
    }

    /** The first part of it that has ended by itself, by name. */
    public Optional<String> ended() {
        var requiredServices = dependencies.requiredServices();
        requiredServices.add(RequiredService.of("the target", target));
        return requiredServices.stream()
                .filter(requiredService -> !requiredService.isAlive().getAsBoolean())
                .map(requiredService -> requiredService.name() + " ended; "
                        + requiredService.log().map(log -> "its output: " + log).orElse(""))
                .findFirst();
    }

    @Override
    public void close() {
        try (dependencies) {
            target.close();
        }
    }
}
