package dev.ralbench.command;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the help of a command, or of a command's command; picocli's own reads one word and ignores the others. */
@Command(name = HelpCommand.NAME, helpCommand = true, description = "Shows the help of a command.")
final class HelpCommand implements Runnable {
    static final String NAME = "help";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "Such as run, or gate explain.")
    private List<String> words = List.of();

    @Override
    public void run() {
        CommandLine command = spec.commandLine().getParent();
        for (var word : words) {
            var below = command.getSubcommands().get(word);
            if (below == null) {
                throw new ParameterException(command, WrongCommandLine.unknownCommand(word));
            }
            command = below;
        }
        command.usage(command.getOut(), command.getColorScheme());
    }
}
