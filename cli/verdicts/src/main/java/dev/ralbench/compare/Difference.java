package dev.ralbench.compare;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A fact in which two results differ.
 *
 * @param about the result and the variant that it is about, such as {@code nightly: head}; empty if that goes without
 *     saying
 * @param fact such as {@code machine.cpu} or {@code scenario.load.timeout}
 * @param left of the first result
 * @param right of the other
 */
public record Difference(String about, String fact, String left, String right) {
    /** The most important fields first, by their prefixes. */
    private static final List<String> BY_IMPORTANCE = List.of(
            "run.status",
            "block ",
            "scenario.name",
            "variants",
            "work.",
            VariantFact.PREFIX,
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

    /** A difference between the only two results that there are. */
    public Difference(String fact, String left, String right) {
        this("", fact, left, right);
    }

    /** The same of one result, or one variant of it. */
    Difference of(String name) {
        return new Difference(about.isEmpty() ? name : name + ": " + about, fact, left, right);
    }

    /** The fact with what it is about before it. */
    public String field() {
        return about.isEmpty() ? fact : about + ": " + fact;
    }

    /** Whether it is a fact about a service, and not about what was done with it. */
    boolean isOfBuild() {
        return fact.startsWith(VariantFact.PREFIX);
    }

    @Override
    public String toString() {
        return field() + ": " + left + " | " + right;
    }

    /** Sorts differences so that those that explain the most come first. */
    static List<Difference> mostImportantFirst(List<Difference> differences) {
        return differences.stream()
                .sorted(Comparator.comparingInt(Difference::rank))
                .toList();
    }

    private int rank() {
        return IntStream.range(0, BY_IMPORTANCE.size())
                .filter(i -> fact.startsWith(BY_IMPORTANCE.get(i)))
                .findFirst()
                .orElse(BY_IMPORTANCE.size());
    }
}
