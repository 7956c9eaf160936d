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
        var out = console.out();
        out.println("Scenarios (ralbench run --scenario NAME):");
        for (var scenario : scenarios.builtIns()) {
            out.printf("  %-14s %s%n", scenario.name(), scenario.title());
            out.printf("  %-14s variants: %s%n", "", String.join(", ", scenario.variantTitles()));
        }
        out.println();
        out.println("Targets (target: NAME in a scenario):");
        targets.titles().forEach((name, title) -> out.printf("  %-14s %s%n", name, title));
        return ExitCode.OK.code();
    }
}
