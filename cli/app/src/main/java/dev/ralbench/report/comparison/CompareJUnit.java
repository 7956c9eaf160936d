package dev.ralbench.report.comparison;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.page.JUnitXml;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Spelling;
import dev.ralbench.report.LevelTitle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * JUnit XML of the Ant kind: a test case for every rule. Without a gate, one for every cell with a verdict; a regressed
 * cell fails unless it is a likely false alarm among so many. Names contain no numbers that change from run to run.
 */
public final class CompareJUnit {
    private final ComparisonView view;
    private final String scenario;

    /** @param number of this comparison among those of its scenario, from 1 */
    private CompareJUnit(ComparisonView view, int number) {
        this.view = view;
        this.scenario = number == 1 ? view.scenario() : view.scenario() + "-" + number;
    }

    /** The document with a line end: a suite for each comparison, and for each that did not come about. */
    public static String render(CompareReport report) {
        var suites = new ArrayList<JUnitXml.Suite>();
        var seen = new HashMap<String, Integer>();
        for (var section : report.sections()) {
            switch (section) {
                case CompareReport.Compared compared ->
                    suites.add(
                            new CompareJUnit(compared.view(), seen.merge(section.scenario(), 1, Integer::sum)).suite());
                case CompareReport.Refused refused ->
                    suites.add(refused.refusal().suite());
                case CompareReport.OverTime overTime ->
                    overTime.driftText()
                            .ifPresent(drift -> suites.add(drift.suite(
                                    name(Optional.of(drift.drift().gate()), section.scenario()) + ".history",
                                    overTime.history()
                                            .runs()
                                            .getLast()
                                            .origin()
                                            .startedAt()
                                            .toString())));
                case CompareReport.Alone alone -> {}
            }
        }
        return JUnitXml.write(suites);
    }

    /** Such as {@code gate.pr.delay-200}. */
    static String name(Optional<String> gate, String scenario) {
        return gate.map(name -> "gate." + name).orElse("compare") + "." + scenario;
    }

    private JUnitXml.Suite suite() {
        var cases = view.gate().map(this::ofRules).orElseGet(this::ofCells);
        var run = view.comparison().runs().getFirst();
        var properties = List.of(
                new JUnitXml.Property(
                        "blocks", Integer.toString(view.comparison().blocks())),
                new JUnitXml.Property("kind", Spelling.of(view.comparison().kind())),
                new JUnitXml.Property("run", run.origin().runId()));
        var name = name(view.gate().map(GateResult::name), scenario);
        return new JUnitXml.Suite(name, run.origin().startedAt().toString(), properties, cases);
    }

    private List<JUnitXml.Case> ofRules(GateResult gate) {
        var cases = new ArrayList<JUnitXml.Case>();
        gate.rules().forEach(rule -> cases.add(ofRule(gate, rule)));
        switch (gate.decision()) {
            case INVALID, INCOMPARABLE ->
                cases.add(decision(gate, JUnitXml.CaseStatus.ERROR, String.join("; ", gate.notes())));
            case BASELINE -> cases.add(decision(gate, JUnitXml.CaseStatus.SKIPPED, GateText.baseline(gate)));
            case PASS, FAIL, INCONCLUSIVE, CONTINUE -> {}
        }
        return cases;
    }

    private JUnitXml.Case decision(GateResult gate, JUnitXml.CaseStatus status, String why) {
        return new JUnitXml.Case(scenario, "decision", status, gate.decision().name(), why, "");
    }

    /** How the case of a rule ends. */
    static JUnitXml.CaseStatus status(RuleOutcome outcome, boolean failsWhenUndecided) {
        return switch (outcome) {
            case PASS -> JUnitXml.CaseStatus.PASSED;
            case FAIL -> JUnitXml.CaseStatus.FAILURE;
            case INCONCLUSIVE -> failsWhenUndecided ? JUnitXml.CaseStatus.FAILURE : JUnitXml.CaseStatus.SKIPPED;
            case ACCEPTED, NO_BASE -> JUnitXml.CaseStatus.SKIPPED;
            case NOT_JUDGED, NO_DATA -> JUnitXml.CaseStatus.ERROR;
        };
    }

    private JUnitXml.Case ofRule(GateResult gate, RuleResult rule) {
        var kind = status(rule.outcome(), gate.failsWhenUndecided());
        return new JUnitXml.Case(
                suite(rule.cell()),
                name(rule.cell()),
                kind,
                rule.words().isEmpty() ? rule.outcome().words() : rule.words(),
                rule.judgement().why(),
                values(rule.cell()) + ", " + rule.bounds());
    }

    private List<JUnitXml.Case> ofCells() {
        return new ComparisonTable(view)
                .headline().stream()
                        .filter(row -> row.verdict() != Verdict.NONE)
                        .map(this::ofCell)
                        .toList();
    }

    /** Fails only if worse by at least a material amount. */
    private JUnitXml.Case ofCell(ComparisonRow row) {
        var cell = row.cell();
        boolean isMaterial = cell.change()
                .filter(change -> change.harm().estimate() >= change.scale().materialHarm(cell.metric()))
                .isPresent();
        var kind = switch (row.verdict()) {
            case WORSE -> isMaterial ? JUnitXml.CaseStatus.FAILURE : JUnitXml.CaseStatus.SKIPPED;
            case INCONCLUSIVE -> JUnitXml.CaseStatus.SKIPPED;
            case BETTER, SLIGHTLY_WORSE, NO_WORSE, MET, BROKEN, NONE -> JUnitXml.CaseStatus.PASSED;
        };
        var change = row.change()
                .map(text -> text.estimateText() + " " + text.rangeText())
                .orElse("");
        return new JUnitXml.Case(suite(cell), name(cell), kind, row.words(), change.strip(), values(cell));
    }

    private String suite(Cell cell) {
        return scenario + "." + LevelTitle.ofTests(cell.level());
    }

    private String name(Cell cell) {
        var who = view.hasSeveralVariants() ? " of " + cell.variant() : "";
        var base = view.comparison().hasBase() ? " vs " + view.comparison().baseline() : "";
        return cell.metric().key() + who + base;
    }

    private String values(Cell cell) {
        var base = view.comparison().hasBase()
                ? view.comparison().baseline() + " "
                        + Numbers.of(cell.metric(), cell.base().typical()) + ", "
                : "";
        return base + cell.variant() + " "
                + Numbers.of(cell.metric(), cell.head().typical()) + ", "
                + Numbers.counted(cell.head().trials().size(), "block");
    }
}
