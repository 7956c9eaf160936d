package dev.ralbench.command;

import dev.ralbench.DecodedText;
import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Words for command lines that picocli cannot parse. */
final class WrongCommandLine {
    /** How picocli begins a message about an option's value, with or without the name of the parameter. */
    private static final Pattern WRONG_VALUE =
            Pattern.compile("^Invalid value for option '(?<option>-[^']+)'(?: \\([^)]*\\))?: ");
    /** How it goes on if the option takes one of several words. */
    private static final Pattern WRONG_WORD =
            Pattern.compile("expected one of \\[(?<words>[^]]*)] \\([^)]*\\) but was '(?<given>.*)'$", Pattern.DOTALL);

    /** What {@link #unknownCommand} says. */
    private static final Pattern UNKNOWN_COMMAND =
            Pattern.compile("Unknown subcommand '(?<word>.*)'\\.", Pattern.DOTALL);
    /** How it ends if the option takes no value. */
    private static final Pattern VALUE_OF_A_FLAG =
            Pattern.compile("'(?<option>-[^']+)'(?: \\([^)]*\\))?: '(?<value>.*)' is not a boolean$", Pattern.DOTALL);

    /** An option with an equals sign and nothing behind it. */
    private static final Pattern EMPTY_VALUE = Pattern.compile("^(--[a-z-]+)=$");

    private static final String NO_COMMAND = "Missing required subcommand";

    private WrongCommandLine() {}

    /**
     * The failure of a command line that picocli would parse into something that the user did not mean.
     *
     * @param root the command line with all commands that the arguments may name
     */
    static Optional<Failure> beforeParsing(List<String> args, CommandLine root) {
        return undecoded(args).or(() -> empty(args, root)).or(() -> withOneDash(args, root));
    }

    /** An argument that was not typed so: a request would send other bytes than the user's. It may be a secret. */
    private static Optional<Failure> undecoded(List<String> args) {
        var text = DecodedText.ofThisProcess();
        return IntStream.range(0, args.size())
                .filter(i -> !text.isCompleteArgument(args, i))
                .mapToObj(i -> Failure.usage(
                        (i > 0 && args.get(i - 1).startsWith("-")
                                        ? "the value of " + args.get(i - 1)
                                        : "argument " + (i + 1))
                                + " is not UTF-8",
                        "its bytes cannot be read as text, so ralbench would use others than typed",
                        "write it in UTF-8, and set a locale of UTF-8: export LC_ALL=C.UTF-8"))
                .findFirst();
    }

    /** An empty argument: mostly a variable of the shell that is not set. Only a body may be empty. */
    private static Optional<Failure> empty(List<String> args, CommandLine root) {
        for (int i = 0; i < args.size(); i++) {
            var word = args.get(i);
            var option = word.isEmpty()
                    ? optionBefore(args, i, root)
                    : EMPTY_VALUE.matcher(word).replaceFirst("$1");
            boolean isEmpty = word.isEmpty() || !option.equals(word);
            if (isEmpty && !option.equals("--body")) {
                return Optional.of(Failure.usage(
                        (option.isEmpty() ? "argument " + (i + 1) : "the value of " + option) + " is empty",
                        "a variable of the shell may not be set",
                        "set it, or leave the argument out"));
            }
        }
        return Optional.empty();
    }

    /** The option that the argument is the value of; empty if the one before takes none. */
    private static String optionBefore(List<String> args, int index, CommandLine root) {
        var command = root;
        for (var word : args.subList(0, index)) {
            command = command.getSubcommands().getOrDefault(word, command);
        }
        var option = index == 0 ? null : command.getCommandSpec().optionsMap().get(args.get(index - 1));
        return option != null && option.arity().max() > 0 ? args.get(index - 1) : "";
    }

    /** A long option with one dash, such as -duration 5s: picocli would take it for -d uration. */
    private static Optional<Failure> withOneDash(List<String> args, CommandLine root) {
        var command = root;
        boolean isValue = false;
        var before = "";
        for (var word : args) {
            var foreign = ForeignOptions.insteadOfValue(before, word, command.getCommandSpec());
            if (foreign.isPresent()) {
                return Optional.of(Failure.usage(
                        before + " " + word + ": " + before + " " + foreign.get(), "", help(command.getCommandSpec())));
            }
            before = word;
            var sub = command.getSubcommands().get(word);
            if (sub != null) {
                command = sub;
                continue;
            }
            var spec = command.getCommandSpec();
            var wrong = isValue ? Optional.<String>empty() : ForeignOptions.withOneDash(word, spec);
            if (wrong.isPresent()) {
                return Optional.of(noOption(
                        spec,
                        wrong.get(),
                        ForeignOptions.insteadOfOneDash(wrong.get(), spec).orElseThrow()));
            }
            var option = spec.optionsMap().get(word);
            isValue = option != null && option.arity().min() > 0;
        }
        return Optional.empty();
    }

    private static Failure noOption(CommandSpec command, String option, String instead) {
        return Failure.usage(command.qualifiedName() + " has no option " + option, "", instead);
    }

    /** The message of an exception, thrown by the command that was asked for one that it does not have. */
    static String unknownCommand(String word) {
        return "Unknown subcommand '" + word + "'.";
    }

    /** Whether a command was called without one of its commands, such as ralbench alone. */
    static boolean isWithoutCommand(ParameterException exception) {
        return NO_COMMAND.equals(exception.getMessage());
    }

    static Failure failure(ParameterException exception) {
        return switch (exception) {
            case UnmatchedArgumentException unmatched -> unknown(unmatched);
            case MissingParameterException missing -> missing(missing);
            case OverwrittenOptionException twice ->
                Failure.usage(nameOnly(twice.getOverwritten()) + " is given twice", "", "leave one of them out");
            default -> wrong(exception);
        };
    }

    private static Failure missing(MissingParameterException exception) {
        var missing =
                exception.getMissing().stream().map(WrongCommandLine::name).collect(Collectors.joining(" and "));
        return Failure.usage(spec(exception).qualifiedName() + " needs " + missing, "", help(exception));
    }

    private static String nameOnly(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? option.longestName() + "=" + option.paramLabel()
                : argument.paramLabel();
    }

    private static Failure wrong(ParameterException exception) {
        var message = String.valueOf(exception.getMessage());
        var unknown = UNKNOWN_COMMAND.matcher(message);
        if (unknown.matches()) {
            return noCommand(exception.getCommandLine(), unknown.group("word"));
        }
        var flag = VALUE_OF_A_FLAG.matcher(message);
        if (flag.find()) {
            return flagWithValue(exception, flag.group("option"), flag.group("value"));
        }
        var named = WRONG_VALUE.matcher(message).replaceFirst("${option}: ");
        var word = WRONG_WORD.matcher(named);
        if (!word.find()) {
            return Failure.usage(named, "", help(exception));
        }
        var words = Arrays.stream(word.group("words").split(", "))
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toList();
        return Failure.usage(
                named.substring(0, word.start()) + "unknown value " + word.group("given"),
                NearestName.hint(word.group("given"), words),
                help(exception));
    }

    /** An unknown option, command or argument: which of them follows from what the command accepts. */
    private static Failure unknown(UnmatchedArgumentException exception) {
        var command = spec(exception);
        var word = exception.getUnmatched().getFirst();
        if (word.startsWith("-")) {
            var typed = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            return ForeignOptions.insteadOf(typed, command)
                    .map(instead -> noOption(command, typed, instead))
                    .orElseGet(() -> Failure.usage(
                            command.qualifiedName() + " has no option " + typed,
                            nearestOption(typed, command),
                            help(exception)));
        }
        return command.subcommands().isEmpty()
                ? Failure.usage(
                        command.qualifiedName() + " takes no argument " + String.join(" ", exception.getUnmatched()),
                        "",
                        help(exception))
                : noCommand(exception.getCommandLine(), word);
    }

    private static Failure noCommand(CommandLine given, String word) {
        var command = given.getCommandSpec();
        if (command.subcommands().isEmpty()) {
            return Failure.usage(
                    command.qualifiedName() + " has no command " + word, "it has no commands", help(command));
        }
        return Failure.usage(
                command.qualifiedName() + " has no command " + word,
                command.parent() == null && isMeasured(word)
                        ? "did you mean " + command.qualifiedName() + " run " + word + "?"
                        : nearestCommand(word, command),
                help(command));
    }

    private static Failure flagWithValue(ParameterException exception, String option, String value) {
        var options = spec(exception).optionsMap();
        boolean isAnotherFlag = option.equals("--help") && options.containsKey("--" + value);
        return Failure.usage(
                option + " takes no value, got " + value,
                "",
                isAnotherFlag ? "write --help --" + value : "write " + option + ", or leave it out");
    }

    /** A command of a command is often called without it: explain for gate explain. */
    private static String nearestCommand(String word, CommandSpec command) {
        return command.subcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(group -> group.subcommands().containsKey(word))
                .map(group -> "did you mean " + group.qualifiedName() + " " + word + "?")
                .findFirst()
                .orElseGet(() -> NearestName.hint(word, commands(command)));
    }

    /** Other load testers have no command in front of what they load. */
    private static boolean isMeasured(String word) {
        return word.matches("(?s)https?://.*|.*\\.ya?ml");
    }

    /** Of single letters each is as near as any other. */
    private static String nearestOption(String typed, CommandSpec command) {
        return typed.startsWith("--")
                ? NearestName.to(typed, command.optionsMap().keySet())
                        .map(name -> "did you mean " + name + "?")
                        .orElse("")
                : "";
    }

    /** Commands that help shows. */
    private static List<String> commands(CommandSpec command) {
        return command.subcommands().entrySet().stream()
                .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static CommandSpec spec(ParameterException exception) {
        return exception.getCommandLine().getCommandSpec();
    }

    private static String help(ParameterException exception) {
        return help(spec(exception));
    }

    private static String help(CommandSpec command) {
        return command.qualifiedName() + " --help lists what it takes";
    }
}
