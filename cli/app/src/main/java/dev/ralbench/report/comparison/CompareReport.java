package dev.ralbench.report.comparison;

import dev.ralbench.compare.Difference;
import dev.ralbench.compare.Group;
import dev.ralbench.compare.History;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.DriftResult;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.load.Level;
import dev.ralbench.report.ChangeText;
import dev.ralbench.result.RunOrigin;
import dev.ralbench.result.RunResult;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything that compare reports about the results that it was given.
 *
 * @param sections scenario by scenario
 * @param leftOut files that hold no result that could be used, and results that a gate did not judge
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

    /**
     * Runs in the order of time.
     *
     * @param drift what the gate's drift rules say; empty without any
     * @param exitCode of that
     */
    public record OverTime(History history, Optional<DriftResult> drift, int exitCode) implements Section {
        Optional<DriftText> driftText() {
            return drift.map(result -> new DriftText(result, exitCode));
        }

        @Override
        public String scenario() {
            return history.scenario();
        }
    }

    /** A run with which no other run can be compared. */
    public record Alone(Group group) implements Section {
        /** Such as {@code stands alone: run 20261122T… of delay-200, one run of one variant (reactive), …}. */
        String why(boolean isDetailed) {
            var run = group.sources().getFirst().run();
            var variants = run.layout().order().stream()
                    .flatMap(List::stream)
                    .distinct()
                    .collect(Collectors.joining(", "));
            var why = "stands alone: run " + run.origin().runId() + " of " + group.scenario()
                    + ", one run of one variant (" + variants + ")";
            return group.apart().isEmpty()
                    ? why
                    : why + ", " + Facts.unlikeOthers(group.scenario(), group.apart(), isDetailed);
        }

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

    /** The runs of all sections, each once, in their order. */
    public List<RunResult> runs() {
        return sections.stream()
                .flatMap(section -> switch (section) {
                    case Compared compared -> compared.view().comparison().runs().stream();
                    case Refused refused -> Stream.of(refused.refusal().run());
                    case OverTime overTime -> overTime.history().runs().stream();
                    case Alone alone -> alone.group().sources().stream().map(ResultSource::run);
                })
                .distinct()
                .toList();
    }

    /**
     * A metric against the baseline.
     *
     * @param run id of the newest run of its comparison
     * @param change as its rule judged it, if a gate has one on it
     * @param verdict such as {@code REGRESSED}; empty if nothing is judged
     */
    public record ChangedFigure(
            String run,
            String scenario,
            String baseline,
            String variant,
            Level level,
            ChangeText change,
            Optional<Verdict> verdict) {}

    /** All of them that have a change. */
    public List<ChangedFigure> changes() {
        return compared().stream()
                .map(section -> new ComparisonTable(section.view()))
                .flatMap(table -> table.all().stream())
                .flatMap(row -> row.change().stream()
                        .map(change -> new ChangedFigure(
                                newest(row.view().comparison().runs()),
                                row.view().scenario(),
                                row.view().comparison().baseline(),
                                row.cell().variant(),
                                row.cell().level(),
                                change,
                                Optional.of(row.verdict()).filter(verdict -> verdict != Verdict.NONE))))
                .toList();
    }

    private static String newest(List<RunResult> runs) {
        return runs.stream()
                .map(RunResult::origin)
                .max(Comparator.comparing(RunOrigin::startedAt))
                .orElseThrow()
                .runId();
    }

    /** Whether sections need titles that tell them apart. */
    public boolean hasSeveral() {
        return sections.size() > 1;
    }

    /** Whether it has more than one table, each with every metric. */
    boolean hasSeveralFullTables() {
        return compared().size() + overTime().size() > 1
                && !isJudged()
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
        var drifts = drifts().filter(each -> each.exitCode() == exitCode)
                .flatMap(each -> each.drift().stream())
                .map(drift -> drift.decision().name());
        return Stream.of(gated, drifts, refused)
                .flatMap(each -> each)
                .findFirst()
                .or(() -> isJudged() ? Optional.of(Decision.INCOMPARABLE.name()) : Optional.empty());
    }

    /** Whether the command ends otherwise than any single gate does: a result could not be judged. */
    boolean isWorseThanItsGates() {
        return isJudged()
                && gates().stream().noneMatch(view -> view.exitCode() == exitCode)
                && drifts().noneMatch(each -> each.exitCode() == exitCode);
    }

    private boolean isJudged() {
        return !gates().isEmpty() || drifts().findAny().isPresent();
    }

    private Stream<OverTime> drifts() {
        return of(OverTime.class).filter(each -> each.drift().isPresent());
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
