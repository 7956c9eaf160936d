package dev.ralbench.report;

import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.Comparison.Reach;
import java.util.Optional;

/** What the column with the intervals is called: what they say something about is part of it. */
final class IntervalTitle {
    private IntervalTitle() {}

    static String of(Comparison comparison) {
        return switch (comparison.reach()) {
            case THIS_RUN -> "98 % of this run";
            case THESE_RUNS -> "98 % of " + comparison.runs().size() + " runs";
            case RUNS -> "98 % interval";
        };
    }

    /** What a reader has to know about it; nothing where the results are of different variants, and a banner says more. */
    static Optional<String> legend(Comparison comparison) {
        int runs = comparison.runs().size();
        return switch (comparison.reach()) {
            case THIS_RUN ->
                Optional.of(
                        "98 % of this run: the next run may differ by more. Compare several runs to see by how much.");
            case THESE_RUNS ->
                comparison.kind() == Comparison.Kind.PAIRED
                        ? Optional.of("98 % of " + runs
                                + " runs: from three runs on, the spread between runs is part of" + " the interval.")
                        : Optional.empty();
            case RUNS -> Optional.of("98 % interval: the spread between the " + runs + " runs is part of it.");
        };
    }

    /** As documents for programs have it. */
    static String key(Reach reach) {
        return ComparisonView.lower(reach);
    }
}
