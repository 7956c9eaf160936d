package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.scenario.EnvironmentOverrides;
import dev.ralbench.scenario.ResolvedScenario;
import dev.ralbench.scenario.ScenarioCatalog;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which scenario, which of its profiles and variants, and what is changed in it. */
final class ScenarioOptions {
    private static final String QUICK = "quick";

    @Mixin
    private VariantOptions variants = new VariantOptions();

    @Option(names = "--profile", paramLabel = "NAME", description = "Use this profile of the scenario.")
    private Optional<String> profile = Optional.empty();

    @Option(names = "--quick", description = "Short for --profile quick: under half a minute per variant.")
    private boolean quick;

    @Mixin
    private LoadOptions load = new LoadOptions();

    /** The first option that says which shape the load has, or when it ends. */
    Optional<String> firstOfShape() {
        return load.firstOfShape();
    }

    /** The scenario with everything merged in: file, profile, RALBENCH_* variables, options. */
    ResolvedScenario resolve(ScenarioCatalog catalog, String nameOrPath, Map<String, String> environment) {
        return resolve(catalog, nameOrPath, environment, Optional.empty());
    }

    /** @param control the name under which the first variant is measured a second time; empty for once */
    ResolvedScenario resolve(
            ScenarioCatalog catalog, String nameOrPath, Map<String, String> environment, Optional<String> control) {
        var options = variants.over(load.overrides()).withControl(control);
        var chosen = chosenProfile();
        var overrides = EnvironmentOverrides.read(environment)
                .under(chosen.map(options::withProfile).orElse(options));
        return catalog.find(nameOrPath).resolve(overrides);
    }

    private Optional<String> chosenProfile() {
        if (!quick) {
            return profile;
        }
        if (profile.isPresent() && !profile.get().equals(QUICK)) {
            throw Failure.usage(
                    "--quick and --profile " + profile.get() + " exclude each other", "", "give one of them");
        }
        return Optional.of(QUICK);
    }
}
