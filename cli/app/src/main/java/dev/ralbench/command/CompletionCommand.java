package dev.ralbench.command;

import dev.ralbench.completion.BuiltInNames;
import dev.ralbench.completion.CompletedCommand;
import dev.ralbench.completion.CompletedCommand.Takes;
import dev.ralbench.completion.CompletedValue;
import dev.ralbench.completion.CompletionShell;
import dev.ralbench.gate.GateFile;
import dev.ralbench.scenario.ScenarioCatalog;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Parameters;

/** Prints a script by which a shell completes command lines of ralbench. */
@Command(
        name = CompletionCommand.NAME,
        description =
                "Prints a script by which a shell (bash, zsh or fish) completes commands, options, and names of scenarios,"
                        + " variants, profiles and gates. The first lines of the script say where to write it.",
        footer = {
            "",
            "Examples: ralbench completion bash > ~/.local/share/bash-completion/completions/ralbench",
            "          ralbench completion zsh > \"$${fpath[1]}/_ralbench\"",
            "          ralbench completion fish > ~/.config/fish/completions/ralbench.fish"
        })
final class CompletionCommand implements Callable<Integer> {
    static final String NAME = "completion";

    /** What an option's value is, if its type and the word for it in help do not say so. */
    private static final Map<String, CompletedValue> OPTIONS = Map.of(
            "--scenario",
            new CompletedValue.ScenarioName(),
            "--gate",
            new CompletedValue.GateName(),
            "--design",
            new CompletedValue.GateName(),
            "--variant",
            new CompletedValue.VariantName(),
            "--profile",
            new CompletedValue.ProfileName(),
            "--method",
            new CompletedValue.Words(List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")));

    private final Console console;
    private final ScenarioCatalog scenarios;
    private final Supplier<CommandLine> all;

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
    private CompletionShell shell = CompletionShell.BASH;

    /** @param all the command line with every command */
    CompletionCommand(Console console, ScenarioCatalog scenarios, Supplier<CommandLine> all) {
        this.console = console;
        this.scenarios = scenarios;
        this.all = all;
    }

    @Override
    public Integer call() {
        var builtIns = scenarios.builtIns().stream()
                .map(scenario -> new BuiltInNames.Scenario(scenario.name(), scenario.variants(), scenario.profiles()))
                .toList();
        var root = completed(all.get());
        console.out().print(shell.script(root, new BuiltInNames(builtIns, GateFile.builtIns())));
        console.out().flush();
        return ExitCode.OK.code();
    }

    private static CompletedCommand completed(CommandLine command) {
        var spec = command.getCommandSpec();
        var below = new LinkedHashMap<String, CompletedCommand>();
        command.getSubcommands().forEach((name, next) -> {
            if (!next.getCommandSpec().usageMessage().hidden()) {
                below.put(name, completed(next));
            }
        });
        return new CompletedCommand(
                spec.name(),
                FirstSentence.of(spec.usageMessage().description()),
                spec.options().stream()
                        .filter(option -> !option.hidden())
                        .map(CompletionCommand::option)
                        .toList(),
                spec.positionalParameters().stream()
                        .findFirst()
                        .map(operands -> operands(spec, operands))
                        .orElse(new CompletedValue.Text()),
                List.copyOf(below.values()));
    }

    private static CompletedCommand.Option option(OptionSpec option) {
        var takes = option.arity().max() == 0
                ? Takes.NO_VALUE
                : option.arity().min() == 0 ? Takes.PERHAPS_A_VALUE : Takes.A_VALUE;
        return new CompletedCommand.Option(
                List.of(option.names()),
                FirstSentence.of(option.description()),
                option.paramLabel().replace("'", ""),
                Stream.of(option.names())
                        .filter(OPTIONS::containsKey)
                        .findFirst()
                        .map(OPTIONS::get)
                        .orElseGet(() -> value(option)),
                takes,
                Collection.class.isAssignableFrom(option.type()));
    }

    private static CompletedValue operands(CommandSpec spec, PositionalParamSpec operands) {
        return switch (operands.paramLabel()) {
            case "SCENARIO" -> new CompletedValue.ScenarioName();
            case "NAME|FILE" -> new CompletedValue.GateName();
            case "COMMAND" ->
                new CompletedValue.Words(spec.root().subcommands().entrySet().stream()
                        .filter(command -> !command.getValue()
                                .getCommandSpec()
                                .usageMessage()
                                .hidden())
                        .map(Map.Entry::getKey)
                        .toList());
            case "FILE" -> new CompletedValue.File("json"); // of results
            default -> value(operands);
        };
    }

    private static CompletedValue value(ArgSpec argument) {
        if (argument.completionCandidates() != null) {
            return new CompletedValue.Words(
                    StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                            .toList());
        }
        var label = argument.paramLabel();
        return label.contains("DIR")
                ? new CompletedValue.Directory()
                : label.contains("FILE") || label.equals("PROGRAM")
                        ? new CompletedValue.File("")
                        : new CompletedValue.Text();
    }
}
