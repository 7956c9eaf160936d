package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.Printable;
import dev.ralbench.secret.SecretUrl;
import dev.ralbench.trial.watch.Exhaustion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Prints a failure with its cause and fix; turns it into an exit code. */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
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
        lines.replaceAll(SecretUrl::withoutPassword);
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
        if (WrongCommandLine.isWithoutCommand(exception)) {
            // The help, but no success: a script whose variable is empty asked for a decision and got none.
            var command = exception.getCommandLine();
            command.usage(command.getErr(), command.getColorScheme());
            return ExitCode.USAGE.code();
        }
        print(WrongCommandLine.failure(exception));
        return ExitCode.USAGE.code();
    }

    private static String indent(String text) {
        return Printable.lines(text).strip().indent(2).stripTrailing();
    }
}
