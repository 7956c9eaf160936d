package dev.ralbench.compare;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A fact in which two results differ.
 *
 * @param field such as {@code machine.cpu} or {@code scenario.load.timeout}; if several results are compared, with the
 *     name of the result and the variant before it
 * @param left of the first result
 * @param right of the other
 */
public record Difference(String field, String left, String right) {
    /** The most important fields first, by their prefixes. */
    private static final List<String> BY_IMPORTANCE = List.of(
            "run.status",
            "block ",
            "scenario.name",
            "variants",
            "work.",
            "subject.",
            "scenario.load",
            "scenario.",
            "design.",
            "machine.cpu",
            "machine.cores",
            "machine.memory",
            "machine.runtime",
            "machine.",
            "servers.",
            "software.jdk",
            "software.",
            "ralbench.");

    @Override
    public String toString() {
        return field + ": " + left + " | " + right;
    }

    /** Sorts differences so that those that explain the most come first. */
    static List<Difference> mostImportantFirst(List<Difference> differences) {
        return differences.stream()
                .sorted(Comparator.comparingInt(Difference::rank))
                .toList();
    }

    /** The fact alone, without the result and the variant that it is about. */
    String fact() {
        return field.substring(field.lastIndexOf(": ") < 0 ? 0 : field.lastIndexOf(": ") + 2);
    }

    private int rank() {
        return IntStream.range(0, BY_IMPORTANCE.size())
                .filter(i -> fact().startsWith(BY_IMPORTANCE.get(i)))
                .findFirst()
                .orElse(BY_IMPORTANCE.size());
    }
}
