package dev.ralbench.fleet;

import dev.ralbench.Failure;
import dev.ralbench.HttpUrl;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import dev.ralbench.secret.Secrets;
import java.util.Optional;

/**
 * What an agent starts, and looks into, for a main.
 *
 * @param allowed services that run already
 * @param commands whether it starts what a scenario defines; otherwise only what comes with ralbench
 * @param builtIns the scenarios that come with ralbench
 */
public record TargetRules(AllowedTargets allowed, boolean commands, ScenarioCatalog builtIns) {
    /** The option of an agent that has it start what a scenario defines. */
    public static final String COMMANDS = "--allow-commands";

    /**
     * Refuses what is not allowed.
     *
     * @param secrets in URLs
     * @throws Failure naming the first
     */
    void check(Scenario scenario, Secrets secrets) {
        for (var variant : scenario.variants()) {
            if (variant.target() instanceof TargetChoice.Url target) {
                var url = target.url().filled(secrets);
                allowed.check(url.getHost(), HttpUrl.port(url));
            }
        }
        if (!commands) {
            checkComesWithRalbench(scenario);
        }
    }

    private void checkComesWithRalbench(Scenario scenario) {
        for (var variant : scenario.variants()) {
            defined(variant).ifPresent(what -> {
                throw refused("variant " + variant.name() + " " + what);
            });
        }
        var known = builtIns.builtIns().stream()
                .map(builtIn -> builtIn.resolve(Overrides.none()).scenario())
                .toList();
        if (known.stream().noneMatch(builtIn -> builtIn.jvmFlags().equals(scenario.jvmFlags()))) {
            throw refused("the scenario has flags of a JVM");
        }
        if (!scenario.needs().isEmpty()
                && known.stream().noneMatch(builtIn -> builtIn.needs().equals(scenario.needs()))) {
            throw refused("the scenario has needs of its own");
        }
    }

    private static Optional<String> defined(Variant variant) {
        return switch (variant.target()) {
            case TargetChoice.Url running -> Optional.empty();
            case TargetChoice.BuiltIn builtIn -> builtIn.jar().map(jar -> "has a jar of its own");
            case TargetChoice.Command command -> Optional.of("is a command");
            case TargetChoice.Container image -> Optional.of("is an image");
        };
    }

    private static Failure refused(String what) {
        return Failure.usage(
                what,
                "this agent starts only targets and needs of the scenarios that come with ralbench",
                "start the agent with " + COMMANDS + ", which lets the main run programs there as the agent's user");
    }
}
