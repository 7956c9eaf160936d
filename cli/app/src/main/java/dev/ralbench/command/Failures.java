package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.Printable;
import dev.ralbench.trial.watch.Exhaustion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints a failure with its cause and fix; turns it into an exit code. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
    /** How picocli begins a message about an option's value, with or without the name of the parameter. */
    private static final Pattern WRONG_VALUE =
            Pattern.compile("^Invalid value for option '(?<option>-[^']+)'(?: \\([^)]*\\))?: ");

    private final Console console;

    Failures(Console console) {
        this.console = console;
    }

    /** Prints a failure in its three parts. */
    void print(Failure failure) {
        lines(failure).forEach(console::tell);
    }

    /** Messages repeat user input, which may be a URL with a password. */
    static List<String> lines(Failure failure) {
        var lines = new ArrayList<>(List.of("ralbench: " + Printable.lines(failure.what())));
        Optional.of(failure.why()).filter(why -> !why.isBlank()).ifPresent(why -> lines.add(indent(why)));
        Optional.of(failure.fix()).filter(fix -> !fix.isBlank()).ifPresent(fix -> lines.add(indent("-> " + fix)));
        lines.replaceAll(RuntimeOptions::withoutPassword);
        return lines;
    }

    @Override
    public int handleExecutionException(Exception exception, CommandLine command, ParseResult parsed) {
        if (exception instanceof Failure failure) {
            print(failure);
            return ExitCode.of(failure.kind()).code();
        }
        var exhausted = Exhaustion.in(exception);
        if (exhausted.isPresent()) {
            print(exhausted.get());
            return ExitCode.of(exhausted.get().kind()).code();
        }
        console.tell("ralbench: internal error; this is a defect, please report it with the lines below");
        exception.printStackTrace(console.err());
        return ExitCode.INTERNAL.code();
    }

    @Override
    public int handleParseException(ParameterException exception, String[] args) {
        print(exception instanceof UnmatchedArgumentException unmatched ? unknown(unmatched) : wrong(exception));
        return ExitCode.USAGE.code();
    }

    private static Failure wrong(ParameterException exception) {
        var message = String.valueOf(exception.getMessage());
        return Failure.usage(WRONG_VALUE.matcher(message).replaceFirst("${option}: "), "", help(exception));
    }

    /** An unknown option, command or argument: which of them follows from what the command accepts. */
    private static Failure unknown(UnmatchedArgumentException exception) {
        var command = exception.getCommandLine().getCommandSpec();
        var word = exception.getUnmatched().getFirst();
        if (word.startsWith("-")) {
            var typed = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            var nearest =
                    NearestName.to(typed, command.optionsMap().keySet()).map(name -> "did you mean " + name + "?");
            return Failure.usage(
                    command.qualifiedName() + " has no option " + typed, nearest.orElse(""), help(exception));
        }
        if (!command.subcommands().isEmpty()) {
            var commands = command.subcommands().entrySet().stream()
                    .filter(each ->
                            !each.getValue().getCommandSpec().usageMessage().hidden())
                    .map(Map.Entry::getKey)
                    .toList();
            return Failure.usage(
                    command.qualifiedName() + " has no command " + word,
                    NearestName.hint(word, commands),
                    help(exception));
        }
        return Failure.usage(
                command.qualifiedName() + " takes no argument " + String.join(" ", exception.getUnmatched()),
                "",
                help(exception));
    }

    private static String help(ParameterException exception) {
        return exception.getCommandLine().getCommandSpec().qualifiedName() + " --help lists what it takes";
    }

    private static String indent(String text) {
        return Printable.lines(text).strip().indent(2).stripTrailing();
    }
}
