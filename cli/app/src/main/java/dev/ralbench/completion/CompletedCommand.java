package dev.ralbench.completion;

import java.util.List;
import java.util.stream.Stream;

/**
 * A command as a shell completes it.
 *
 * @param name the word on the command line
 * @param description a sentence
 * @param operands what words without a dash are; {@link CompletedValue.Text} if it takes none
 * @param commands those below it
 */
public record CompletedCommand(
        String name,
        String description,
        List<Option> options,
        CompletedValue operands,
        List<CompletedCommand> commands) {
    public CompletedCommand {
        options = List.copyOf(options);
        commands = List.copyOf(commands);
    }

    /**
     * An option.
     *
     * @param names with their dashes, such as {@code -s} and {@code --scenario}
     * @param description a sentence
     * @param label what help calls its value, such as {@code FILE}
     * @param value what follows it
     * @param takes whether a value follows
     * @param isRepeatable whether it may be given several times
     */
    public record Option(
            List<String> names,
            String description,
            String label,
            CompletedValue value,
            Takes takes,
            boolean isRepeatable) {
        public Option {
            names = List.copyOf(names);
        }
    }

    /** Whether an option is followed by a value. */
    public enum Takes {
        NO_VALUE,
        A_VALUE,
        PERHAPS_A_VALUE
    }

    /** The command and all below it, each with the words that lead to it, such as {@code gate init}; empty for the root. */
    Stream<Placed> all() {
        return all("");
    }

    private Stream<Placed> all(String path) {
        return Stream.concat(
                Stream.of(new Placed(path, this)),
                commands.stream().flatMap(below -> below.all((path + " " + below.name).strip())));
    }

    /** @param path the words that lead to the command, behind the program's name */
    record Placed(String path, CompletedCommand command) {}
}
