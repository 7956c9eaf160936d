package dev.ralbench.command;

import java.util.EnumSet;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/** An exit code of the user's own for a gate that did not decide, so that a CI job can tell that from a failure. */
final class NeutralExit {
    private static final String NAME = "--neutral-exit";
    private static final Set<ExitCode> UNDECIDED =
            EnumSet.of(ExitCode.INCONCLUSIVE, ExitCode.INCOMPARABLE, ExitCode.INVALID);

    private NeutralExit() {}

    static CommandLine addTo(CommandLine command) {
        command.getCommandSpec()
                .addOption(OptionSpec.builder(NAME)
                        .paramLabel("CODE")
                        .type(Integer.class)
                        .converters(NeutralExit::code)
                        .description(
                                "End with this code, 0 to 255, instead of 4 (undecided), 5 (not comparable) or 6 (not to be"
                                        + " trusted): for CI jobs that are to fail on a regression alone.")
                        .build());
        return command;
    }

    private static Integer code(String text) {
        if (!text.matches("\\d{1,3}") || Integer.parseInt(text) > 255) {
            throw new TypeConversionException("needs a whole number from 0 to 255, got \"" + text + "\"");
        }
        return Integer.valueOf(text);
    }

    /**
     * The exit code of a command.
     *
     * @param parsed the whole command line
     * @param exit the command's own code
     */
    static int of(ParseResult parsed, int exit) {
        var command = parsed;
        while (command.hasSubcommand()) {
            command = command.subcommand();
        }
        boolean isUndecided = UNDECIDED.stream().anyMatch(code -> code.code() == exit);
        return isUndecided ? command.<Integer>matchedOptionValue(NAME, exit) : exit;
    }
}
