package dev.ralbench.command;

import dev.ralbench.scenario.GivenOptions;
import dev.ralbench.session.RunRequest;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options that change a scenario. Here are their names and their help; they are handed on as typed, because
 * {@link GivenOptions} knows what they mean.
 */
final class TypedOptions {
    private final List<OptionSpec> options = new ArrayList<>();

    /** Adds one that is followed by a text. */
    TypedOptions one(String label, String description, String... names) {
        return with(
                OptionSpec.builder(names).type(String.class).paramLabel(label).description(description));
    }

    /** Adds one that is followed by a text, and may be given several times. */
    TypedOptions many(String label, String description, String... names) {
        return with(OptionSpec.builder(names)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel(label)
                .description(description));
    }

    /** Adds one without a text. */
    TypedOptions flag(String description, String... names) {
        return with(OptionSpec.builder(names).type(boolean.class).description(description));
    }

    private TypedOptions with(OptionSpec.Builder option) {
        options.add(option.build());
        return this;
    }

    void declare(CommandSpec command) {
        options.forEach(command::addOption);
    }

    /** Whether an option of this name was typed. */
    boolean isGiven(String name) {
        return options.stream().anyMatch(option -> option.longestName().equals(name) && isGiven(option));
    }

    /** A flag may be typed with a value: {@code --quick=false}. */
    private static boolean isGiven(OptionSpec option) {
        return isFlag(option)
                ? Boolean.TRUE.equals(option.getValue())
                : !option.stringValues().isEmpty();
    }

    private static boolean isFlag(OptionSpec option) {
        return option.type() == boolean.class;
    }

    RunRequest addTo(RunRequest request) {
        var next = request;
        for (var option : options) {
            if (isGiven(option)) {
                next = next.option(
                        option.longestName(),
                        isFlag(option) ? new String[0] : option.stringValues().toArray(String[]::new));
            }
        }
        return next;
    }
}
