package dev.ralbench.completion;

import dev.ralbench.completion.CompletedCommand.Option;
import dev.ralbench.completion.CompletedCommand.Placed;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The lines of fish, one for each command and option. */
final class FishRules {
    private final CompletedCommand root;

    FishRules(CompletedCommand root) {
        this.root = root;
    }

    String text() {
        return root.all().flatMap(FishRules::rules).collect(Collectors.joining("\n"));
    }

    /** The commands that are below another one, each in quotes. */
    static String groups(CompletedCommand root) {
        return root.all()
                .map(Placed::path)
                .filter(path -> path.contains(" "))
                .map(path -> "'" + path + "'")
                .collect(Collectors.joining(" "));
    }

    private static Stream<String> rules(Placed placed) {
        var at = "complete -c ralbench -n '__ralbench_at" + (placed.path().isEmpty() ? "" : " " + placed.path()) + "'";
        var command = placed.command();
        var below = command.commands().stream().map(next -> at + " -a " + next.name() + described(next.description()));
        var options = command.options().stream()
                .map(option -> at + names(option) + arguments(option) + described(option.description()));
        var operands = command.operands() instanceof CompletedValue.Text
                        || !command.commands().isEmpty()
                ? Stream.<String>of()
                : Stream.of(at + values(command.operands()));
        return Stream.of(below, options, operands).flatMap(lines -> lines);
    }

    private static String names(Option option) {
        return option.names().stream()
                .map(name -> name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1))
                .collect(Collectors.joining());
    }

    /** A value that may be left out is offered only behind the = sign, as fish has it of options without -r. */
    private static String arguments(Option option) {
        var anyFile = option.value().equals(new CompletedValue.File(""));
        return switch (option.takes()) {
            case NO_VALUE -> "";
            case A_VALUE -> (anyFile ? " -r" : " -x") + values(option.value());
            case PERHAPS_A_VALUE -> values(option.value());
        };
    }

    private static String values(CompletedValue value) {
        return switch (value) {
            case CompletedValue.Text text -> "";
            case CompletedValue.Words words -> " -a '" + String.join(" ", words.words()) + "'";
            case CompletedValue.File file ->
                file.ending().isEmpty() ? " -F" : " -a '(__ralbench_files ." + file.ending() + ")'";
            case CompletedValue.Directory directory -> " -a '(__ralbench_directories)'";
            case CompletedValue.ScenarioName scenario -> " -a '(__ralbench_scenarios)'";
            case CompletedValue.GateName gate -> " -a '(__ralbench_gates)'";
            case CompletedValue.VariantName variant -> " -a '(__ralbench_variants)'";
            case CompletedValue.ProfileName profile -> " -a '(__ralbench_of_scenario profiles)'";
        };
    }

    private static String described(String text) {
        return " -d '" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
