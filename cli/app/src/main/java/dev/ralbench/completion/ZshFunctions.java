package dev.ralbench.completion;

import dev.ralbench.completion.CompletedCommand.Option;
import dev.ralbench.completion.CompletedCommand.Placed;
import java.util.ArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A function of zsh for each command, which calls {@code _arguments} with its options. */
final class ZshFunctions {
    private static final String MORE = " \\\n        ";

    private final CompletedCommand root;

    ZshFunctions(CompletedCommand root) {
        this.root = root;
    }

    String text() {
        return root.all().map(ZshFunctions::function).collect(Collectors.joining("\n"));
    }

    private static String name(String path) {
        return path.isEmpty() ? "_ralbench" : "_ralbench_" + path.replace(' ', '_');
    }

    private static String function(Placed placed) {
        var command = placed.command();
        var arguments = new ArrayList<String>();
        command.options().stream().flatMap(ZshFunctions::specs).forEach(arguments::add);
        if (command.commands().isEmpty()) {
            if (!(command.operands() instanceof CompletedValue.Text)) {
                arguments.add(quoted("*: :" + action(command.operands())));
            }
        } else {
            arguments.add(quoted("1: :->command"));
            arguments.add(quoted("*:: :->below"));
        }
        return """
                %s() {
                    local curcontext=$curcontext state state_descr line
                    typeset -A opt_args
                    _arguments -C%s && return
                %s}
                """.formatted(
                        name(placed.path()),
                        arguments.stream().map(argument -> MORE + argument).collect(Collectors.joining()),
                        command.commands().isEmpty() ? "    _ralbench_state\n" : choice(placed));
    }

    private static String choice(Placed placed) {
        var described = placed.command().commands().stream()
                .map(below ->
                        MORE + quoted(below.name() + ":" + below.description().replace(":", "\\:")))
                .collect(Collectors.joining());
        var calls = placed.command().commands().stream()
                .map(below -> "                %s) %s ;;%n"
                        .formatted(below.name(), name((placed.path() + " " + below.name()).strip())))
                .collect(Collectors.joining());
        return """
                    local -a commands
                    commands=(%s)
                    case $state in
                        command) _describe -t commands command commands ;;
                        below)
                            case $line[1] in
                %s            esac
                            ;;
                    esac
                """.formatted(described, calls);
    }

    /** One for each name; those of one option exclude each other unless it may be given again. */
    private static Stream<String> specs(Option option) {
        var text = "[" + option.description().replace("\\", "\\\\").replaceAll("([\\[\\]:])", "\\\\$1") + "]";
        return option.names().stream().map(name -> {
            boolean isLong = name.startsWith("--");
            var others = option.isRepeatable()
                    ? "*"
                    : option.names().size() > 1 ? "(" + String.join(" ", option.names()) + ")" : "";
            return switch (option.takes()) {
                case NO_VALUE -> quoted(others + name + text);
                case A_VALUE -> quoted(others + name + (isLong ? "=" : "+") + text + value(option, ":"));
                case PERHAPS_A_VALUE -> quoted(others + name + (isLong ? "=" : "+") + text + value(option, "::"));
            };
        });
    }

    private static String value(Option option, String colons) {
        return colons + option.label().replace(":", "\\:") + ":" + action(option.value());
    }

    private static String action(CompletedValue value) {
        return switch (value) {
            case CompletedValue.Text text -> " ";
            case CompletedValue.Words words -> "(" + String.join(" ", words.words()) + ")";
            case CompletedValue.File file ->
                file.ending().isEmpty() ? "_files" : "_files -g \"*." + file.ending() + "\"";
            case CompletedValue.Directory directory -> "_ralbench_directories";
            case CompletedValue.ScenarioName scenario -> "_ralbench_scenarios";
            case CompletedValue.GateName gate -> "_ralbench_gates";
            case CompletedValue.VariantName variant -> "->variants";
            case CompletedValue.ProfileName profile -> "->profiles";
        };
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
