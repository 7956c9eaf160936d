package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.compare.ComparisonNote;
import dev.ralbench.compare.Machine;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A comparison as all its reports show it.
 *
 * @param gate the decision of the rules, if there are any
 * @param exitCode of the command, for reports that are read by programs
 */
public record ComparisonView(Comparison comparison, Optional<GateResult> gate, Selection selection, int exitCode) {

    /**
     * The part of it to show; an empty set is everything worth showing.
     *
     * @param metrics only these
     * @param levels only these; the whole run is one
     * @param isDetailed whether tables show every metric, if none in particular is asked for
     */
    public record Selection(Set<Metric> metrics, Set<Level> levels, boolean isDetailed) {
        public Selection {
            metrics = Set.copyOf(metrics);
            levels = Set.copyOf(levels);
        }

        /** No selection, so the defaults are shown. */
        public static Selection all() {
            return new Selection(Set.of(), Set.of(), false);
        }

        boolean isAll() {
            return metrics.isEmpty() && levels.isEmpty();
        }

        private boolean holds(Cell cell) {
            boolean isMeant = metrics.isEmpty()
                    ? cell.metric().comparison().isAtItsPlace(cell.level())
                    : metrics.contains(cell.metric());
            return isMeant && (levels.isEmpty() || levels.contains(cell.level()));
        }
    }

    /** The whole comparison, for {@code compare} without a gate. */
    public static ComparisonView of(Comparison comparison) {
        return new ComparisonView(comparison, Optional.empty(), Selection.all(), 0);
    }

    List<RuleResult> rules() {
        return gate.map(GateResult::rules).orElse(List.of());
    }

    /** Cells that no rule is about. */
    List<Cell> cells() {
        return comparison.cells().stream()
                .filter(selection::holds)
                .filter(cell -> rules().stream().noneMatch(rule -> isSame(rule.cell(), cell)))
                .toList();
    }

    /** Cells that tables show: those of rules, and those that no rule is about. */
    public List<Cell> reported() {
        return Stream.concat(
                        rules().stream().map(RuleResult::cell), cells().stream().filter(this::isShown))
                .toList();
    }

    /** Whether tables show a cell that no rule is about: by default, or because its metric was requested. */
    boolean isShown(Cell cell) {
        return !selection.metrics().isEmpty() || ((selection.isDetailed() || isHeadline(cell)) && hasValues(cell));
    }

    /** Whether the cell's metric was requested or, if none was, is one that tables show by default. */
    boolean isHeadline(Cell cell) {
        return !selection.metrics().isEmpty() || cell.metric().comparison().headline();
    }

    private static boolean hasValues(Cell cell) {
        return cell.base().typical().isPresent() || cell.head().typical().isPresent();
    }

    private static boolean isSame(Cell a, Cell b) {
        return a.id().equals(b.id()) && a.variant().equals(b.variant());
    }

    /** The machines that its runs were measured on. */
    List<Machine> machines() {
        return Machine.of(comparison.runs());
    }

    /** The title of the column of intervals. Rules have intervals of their own, at the level at which their gate decides. */
    String intervalTitle() {
        return gate.isPresent() ? "interval" : intervalScope();
    }

    /** What the intervals of cells hold for, such as {@code 98 % of this run}. */
    String intervalScope() {
        return switch (comparison.reach()) {
            case THIS_RUN -> "98 % of this run";
            case THESE_RUNS -> "98 % of " + comparison.runs().size() + " runs";
            case RUNS -> "98 % interval";
        };
    }

    /** All remarks on it and on its gate's decision, for programs and for lists of everything. */
    List<String> remarks() {
        return Stream.concat(
                        comparison.notes().stream().map(ComparisonNote::text),
                        gate.stream().flatMap(result -> result.notes().stream()))
                .toList();
    }

    /** Whether there are verdicts at all. */
    boolean isJudged() {
        return comparison.kind() == ComparisonKind.PAIRED;
    }

    boolean hasSeveralVariants() {
        return comparison.variants().size() > 1;
    }

    /** How notes call a cell: by its variant, too, if there are several. */
    String name(Cell cell) {
        return hasSeveralVariants() ? cell.variant() + " " + cell.id() : cell.id();
    }

    /** How tables call a variant. */
    String title(String variant) {
        return comparison.runs().getFirst().scenario().title(variant);
    }

    /** The variants next to the baseline, as tables call them. */
    String titles() {
        return comparison.variants().stream().map(this::title).collect(Collectors.joining(", "));
    }

    /** Such as {@code shop-checkout}. */
    String scenario() {
        return comparison.runs().getFirst().scenario().name();
    }
}
