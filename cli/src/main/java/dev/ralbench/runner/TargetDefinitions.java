package dev.ralbench.runner;

import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import dev.ralbench.target.TargetCatalog;
import dev.ralbench.target.TargetDefinition;
import java.util.List;

/** Gets from a variant to the definition of its target: the same way for built-in targets and for one's own. */
public final class TargetDefinitions {
    private final TargetCatalog catalog;

    public TargetDefinitions(TargetCatalog catalog) {
        this.catalog = catalog;
    }

    /**
     * Finds whatever is wrong with the targets of a scenario before any of them is started.
     *
     * @throws dev.ralbench.Failure when a target or one of its options is unknown, or it is not built
     */
    public void check(Scenario scenario) {
        scenario.variants().forEach(variant -> of(variant, scenario.jvmFlags()));
    }

    /** How the variant's target is to be had. */
    TargetDefinition of(Variant variant, List<String> jvmFlags) {
        return switch (variant.target()) {
            case TargetChoice.BuiltIn builtIn -> catalog.definition(builtIn.name(), builtIn.with(), jvmFlags);
            case TargetChoice.Command own ->
                catalog.fromCommand(variant.name(), own.command(), own.ready(), own.environment(), jvmFlags);
            case TargetChoice.Url url -> new TargetDefinition.Running(url.url().toString(), url.url(), url.pid());
        };
    }
}
