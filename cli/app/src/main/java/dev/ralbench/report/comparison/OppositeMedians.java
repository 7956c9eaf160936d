package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Change;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.page.Numbers;
import dev.ralbench.report.ChangeText;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Cells whose two medians, as printed, differ in one direction while the change goes in the other. Both are right: a change
 * is estimated from differences within blocks, and the typical difference need not be that of the typical values.
 */
final class OppositeMedians {
    private OppositeMedians() {}

    /** A sentence that says so of the cells in a comparison's table. */
    static Optional<String> note(ComparisonView view) {
        var shown = Stream.concat(view.rules().stream().map(RuleResult::cell), view.headline().stream());
        return note(shown.distinct().toList(), view::name);
    }

    /**
     * A sentence that says so.
     *
     * @param shown cells of a table
     * @param name a cell's name in the table
     */
    static Optional<String> note(List<Cell> shown, Function<Cell, String> name) {
        var opposite = shown.stream().filter(OppositeMedians::isOpposite).toList();
        if (opposite.isEmpty()) {
            return Optional.empty();
        }
        boolean inBlocks = opposite.stream()
                .flatMap(cell -> cell.change().stream())
                .map(Change::perBlock)
                .noneMatch(List::isEmpty);
        return Optional.of(opposite.stream().map(name).collect(Collectors.joining(", "))
                + ": the two medians differ the other way; a change is the typical difference "
                + (inBlocks ? "within a block" : "of two trials"));
    }

    private static boolean isOpposite(Cell cell) {
        return ChangeText.of(cell).filter(change -> isOpposite(cell, change)).isPresent();
    }

    private static boolean isOpposite(Cell cell, ChangeText change) {
        var base = cell.base().typical();
        var head = cell.head().typical();
        if (base.isEmpty() || head.isEmpty() || isPrintedAsNone(cell, change)) {
            return false;
        }
        return change.estimate() * (head.getAsDouble() - base.getAsDouble()) < 0;
    }

    /** Whether the printed values look the same, so that they cannot contradict the estimate. */
    private static boolean isPrintedAsNone(Cell cell, ChangeText change) {
        var base = Numbers.of(cell.metric(), cell.base().typical());
        var head = Numbers.of(cell.metric(), cell.head().typical());
        return base.equals(head) || change.estimateText().equals(change.text(0));
    }
}
