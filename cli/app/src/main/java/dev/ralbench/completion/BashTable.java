package dev.ralbench.completion;

import dev.ralbench.completion.CompletedCommand.Option;
import dev.ralbench.completion.CompletedCommand.Placed;
import dev.ralbench.completion.CompletedCommand.Takes;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The branches of a {@code case} by command, which set what bash completes there. */
final class BashTable {
    private final CompletedCommand root;

    BashTable(CompletedCommand root) {
        this.root = root;
    }

    String text() {
        return root.all().map(BashTable::branch).collect(Collectors.joining());
    }

    private static String branch(Placed placed) {
        var command = placed.command();
        var names = command.commands().stream().map(CompletedCommand::name).collect(Collectors.joining(" "));
        var flags = command.options().stream()
                .filter(option -> option.takes() == Takes.NO_VALUE)
                .flatMap(option -> option.names().stream())
                .collect(Collectors.joining(" "));
        var valued = command.options().stream()
                .filter(option -> option.takes() != Takes.NO_VALUE)
                .flatMap(BashTable::valued)
                .collect(Collectors.joining(" "));
        return """
                        '%s')
                            commands='%s'
                            flags='%s'
                            valued='%s'
                            operands='%s'
                            ;;
                """.formatted(placed.path(), names, flags, valued, kind(command.operands()));
    }

    /** Such as {@code --gate:gate}, or {@code --dashboard:text?} of a value that may be left out. */
    private static Stream<String> valued(Option option) {
        var perhaps = option.takes() == Takes.PERHAPS_A_VALUE ? "?" : "";
        return option.names().stream().map(name -> name + ":" + kind(option.value()) + perhaps);
    }

    private static String kind(CompletedValue value) {
        return switch (value) {
            case CompletedValue.Text text -> "text";
            case CompletedValue.Words words -> "words|" + String.join("|", words.words());
            case CompletedValue.File file -> "file|" + file.ending();
            case CompletedValue.Directory directory -> "directory";
            case CompletedValue.ScenarioName scenario -> "scenario";
            case CompletedValue.GateName gate -> "gate";
            case CompletedValue.VariantName variant -> "variant";
            case CompletedValue.ProfileName profile -> "profile";
        };
    }
}
