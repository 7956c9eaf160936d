package dev.ralbench.command;

import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateExplanation;
import dev.ralbench.gate.GateExplanation.Load;
import dev.ralbench.gate.GateFile;
import dev.ralbench.result.Design;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.runner.Schedule;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioCatalog;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Explains a gate file. */
@Command(
        name = "explain",
        description = "Reads a gate and says how many rules share the false alarms, what changes they will find,"
                + " and how long that takes.",
        footer = {"", "Example: ralbench gate explain pr --scenario delay-200"})
final class ExplainCommand implements Callable<Integer> {
    private final Console console;
    private final ScenarioCatalog catalog;

    @Parameters(paramLabel = "NAME|FILE", description = "A gate that comes with ralbench, or a gate file.")
    private String file = "";

    @Option(
            names = {"-s", "--scenario"},
            paramLabel = "NAME|FILE",
            description = "The scenario that the gate is for: gives its levels, variants and time.")
    private Optional<String> scenario = Optional.empty();

    @Option(
            names = "--noise",
            paramLabel = "KEY",
            description = "The machine whose earlier runs are told, by its host key; needs --scenario.")
    private Optional<String> hostKey = Optional.empty();

    @Mixin
    private ScenarioOptions options = new ScenarioOptions();

    ExplainCommand(Console console, ScenarioCatalog catalog) {
        this.console = console;
        this.catalog = catalog;
    }

    @Override
    public Integer call() {
        var control = GateFile.find(file, List.of()).design().controlName();
        var resolved = scenario.map(name ->
                options.resolve(catalog, name, console.environment(), control).scenario());
        var levels = resolved.map(PlannedLevels::of).orElse(List.of());
        var gate = resolved.map(known -> GatedRun.gate(file, known)).orElseGet(() -> GateFile.find(file, List.of()));
        var load = resolved.map(known -> load(gate, known, levels)).orElse(new Load(levels, 1, OptionalDouble.empty()));
        GateExplanation.lines(gate, load, bank(resolved)).forEach(console.out()::println);
        return ExitCode.OK.code();
    }

    /** The first variant is the baseline, and the control is judged by no rule. */
    private static Load load(Gate gate, Scenario scenario, List<String> levels) {
        var compared = scenario.variants().stream()
                .skip(1)
                .filter(variant -> !gate.design().controlName().equals(Optional.of(variant.name())))
                .count();
        var pair = Schedule.of(scenario.variants(), 1, Design.Order.FIXED, 0)
                .estimate(scenario.load().timeline())
                .runSeconds();
        return new Load(levels, Math.max(1, (int) compared), pair);
    }

    private List<NoiseBank.Entry> bank(Optional<Scenario> resolved) {
        if (resolved.isEmpty() || hostKey.isEmpty()) {
            return List.of();
        }
        return NoiseBank.in(Bench.cache(console))
                .read(hostKey.get(), resolved.get().name());
    }
}
