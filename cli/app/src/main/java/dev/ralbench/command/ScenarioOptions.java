package dev.ralbench.command;

import dev.ralbench.scenario.Overrides;
import dev.ralbench.session.RunRequest;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the scenario, its profile and variants, and changes to it. */
final class ScenarioOptions {
    @Mixin
    private VariantOptions variants = new VariantOptions();

    @Option(names = "--profile", paramLabel = "NAME", description = "Use this profile of the scenario.")
    private Optional<String> profile = Optional.empty();

    @Option(names = "--quick", description = "Short for --profile quick: a short load, to try a scenario out.")
    private boolean isQuick;

    @Mixin
    private RequestOptions request = new RequestOptions();

    @Mixin
    private LoadOptions load = new LoadOptions();

    /** Whether options say which variants are meant. */
    boolean hasVariants() {
        return variants.isGiven();
    }

    /** The request with the scenario's options. */
    RunRequest addTo(RunRequest request) {
        var named = profile.map(request::profile).orElse(request);
        return (isQuick ? named.quick() : named)
                .variants(variants.over(Overrides.none()))
                .request(this.request.overrides())
                .target(this.request.ofTarget())
                .load(load.overrides());
    }
}
