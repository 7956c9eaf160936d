package dev.ralbench.report.comparison;

import dev.ralbench.compare.Difference;
import dev.ralbench.compare.Group;
import dev.ralbench.compare.History;
import dev.ralbench.gate.GateResult.Decision;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything that compare reports about the results that it was given.
 *
 * @param sections scenario by scenario
 * @param leftOut files that hold no result that could be used
 * @param exitCode of the command, the worst of all sections
 */
public record CompareReport(List<Section> sections, List<LeftOut> leftOut, int exitCode) {
    public CompareReport {
        sections = List.copyOf(sections);
        leftOut = List.copyOf(leftOut);
    }

    /** Notes on some of the results. */
    public sealed interface Section {
        /** The name of the scenario. */
        String scenario();
    }

    /**
     * A group of results that was compared.
     *
     * @param apart facts in which other groups of the same scenario differ from it; left is its own value
     */
    public record Compared(ComparisonView view, List<Difference> apart) implements Section {
        public Compared {
            apart = List.copyOf(apart);
        }

        @Override
        public String scenario() {
            return view.scenario();
        }
    }

    /** A group that could not be compared. */
    public record Refused(ComparisonRefusal refusal) implements Section {
        @Override
        public String scenario() {
            return refusal.run().scenario().name();
        }
    }

    /** Runs in the order of time. */
    public record OverTime(History history) implements Section {
        @Override
        public String scenario() {
            return history.scenario();
        }
    }

    /** A run with which no other run can be compared. */
    public record Alone(Group group) implements Section {
        @Override
        public String scenario() {
            return group.scenario();
        }
    }

    /**
     * A file that is not in any section.
     *
     * @param file as it was given
     * @param reason in few words
     */
    public record LeftOut(String file, String reason) {}

    /** A report that consists of one comparison. */
    public static CompareReport of(ComparisonView view) {
        return new CompareReport(List.of(new Compared(view, List.of())), List.of(), view.exitCode());
    }

    /** A report that consists of one comparison that was refused. */
    public static CompareReport of(ComparisonRefusal refusal) {
        return new CompareReport(List.of(new Refused(refusal)), List.of(), refusal.exitCode());
    }

    public List<Compared> compared() {
        return of(Compared.class).toList();
    }

    List<Refused> refused() {
        return of(Refused.class).toList();
    }

    List<OverTime> overTime() {
        return of(OverTime.class).toList();
    }

    List<Alone> alone() {
        return of(Alone.class).toList();
    }

    /** Whether sections need titles that tell them apart. */
    public boolean hasSeveral() {
        return sections.size() > 1;
    }

    /** Whether it has more than one table, each with every metric. */
    boolean hasSeveralFullTables() {
        return compared().size() + overTime().size() > 1
                && gates().isEmpty()
                && compared().stream().allMatch(each -> each.view().selection().isAll());
    }

    /** The decision of the gate that determines the exit code; empty without a gate. */
    Optional<String> decision() {
        var refused = refused().stream()
                .filter(each -> each.refusal().exitCode() == exitCode)
                .map(each -> each.refusal().decision());
        var gated = gates().stream()
                .filter(view -> view.exitCode() == exitCode)
                .flatMap(view -> view.gate().stream())
                .map(gate -> gate.decision().name());
        return Stream.concat(gated, refused)
                .findFirst()
                .or(() -> gates().isEmpty() ? Optional.empty() : Optional.of(Decision.INCOMPARABLE.name()));
    }

    /** Whether the command ends otherwise than any single gate does: a result could not be judged. */
    boolean isWorseThanItsGates() {
        return !gates().isEmpty() && gates().stream().noneMatch(view -> view.exitCode() == exitCode);
    }

    private List<ComparisonView> gates() {
        return compared().stream()
                .map(Compared::view)
                .filter(view -> view.gate().isPresent())
                .toList();
    }

    private <S extends Section> Stream<S> of(Class<S> kind) {
        return sections.stream().filter(kind::isInstance).map(kind::cast);
    }
}
