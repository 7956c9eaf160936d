package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ScenarioFile;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.trial.TargetDefinitions;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Checks scenario files without running anything. */
@Command(
        name = "validate",
        description = "Checks scenario files, each with all its profiles, and reports everything wrong with them.",
        footer = {"", "Example: ralbench validate my.yaml"})
final class ValidateCommand implements Callable<Integer> {
    private final Console console;
    private final TargetDefinitions definitions;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Scenario files.")
    private List<Path> files = List.of();

    ValidateCommand(Console console, TargetCatalog targets) {
        this.console = console;
        this.definitions = new TargetDefinitions(targets);
    }

    @Override
    public Integer call() {
        var failures = new Failures(console);
        var exit = ExitCode.OK;
        for (var file : files) {
            try {
                var scenario = ScenarioFile.read(file);
                var resolved = scenario.resolve(Overrides.none()).scenario();
                PlannedLevels.checkLimits(resolved);
                for (var profile : scenario.profiles()) {
                    PlannedLevels.checkLimits(scenario.resolve(Overrides.none().withProfile(profile))
                            .scenario());
                }
                definitions.checkUse(resolved);
                RedactedNote.lines(resolved).forEach(console::tell);
                console.out().println(file + ": ok (" + String.join(", ", scenario.variantTitles()) + ")");
            } catch (Failure failure) {
                failures.print(failure);
                exit = ExitCode.of(failure.kind());
            }
        }
        return exit.code();
    }
}
