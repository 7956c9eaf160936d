package dev.ralbench.session;

import dev.ralbench.Failure;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Load options that a run in turns ignores. Users and a duration are refused only if the scenario's load is closed
 * anyway: they let an open load take turns.
 *
 * @param given in the order of the help
 * @param isOpen whether the scenario's load is an open one without these options
 */
record UnusedOptions(List<String> given, BooleanSupplier isOpen) {
    private static final Set<String> MAKE_IT_CLOSED = Set.of("--users", "--duration");
    private static final Set<String> NAME_LEVELS =
            Set.of("--users", "--rate", "--requests", "--duration", "--steps", "--hold");

    UnusedOptions {
        given = List.copyOf(given);
    }

    /**
     * Refuses options that have no effect with a gate whose variants take turns, because its levels and warm-up are its
     * own.
     *
     * @throws Failure of usage if one is given
     */
    void checkGate(String gate) {
        refuse(
                option -> true,
                option -> Failure.usage(
                        option + " and --gate " + gate + " exclude each other",
                        "the gate's file says at which levels, how long and after which warm-up it looks",
                        "leave one of them out, or write it into a gate of your own; one of shape: sequential runs the scenario's"
                                + " load"));
    }

    /**
     * Refuses options that have no effect with {@code --order alternating}.
     *
     * @param hasLevels whether {@code --levels} is given
     * @throws Failure of usage if one is given
     */
    void checkTurns(boolean hasLevels) {
        refuse(
                "--stop-after"::equals,
                option -> Failure.usage(
                        option + " and --order alternating exclude each other",
                        "turns end by themselves: as many windows as there are, each of its length",
                        "leave it out; fewer --levels and --windows, or a shorter --window-length, end sooner"));
        refuse(
                option -> hasLevels && NAME_LEVELS.contains(option),
                option -> Failure.usage(
                        option + " and --levels exclude each other",
                        "both say how many users there are",
                        "leave one of them out; the windows are as long as --window-length says"));
    }

    private interface Refusal {
        Failure of(String option);
    }

    private void refuse(Predicate<String> unused, Refusal refusal) {
        var candidates = given.stream().filter(unused).toList();
        boolean isCure = candidates.stream().anyMatch(MAKE_IT_CLOSED::contains) && isOpen.getAsBoolean();
        candidates.stream()
                .filter(option -> !isCure || !MAKE_IT_CLOSED.contains(option))
                .findFirst()
                .ifPresent(option -> {
                    throw refusal.of(option);
                });
    }
}
