package dev.ralbench.report;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.Discoveries;
import dev.ralbench.compare.Verdict;
import dev.ralbench.compare.Yardstick;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.measurement.Metric;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A comparison as all its reports look at it.
 *
 * @param gate what rules decide about it, where there are any
 * @param exitCode of the command, for reports that are read by programs
 */
public record ComparisonView(Comparison comparison, Optional<GateResult> gate, Selection selection, int exitCode) {

    /**
     * What is shown of it; an empty set is everything that is worth it.
     *
     * @param metrics only these
     * @param levels only these; {@link Cell#WHOLE_RUN} is one
     */
    public record Selection(Set<Metric> metrics, Set<String> levels) {
        public Selection {
            metrics = Set.copyOf(metrics);
            levels = Set.copyOf(levels);
        }

        /** Nothing in particular. */
        public static Selection all() {
            return new Selection(Set.of(), Set.of());
        }

        boolean isAll() {
            return metrics.isEmpty() && levels.isEmpty();
        }

        private boolean holds(Cell cell) {
            boolean isMeant = metrics.isEmpty()
                    ? Yardstick.of(cell.metric()).isAtItsPlace(cell.level())
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

    /** Those of them that a person wants to see without having asked. */
    List<Cell> headline() {
        return cells().stream()
                .filter(cell -> !selection.metrics().isEmpty()
                        || (Yardstick.of(cell.metric()).headline() && hasValues(cell)))
                .toList();
    }

    private static boolean hasValues(Cell cell) {
        return cell.base().typical().isPresent() || cell.head().typical().isPresent();
    }

    private static boolean isSame(Cell a, Cell b) {
        return a.id().equals(b.id()) && a.variant().equals(b.variant());
    }

    Discoveries discoveries(List<Cell> cells) {
        return Discoveries.among(isJudged() ? cells : List.of());
    }

    /** Whether there are verdicts at all. */
    boolean isJudged() {
        return comparison.kind() == Comparison.Kind.PAIRED;
    }

    /** What is said of a cell that no rule is about. */
    String word(Cell cell, Discoveries discoveries) {
        if (discoveries.isWorse(cell)) {
            return "worse";
        }
        return discoveries.isBetter(cell) ? "better" : "·";
    }

    /** {@code REGRESSED}; nothing where nothing is judged, or too few blocks allow it. */
    static String verdict(Cell cell) {
        boolean isOpen = cell.verdict() == Verdict.INCONCLUSIVE
                && ChangeText.of(cell).filter(ChangeText::hasInterval).isEmpty();
        return cell.verdict() == Verdict.NONE || isOpen ? "" : cell.verdict().name();
    }

    boolean hasSeveralVariants() {
        return comparison.variants().size() > 1;
    }

    /** Such as {@code shop-checkout}. */
    String scenario() {
        return comparison.runs().getFirst().scenarioName();
    }

    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
