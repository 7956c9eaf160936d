package dev.ralbench.command;

import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.service.TargetCatalog;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
        name = "list",
        description = "Lists the built-in scenarios and targets.",
        footer = {"", "Example: ralbench list"})
final class ListCommand implements Callable<Integer> {
    private final Console console;
    private final ScenarioCatalog scenarios;
    private final TargetCatalog targets;

    ListCommand(Console console, ScenarioCatalog scenarios, TargetCatalog targets) {
        this.console = console;
        this.scenarios = scenarios;
        this.targets = targets;
    }

    @Override
    public Integer call() {
        console.say("Scenarios (ralbench run --scenario NAME):");
        for (var scenario : scenarios.builtIns()) {
            row(scenario.name(), scenario.title());
            row("", "variants: " + String.join(", ", scenario.variantTitles()));
        }
        console.say("");
        console.say("Targets (target: NAME in a scenario):");
        targets.titles().forEach(this::row);
        return ExitCode.OK.code();
    }

    private void row(String name, String text) {
        console.say("  %-14s %s".formatted(name, text));
    }
}
