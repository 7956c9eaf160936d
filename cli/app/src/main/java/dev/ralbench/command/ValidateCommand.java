package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.session.PlannedLevels;
import dev.ralbench.trial.TargetDefinitions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Checks scenarios without running anything. */
@Command(
        name = "validate",
        description = "Checks scenarios, each with all its profiles, and reports everything wrong with them.",
        footer = {"", "Example: ralbench validate my.yaml"})
final class ValidateCommand implements Callable<Integer> {
    private final Console console;
    private final ScenarioCatalog scenarios;
    private final TargetDefinitions definitions;

    @Parameters(
            paramLabel = "SCENARIO",
            arity = "1..*",
            description = "A file, such as ./mine.yaml, or the name of a built-in scenario.")
    private List<String> named = List.of();

    ValidateCommand(Console console, ScenarioCatalog scenarios, TargetCatalog targets) {
        this.console = console;
        this.scenarios = scenarios;
        this.definitions = new TargetDefinitions(targets, BuiltInKinds.ALL);
    }

    @Override
    public Integer call() {
        var failures = new Failures(console);
        var exit = ExitCode.OK;
        for (var name : named) {
            try {
                var scenario = scenarios.find(name);
                var placed = scenario.resolve(Overrides.none());
                var resolved = placed.scenario();
                PlannedLevels.checkLimits(resolved);
                for (var profile : scenario.profiles()) {
                    PlannedLevels.checkLimits(scenario.resolve(Overrides.none().withProfile(profile))
                            .scenario());
                }
                placed.placing(() -> definitions.checkUse(resolved));
                ScenarioNotes.redacted(resolved.requests()).forEach(console::tell);
                console.say(name + ": ok (" + String.join(", ", scenario.variantTitles()) + ")");
            } catch (Failure failure) {
                failures.print(failure);
                exit = ExitCode.of(failure.kind());
            }
        }
        return exit.code();
    }
}
