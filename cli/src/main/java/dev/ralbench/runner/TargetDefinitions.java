package dev.ralbench.runner;

import dev.ralbench.Failure;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import dev.ralbench.target.TargetCatalog;
import dev.ralbench.target.TargetDefinition;
import java.util.List;
import java.util.Set;

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

    /**
     * Finds what is wrong with how targets are named and used, whether they are built or not.
     *
     * @throws dev.ralbench.Failure when a target, one of its options or a placeholder is unknown
     */
    public void checkUse(Scenario scenario) {
        for (var variant : scenario.variants()) {
            try {
                of(variant, scenario.jvmFlags());
            } catch (Failure failure) {
                if (failure.kind() == Failure.Kind.USAGE) {
                    throw failure;
                }
            }
        }
    }

    /** How the variant's target is to be had. */
    TargetDefinition of(Variant variant, List<String> jvmFlags) {
        try {
            var definition = define(variant, jvmFlags);
            if (definition instanceof TargetDefinition.Launched launched) {
                launched.check(Set.of());
            }
            return definition;
        } catch (Failure failure) {
            throw new Failure(
                            failure.kind(),
                            "variants." + variant.name() + ".target: " + failure.what(),
                            failure.why(),
                            failure.fix())
                    .causedBy(failure);
        }
    }

    private TargetDefinition define(Variant variant, List<String> jvmFlags) {
        return switch (variant.target()) {
            case TargetChoice.BuiltIn builtIn -> catalog.definition(builtIn.name(), builtIn.with(), jvmFlags);
            case TargetChoice.Command own ->
                catalog.fromCommand(variant.name(), own.command(), own.ready(), own.environment(), jvmFlags);
            case TargetChoice.Url url -> new TargetDefinition.Running(url.url().toString(), url.url(), url.pid());
        };
    }
}
