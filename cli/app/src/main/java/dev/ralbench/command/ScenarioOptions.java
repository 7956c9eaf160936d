package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.scenario.EnvironmentOverrides;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ResolvedScenario;
import dev.ralbench.scenario.ScenarioCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the scenario, its profile and variants, and changes to it. */
final class ScenarioOptions {
    private static final String QUICK = "quick";
    private static final String QUICK_OPTION = "--quick";

    @Mixin
    private VariantOptions variants = new VariantOptions();

    @Option(names = "--profile", paramLabel = "NAME", description = "Use this profile of the scenario.")
    private Optional<String> profile = Optional.empty();

    @Option(names = QUICK_OPTION, description = "Short for --profile quick: a short load, to try a scenario out.")
    private boolean isQuick;

    @Mixin
    private RequestOptions request = new RequestOptions();

    @Mixin
    private LoadOptions load = new LoadOptions();

    /** Whether options say which variants are meant. */
    boolean hasVariants() {
        return variants.isGiven();
    }

    /** The given options on the shape of the load, or on when it ends. */
    List<String> ofShape() {
        return load.ofShape();
    }

    /** The given options on the load: its shape, its end, its warm-up, and whether it is the quick one. */
    List<String> ofLoad() {
        var given = new ArrayList<>(load.ofShape());
        if (load.hasWarmUp()) {
            given.add("--warm-up");
        }
        if (isQuick) {
            given.add(QUICK_OPTION);
        } else if (profile.filter(QUICK::equals).isPresent()) {
            given.add("--profile " + QUICK);
        }
        return given;
    }

    /** Whether requests of the scenario would arrive at a rate if no option changed its load. */
    boolean isOpenByItself(ScenarioCatalog catalog, String nameOrPath, Map<String, String> environment) {
        var scenario = resolve(catalog, nameOrPath, environment, Overrides.none(), Optional.empty())
                .scenario();
        return scenario.load().timeline().open().findAny().isPresent();
    }

    /** The scenario with everything merged in: file, profile, RALBENCH_* variables, options. */
    ResolvedScenario resolve(ScenarioCatalog catalog, String nameOrPath, Map<String, String> environment) {
        return resolve(catalog, nameOrPath, environment, Optional.empty());
    }

    /** @param control the name under which the first variant is measured a second time; empty for once */
    ResolvedScenario resolve(
            ScenarioCatalog catalog, String nameOrPath, Map<String, String> environment, Optional<String> control) {
        boolean isUrl = ScenarioCatalog.isUrl(nameOrPath);
        var sent = request.overrides();
        var offered = load.overrides();
        var values =
                new ArrayList<>((isUrl ? offered.ofUrl() : offered).overrides().values());
        values.addAll((isUrl ? sent.ofUrl() : sent).values());
        var target = request.ofTarget();
        values.addAll(isUrl ? target.ofUrl() : target.ofScenario());
        return resolve(catalog, nameOrPath, environment, Overrides.of(values), control);
    }

    private ResolvedScenario resolve(
            ScenarioCatalog catalog,
            String nameOrPath,
            Map<String, String> environment,
            Overrides ofLoad,
            Optional<String> control) {
        var options = variants.over(ofLoad).withControl(control);
        var chosen = chosenProfile();
        var overrides = EnvironmentOverrides.read(environment)
                .under(chosen.map(options::withProfile).orElse(options));
        return catalog.find(nameOrPath).resolve(overrides);
    }

    private Optional<String> chosenProfile() {
        if (!isQuick) {
            return profile;
        }
        if (profile.isPresent() && !profile.get().equals(QUICK)) {
            throw Failure.usage(
                    QUICK_OPTION + " and --profile " + profile.get() + " exclude each other", "", "give one of them");
        }
        return Optional.of(QUICK);
    }
}
