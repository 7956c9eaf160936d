package dev.ralbench.runner;

import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import dev.ralbench.target.RunningTarget;
import dev.ralbench.target.TargetCatalog;
import dev.ralbench.target.TargetDefinition;
import dev.ralbench.target.TargetLauncher;
import java.nio.file.Path;
import java.util.List;

/** Gets from a variant to its running target: the same way for built-in targets and for one's own. */
public final class TargetStarter {
    private final TargetCatalog catalog;
    private final TargetLauncher launcher;

    public TargetStarter(TargetCatalog catalog, TargetLauncher launcher) {
        this.catalog = catalog;
        this.launcher = launcher;
    }

    /** Finds whatever is wrong with the targets of a scenario before any of them is started. */
    void check(Scenario scenario) {
        scenario.variants().forEach(variant -> define(variant, scenario.jvmFlags()));
    }

    /** How the variant's target is to be had. */
    TargetDefinition define(Variant variant, List<String> jvmFlags) {
        return switch (variant.target()) {
            case TargetChoice.BuiltIn builtIn -> catalog.definition(builtIn.name(), builtIn.with(), jvmFlags);
            case TargetChoice.Command own ->
                catalog.fromCommand(variant.name(), own.command(), own.ready(), own.environment(), jvmFlags);
            case TargetChoice.Url url -> new TargetDefinition.Running(url.url().toString(), url.url(), url.pid());
        };
    }

    RunningTarget start(TargetDefinition definition, Path log) throws InterruptedException {
        return launcher.start(definition, log);
    }
}
