package dev.ralbench.report.comparison;

import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.Comparison.Reach;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Spelling;
import dev.ralbench.report.ChangeText;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Stream;

/** The title of the interval column, including the intervals' scope. */
final class IntervalTitle {
    private IntervalTitle() {}

    /** Rules have intervals of their own, at the level at which their gate decides. */
    static String of(ComparisonView view) {
        var comparison = view.comparison();
        return view.gate().isPresent() ? "interval" : of(comparison);
    }

    private static String of(Comparison comparison) {
        return switch (comparison.reach()) {
            case THIS_RUN -> "98 % of this run";
            case THESE_RUNS -> "98 % of " + comparison.runs().size() + " runs";
            case RUNS -> "98 % interval";
        };
    }

    /**
     * The explanation of the column; nothing if no interval is shown, or if the results are of different variants,
     * which a banner explains.
     */
    static Optional<String> legend(ComparisonView view) {
        var comparison = view.comparison();
        boolean isNeeded = Stream.concat(
                        view.rules().stream().map(ChangeText::of),
                        view.headline().stream().map(ChangeText::of))
                .flatMap(Optional::stream)
                .anyMatch(ChangeText::hasInterval);
        if (!isNeeded) {
            return Optional.empty();
        }
        var parts = new ArrayList<String>();
        ofRules(view).ifPresent(parts::add);
        ofCells(comparison)
                .map(text -> parts.isEmpty() ? text : "others " + text)
                .ifPresent(parts::add);
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", parts));
    }

    private static Optional<String> ofRules(ComparisonView view) {
        return view.gate()
                .filter(gate -> gate.confidence().look().passAlpha() > 0
                        && gate.rules().stream()
                                .anyMatch(rule -> rule.judgement().harm().isPresent()))
                .map(gate -> "intervals of rules: "
                        + Numbers.plainPercent(1 - 2 * gate.confidence().look().passAlpha())
                        + ", as this look decides");
    }

    private static Optional<String> ofCells(Comparison comparison) {
        var title = of(comparison);
        int runs = comparison.runs().size();
        return switch (comparison.reach()) {
            case THIS_RUN ->
                Optional.of(title + ": the next run may differ by more. Compare several runs to see by how much.");
            case THESE_RUNS ->
                comparison.kind() == ComparisonKind.PAIRED
                        ? Optional.of(title + ": from three runs on, the spread between runs is part of the interval.")
                        : Optional.empty();
            case RUNS -> Optional.of(title + ": the spread between the " + runs + " runs is part of it.");
        };
    }

    /** The name in JSON documents. */
    static String key(Reach reach) {
        return Spelling.of(reach);
    }
}
