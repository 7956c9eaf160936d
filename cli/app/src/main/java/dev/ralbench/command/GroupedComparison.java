package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.compare.Acknowledgements;
import dev.ralbench.compare.AllowedDifferences;
import dev.ralbench.compare.Comparer;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.compare.Group;
import dev.ralbench.compare.GroupKind;
import dev.ralbench.compare.Groups;
import dev.ralbench.compare.History;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.compare.WithoutBase;
import dev.ralbench.gate.DriftJudge;
import dev.ralbench.gate.DriftRule;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateFile;
import dev.ralbench.gate.GateJudge;
import dev.ralbench.gate.GatePower;
import dev.ralbench.gate.GateResult;
import dev.ralbench.load.Level;
import dev.ralbench.report.comparison.CompareReport;
import dev.ralbench.report.comparison.ComparisonRefusal;
import dev.ralbench.report.comparison.ComparisonView;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns results into comparisons: one for each group that belongs together, each judged by the gate. */
final class GroupedComparison {
    private static final String FEW_RUNS =
            "fewer than " + History.FEWEST_RUNS + " runs of one scenario on like machines";

    private final List<ResultSource> sources;
    private final Question question;
    private final Optional<Gate> gate;
    private final Clock clock;
    private final List<CompareReport.Section> sections = new ArrayList<>();
    private ExitCode worst = ExitCode.OK;

    /**
     * A question to the results.
     *
     * @param gate name or file of the gate that judges them
     * @param baseline the variant that all others are compared with
     * @param hasBase whether there is any; without it there is one result of one variant
     * @param isForced whether all are laid side by side however they differ
     * @param isDetailed whether a refusal names every fact
     * @param selection the part to show
     * @param known changes in histories that are no news
     */
    record Question(
            Optional<String> gate,
            Optional<String> baseline,
            boolean hasBase,
            boolean isForced,
            boolean isDetailed,
            ComparisonView.Selection selection,
            Acknowledgements known) {}

    /**
     * Groups results into one comparison or several.
     *
     * @param sources at least one, without flaws
     * @param gate the rules, as far as they are known without the levels of a result
     */
    GroupedComparison(List<ResultSource> sources, Question question, Optional<Gate> gate, Clock clock) {
        this.sources = List.copyOf(sources);
        this.question = question;
        this.gate = gate;
        this.clock = clock;
    }

    /**
     * A report with all sections and the worst of their exit codes.
     *
     * @throws Failure if there is one group, or none that can be compared, and it is refused
     */
    CompareReport report(List<CompareInput.Skipped> skipped) {
        checkAlone();
        var histories = histories();
        var groups = groups(histories);
        for (var scenario : scenarios()) {
            groups.stream()
                    .filter(group -> group.scenario().equals(scenario))
                    .filter(group -> !isHistory(group, histories))
                    .forEach(group -> add(group, groups.size() + histories.size()));
            histories.stream()
                    .filter(history -> history.scenario().equals(scenario))
                    .forEach(this::add);
        }
        var unjudged = unjudged();
        if (!unjudged.isEmpty()) {
            worst = ExitCode.worseOfGroups(worst, ExitCode.INCOMPARABLE);
        }
        if (gate.isPresent() && skipped.stream().anyMatch(CompareInput.Skipped::isOfRun)) {
            worst = ExitCode.worseOfGroups(worst, ExitCode.INCOMPARABLE);
        }
        return new CompareReport(
                sections,
                Stream.concat(skipped.stream().map(CompareInput.Skipped::leftOut), unjudged.stream())
                        .toList(),
                worst.code());
    }

    private List<String> scenarios() {
        return List.copyOf(
                new LinkedHashSet<>(sources.stream().map(ResultSource::scenario).toList()));
    }

    /**
     * The groups to compare. All results form one group if forced, or if nothing is comparable, so that a refusal
     * says why.
     */
    private List<Group> groups(List<History> histories) {
        var together = List.of(new Group(GroupKind.PAIRED, sources, List.of()));
        if (question.isForced()) {
            return together;
        }
        if (isAboutHistories() && !histories.isEmpty()) {
            return List.of();
        }
        var groups = Groups.of(sources, allowed());
        boolean isNothing = histories.isEmpty() && groups.stream().allMatch(group -> group.kind() == GroupKind.ALONE);
        return isNothing ? together : groups;
    }

    private AllowedDifferences allowed() {
        return gate.map(Gate::allowed).orElseGet(AllowedDifferences::withoutGate);
    }

    private List<History> histories() {
        if (question.isForced() || (gate.isPresent() && drifts().isEmpty())) {
            return List.of();
        }
        var levels = drifts().isEmpty() ? question.selection().levels() : Set.<Level>of();
        return History.of(sources, wanted(levels), question.known());
    }

    private History.Wanted wanted(Set<Level> levels) {
        return new History.Wanted(
                question.selection().metrics(),
                levels,
                drifts().stream().map(DriftRule::metric).collect(Collectors.toSet()),
                question.baseline());
    }

    /** A history that was judged with all of its levels, as it is to be shown. */
    private History shown(History judged) {
        return question.selection().levels().isEmpty()
                ? judged
                : History.of(sources, wanted(question.selection().levels()), question.known()).stream()
                        .filter(history -> history.runs().equals(judged.runs()))
                        .findFirst()
                        .orElse(judged);
    }

    private List<DriftRule> drifts() {
        return gate.map(rules -> rules.rules(DriftRule.class)).orElse(List.of());
    }

    /** Whether the gate says nothing about pairs. */
    private boolean isAboutHistories() {
        return gate.filter(rules -> rules.ofRuns().isEmpty()).isPresent();
    }

    private void add(History history) {
        var drift = gate.filter(rules -> !drifts().isEmpty()).map(rules -> DriftJudge.judge(rules, history));
        var exit = drift.map(ExitCode::of).orElse(ExitCode.OK);
        worst = ExitCode.worseOfGroups(worst, exit);
        sections.add(new CompareReport.OverTime(drift.isPresent() ? shown(history) : history, drift, exit.code()));
    }

    /**
     * Results that the gate's drift rules did not judge, and so did not pass.
     *
     * @throws Failure if nothing was judged at all
     */
    private List<CompareReport.LeftOut> unjudged() {
        if (drifts().isEmpty() || question.isForced()) {
            return List.of();
        }
        if (sections.isEmpty()) {
            throw Failure.incomparable(
                    "gate " + gate.orElseThrow().name() + ": its drift rules have no history to judge",
                    "there are " + FEW_RUNS,
                    "Name more results.");
        }
        var judged = sections.stream()
                .filter(CompareReport.OverTime.class::isInstance)
                .map(CompareReport.OverTime.class::cast)
                .flatMap(section -> section.history().runs().stream())
                .map(run -> run.origin().runId())
                .collect(Collectors.toSet());
        return sources.stream()
                .filter(source -> !judged.contains(source.run().origin().runId()))
                .map(source -> new CompareReport.LeftOut(
                        source.name(), "not judged by drift rules: of its kind there are " + FEW_RUNS))
                .toList();
    }

    /** Whether a table over time is enough; a requested baseline is compared nevertheless. */
    private boolean isHistory(Group group, List<History> histories) {
        return group.kind() != GroupKind.PAIRED
                && question.baseline().isEmpty()
                && histories.stream().anyMatch(history -> history.holds(group));
    }

    private void add(Group group, int groups) {
        if (group.kind() == GroupKind.ALONE) {
            sections.add(new CompareReport.Alone(group));
            worst = gate.isPresent() ? ExitCode.worseOfGroups(worst, ExitCode.INCOMPARABLE) : worst;
            return;
        }
        try {
            compare(group);
        } catch (Failure failure) {
            if (groups == 1 || failure.kind() == FailureKind.DEFECT) {
                throw failure;
            }
            refuse(group, failure);
        }
    }

    private void compare(Group group) {
        var comparison = question.hasBase()
                ? comparer(group).compare()
                : WithoutBase.of(group.sources().getFirst());
        var judged = question.gate().map(name -> judged(name, comparison));
        var exit = exit(comparison, judged);
        worst = ExitCode.worseOfGroups(worst, exit);
        sections.add(new CompareReport.Compared(
                new ComparisonView(comparison, judged, question.selection(), exit.code()), group.apart()));
    }

    private Comparer comparer(Group group) {
        var comparer = new Comparer(group.sources(), question.baseline(), question.isForced(), allowed());
        return question.isDetailed() ? comparer.withEveryFact() : comparer;
    }

    private void refuse(Group group, Failure failure) {
        // A gate may have rules at levels that one scenario has and another has not.
        boolean isInvalid = failure.kind() == FailureKind.INVALID;
        var exit = isInvalid ? ExitCode.INVALID : ExitCode.INCOMPARABLE;
        worst = ExitCode.worseOfGroups(worst, exit);
        sections.add(new CompareReport.Refused(new ComparisonRefusal(
                failure, gate.map(Gate::name), group.sources().getFirst().run(), exit.code())));
    }

    /** Rules at levels that were not measured are wrong, which shows only now that levels are known. */
    private GateResult judged(String name, Comparison comparison) {
        var today = LocalDate.ofInstant(clock.now(), ZoneOffset.UTC);
        var gate = GateFile.find(name, comparison.levels());
        return GatePower.added(gate, GateJudge.judge(gate, comparison, today));
    }

    private static ExitCode exit(Comparison comparison, Optional<GateResult> gate) {
        if (comparison.kind() == ComparisonKind.FORCED) {
            return ExitCode.INCOMPARABLE;
        }
        return gate.map(ExitCode::of).orElse(ExitCode.OK);
    }

    private void checkAlone() {
        if (!question.hasBase() && sources.size() > 1) {
            throw Failure.usage(
                    "--no-base: there are " + sources.size() + " results",
                    "it judges one variant of one result",
                    "name one of them, or leave --no-base out");
        }
    }
}
