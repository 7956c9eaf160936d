package dev.ralbench.gate;

import static dev.ralbench.gate.Cells.around;
import static dev.ralbench.gate.Cells.paired;
import static dev.ralbench.gate.Cells.same;
import static dev.ralbench.gate.Cells.withHarms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.Comparison.Kind;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.gate.RuleResult.Outcome;
import dev.ralbench.measurement.Metric;
import dev.ralbench.result.Design;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Results;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateJudgeTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);
    private static final String HEAD = """
            version: 1
            gate: mine
            design: { shape: sequential, pairs: { looks: [12, 16, 20] }%s }
            decision: { alpha: 0.01, fail_when: %s }
            """;
    private static final String GOODPUT = "relative: [{ metric: goodput, levels: all, material: 5%, tolerate: 10% }]\n";
    private static final String SQL = "exact: [{ metric: sql_request, slack: 0.02 }]\n";

    private static Gate gate(String rules) {
        return GateFile.parse("g.yaml", HEAD.formatted("", "significant_and_material") + rules, List.of());
    }

    private static GateResult judge(Gate gate, Comparison comparison) {
        return GateJudge.judge(gate, comparison, TODAY);
    }

    private static RuleResult only(GateResult result) {
        assertThat(result.rules()).hasSize(1);
        return result.rules().getFirst();
    }

    @ParameterizedTest
    @CsvSource({
        // harm in logarithms; evenly spread blocks, so the estimate is the centre
        "0.12, 0.03, 12, FAIL, REGRESSED",
        "0.0, 0.03, 12, PASS, UNCHANGED",
        "-0.12, 0.03, 12, PASS, IMPROVED",
        // significant, but less than what is material
        "0.04, 0.01, 12, PASS, UNCHANGED",
        "0.04, 0.03, 12, PASS, INCONCLUSIVE",
        // neither significant nor shown to be tolerable
        "0.05, 0.3, 12, CONTINUE, INCONCLUSIVE",
        "0.05, 0.3, 16, CONTINUE, INCONCLUSIVE",
        "0.05, 0.3, 20, INCONCLUSIVE, INCONCLUSIVE",
        "0.05, 0.3, 40, INCONCLUSIVE, INCONCLUSIVE",
        // too noisy for a verdict, but the harm is bounded
        "0.0, 0.12, 12, PASS, INCONCLUSIVE",
    })
    void aNoisyRuleIsDecidedBySignificanceSizeAndUpperBound(
            double harm, double spread, int blocks, Decision decision, Verdict verdict) {
        var result =
                judge(gate(GOODPUT), paired(blocks, withHarms(Metric.GOODPUT, "64", around(harm, spread, blocks))));

        assertThat(result.decision()).isEqualTo(decision);
        assertThat(only(result).verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"12, 1", "15, 1", "16, 2", "19, 2", "20, 3", "31, 3"})
    void theLookIsTheLastOneReached(int blocks, int look) {
        var result = judge(gate(GOODPUT), paired(blocks, withHarms(Metric.GOODPUT, "64", around(0, 0.03, blocks))));

        assertThat(result.look()).isEqualTo(look);
        assertThat(result.alphaThisLook()).isEqualTo(0.01 / 3);
    }

    /** n = 12, all signs alike: p = 2^-12 = 0.000244; Holm multiplies the smallest by the size of the family. */
    @Test
    void pValuesAreAdjustedForTheFamily() {
        var result = judge(
                gate("""
                        relative:
                          - { metric: goodput, levels: all, material: 5%, tolerate: 10% }
                          - { metric: p99, levels: all, material: 5%, tolerate: 10% }
                        """),
                paired(
                        12,
                        withHarms(Metric.GOODPUT, "64", around(0.12, 0.03, 12)),
                        withHarms(Metric.P99, "64", around(0, 0.03, 12))));

        assertThat(result.familySize()).isEqualTo(2);
        assertThat(result.rules().getFirst().adjusted().orElseThrow()).isCloseTo(2 / 4096.0, within(1e-15));
        assertThat(result.rules().getFirst().outcome()).isEqualTo(Outcome.FAIL);
        assertThat(result.rules().getLast().outcome()).isEqualTo(Outcome.PASS);
    }

    /** The same p value fails alone and not in a family of 12: 2^-9 · 12 is above 0.01 / 3. */
    @Test
    void aLargeFamilyNeedsMoreEvidence() {
        var harms = around(0.12, 0.03, 12);
        harms[0] = -0.001;
        harms[1] = -0.002;
        var rules = "relative: [{ metric: goodput, levels: all, material: 5%, tolerate: 10% }]\n";
        var alone = judge(gate(rules), paired(12, withHarms(Metric.GOODPUT, "1", harms)));
        var cells = new ArrayList<Cell>();
        cells.add(withHarms(Metric.GOODPUT, "1", harms));
        for (int level = 2; level <= 12; level++) {
            cells.add(withHarms(Metric.GOODPUT, String.valueOf(level), around(0, 0.03, 12)));
        }
        var many = judge(gate(rules), paired(12, cells.toArray(Cell[]::new)));

        assertThat(alone.decision()).isEqualTo(Decision.FAIL);
        assertThat(many.familySize()).isEqualTo(12);
        assertThat(many.decision()).isEqualTo(Decision.CONTINUE);
    }

    @Test
    void beyondMarginNeedsTheWholeIntervalBeyondIt() {
        var cells = paired(12, withHarms(Metric.GOODPUT, "64", around(0.07, 0.05, 12)));
        var strict = GateFile.parse("g.yaml", HEAD.formatted("", "beyond_margin") + GOODPUT, List.of());

        assertThat(judge(gate(GOODPUT), cells).decision()).isEqualTo(Decision.FAIL);
        assertThat(judge(strict, cells).decision()).isEqualTo(Decision.CONTINUE);
        assertThat(judge(strict, paired(12, withHarms(Metric.GOODPUT, "64", around(0.2, 0.05, 12))))
                        .decision())
                .isEqualTo(Decision.FAIL);
    }

    /** 5 % less goodput are ln(1 / 0.95) = 0.0513, 5 % more CPU time ln 1.05 = 0.0488. */
    @Test
    void marginsAreThoseOfTheMetricsOwnDirection() {
        var rules = """
                relative:
                  - { metric: goodput, levels: all, material: 5%, tolerate: 10% }
                  - { metric: cpu/request, levels: all, material: 5%, tolerate: 10% }
                """;
        var result = judge(
                gate(rules),
                paired(
                        12,
                        withHarms(Metric.GOODPUT, "64", around(0.05, 0.005, 12)),
                        withHarms(Metric.CPU_PER_REQUEST, "64", around(0.05, 0.005, 12))));

        assertThat(result.rules()).extracting(RuleResult::outcome).containsExactly(Outcome.PASS, Outcome.FAIL);
    }

    @Test
    void anExactRuleNeedsOnePairOnly() {
        var gate = GateFile.parse(
                "g.yaml", HEAD.formatted("", "beyond_margin").replace("[12, 16, 20]", "[1]") + SQL, List.of());
        var same = Cells.of(Metric.SQL_PER_REQUEST, Cell.WHOLE_RUN, "head", same(3, 1), same(3.02, 1));
        var more = Cells.of(Metric.SQL_PER_REQUEST, Cell.WHOLE_RUN, "head", same(3, 1), same(3.03, 1));
        var less = Cells.of(Metric.SQL_PER_REQUEST, Cell.WHOLE_RUN, "head", same(3, 1), same(2, 1));

        assertThat(judge(gate, paired(1, same)).decision()).isEqualTo(Decision.PASS);
        assertThat(judge(gate, paired(1, more)).decision()).isEqualTo(Decision.FAIL);
        assertThat(judge(gate, paired(1, less)).decision()).isEqualTo(Decision.PASS);
        assertThat(only(judge(gate, paired(1, less))).verdict()).isEqualTo(Verdict.IMPROVED);
        assertThat(only(judge(gate, paired(1, more))).adjusted()).isEmpty();
    }

    @Test
    void anExactRuleWhoseTrialsDifferIsJudgedByTheNoisyRule() {
        var gate = gate("exact: [{ metric: threads_peak, slack: 2 }]\n");
        double[] base = around(200, 20, 12);
        var alike = Cells.of(Metric.THREADS_PEAK, Cell.WHOLE_RUN, "head", base, base);
        var worse = Cells.of(Metric.THREADS_PEAK, Cell.WHOLE_RUN, "head", base, around(230, 25, 12));

        var passed = judge(gate, paired(12, alike));
        var failed = judge(gate, paired(12, worse));

        assertThat(passed.decision()).isEqualTo(Decision.PASS);
        assertThat(failed.decision()).isEqualTo(Decision.FAIL);
        assertThat(failed.familySize()).isEqualTo(1);
        assertThat(only(failed).adjusted()).isPresent();
        assertThat(only(failed).why()).contains("trials of one side differ by more than the slack of 2");
    }

    @ParameterizedTest
    @CsvSource({
        "true, 0.0005, 0.0009, PASS",
        "true, 0.0005, 0.0011, FAIL",
    })
    void everyTrialHasToKeepALimitOfEveryTrial(boolean everyTrial, double most, double last, Outcome outcome) {
        double[] head = same(most, 12);
        head[11] = last;
        var gate = gate("absolute: [{ metric: errors, levels: all, max: 0.1%, every_trial: " + everyTrial + " }]\n");

        var result = judge(gate, paired(12, Cells.of(Metric.ERRORS, "64", "head", same(0, 12), head)));

        assertThat(only(result).outcome()).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({
        "200, 50, 12, PASS",
        "400, 50, 12, FAIL",
        "300, 50, 12, INCONCLUSIVE",
        // fewer than the 9 that a test with three looks at 1 % needs
        "200, 50, 8, PASS",
        "400, 50, 8, FAIL",
        "300, 50, 8, INCONCLUSIVE",
        // one outlier breaks the limit: no matter for the typical trial
        "250, 51, 12, PASS",
    })
    void aLimitIsJudgedByTheTypicalTrial(double centre, double spread, int trials, Outcome outcome) {
        var gate = gate("absolute: [{ metric: p99, levels: all, max: 300ms }]\n");

        var result = judge(
                gate,
                paired(trials, Cells.of(Metric.P99, "64", "head", same(1, trials), around(centre, spread, trials))));

        assertThat(only(result).outcome()).isEqualTo(outcome);
        assertThat(only(result).why().contains("too few trials")).isEqualTo(trials < 9);
    }

    @Test
    void aLimitHoldsForValuesThatAreZeroToo() {
        var gate = gate("absolute: [{ metric: errors, levels: all, max: 0.1% }]\n");

        var result = judge(gate, paired(12, Cells.of(Metric.ERRORS, "64", "head", same(0, 12), same(0, 12))));

        assertThat(only(result).outcome()).isEqualTo(Outcome.PASS);
    }

    @Test
    void aLeastValueIsALimitToo() {
        var gate = gate("absolute: [{ metric: goodput, levels: all, min: 1000/s }]\n");

        assertThat(judge(gate, limit(around(1200, 50, 12))).decision()).isEqualTo(Decision.PASS);
        assertThat(judge(gate, limit(around(900, 50, 12))).decision()).isEqualTo(Decision.FAIL);
    }

    private static Comparison limit(double... head) {
        return paired(12, Cells.of(Metric.GOODPUT, "64", "head", same(1, 12), head));
    }

    @Test
    void aRuleWithoutDataIsNeverAPass() {
        var gate = gate(GOODPUT + "exact: [{ metric: sql_request, slack: 0.02 }]\n");

        var result = judge(gate, paired(12, withHarms(Metric.GOODPUT, "64", around(0.2, 0.03, 12))));

        assertThat(result.rules()).extracting(RuleResult::outcome).containsExactly(Outcome.FAIL, Outcome.NO_DATA);
        assertThat(result.decision()).isEqualTo(Decision.INCOMPARABLE);
        assertThat(result.notes()).anyMatch(note -> note.startsWith("sql/request@all has nothing to judge"));
    }

    @Test
    void nothingAtAllIsIncomparable() {
        var result = judge(gate(GOODPUT), paired(0));

        assertThat(result.decision()).isEqualTo(Decision.INCOMPARABLE);
    }

    @Test
    void aRelativeRuleOnAMetricThatIsZeroHasNoRatio() {
        var gate = gate("relative: [{ metric: gc.count, levels: all, material: 5%, tolerate: 10% }]\n");

        var result = judge(gate, paired(12, Cells.of(Metric.GC_COUNT, "64", "head", same(0, 12), same(1, 12))));

        assertThat(only(result).outcome()).isEqualTo(Outcome.NO_DATA);
        assertThat(only(result).why()).contains("there is no ratio");
    }

    @Test
    void tooFewBlocksAreInvalidAndSayHowManyAreMissing() {
        var result = judge(gate(GOODPUT), paired(9, withHarms(Metric.GOODPUT, "64", around(0, 0.03, 9))));

        assertThat(result.decision()).isEqualTo(Decision.INVALID);
        assertThat(result.notes()).contains("9 usable blocks, but the first look needs 12: 3 are missing");
    }

    @ParameterizedTest
    @CsvSource({"3, PASS", "4, INVALID"})
    void moreThanAQuarterOfRepeatedBlocksIsInvalid(int repeated, Decision decision) {
        var run = Results.delay200(12);
        var trials = run.trials().stream()
                .map(trial -> trial.block() <= repeated ? secondAttempt(trial) : trial)
                .toList();
        var cell = withHarms(Metric.GOODPUT, "64", around(0, 0.03, 12));

        var result = judge(
                gate(GOODPUT),
                Cells.comparison(Kind.PAIRED, List.of(run.with(RunResult.Status.COMPLETE, trials)), 12, cell));

        assertThat(result.decision()).isEqualTo(decision);
    }

    private static TrialResult secondAttempt(TrialResult trial) {
        return new TrialResult(
                trial.variant(),
                trial.block(),
                trial.slot(),
                2,
                trial.startedAt(),
                trial.status(),
                trial.target(),
                trial.servers(),
                trial.startUp(),
                trial.work(),
                trial.failure(),
                trial.measurement(),
                trial.validity());
    }

    @Test
    void resultsOfDifferentRunsAreJudgedByExactAndAbsoluteRulesOnly() {
        var gate = gate(GOODPUT + SQL + "absolute: [{ metric: errors, levels: all, max: 0.1%, every_trial: true }]\n");
        var cells = new Cell[] {
            withHarms(Metric.GOODPUT, "64", around(0.2, 0.03, 12)),
            Cells.of(Metric.SQL_PER_REQUEST, Cell.WHOLE_RUN, "head", same(3, 5), same(3, 4)),
            Cells.of(Metric.ERRORS, "64", "head", same(0, 5), same(0, 4)),
        };

        var result = judge(gate, Cells.comparison(Kind.HISTORICAL, List.of(), 0, cells));

        assertThat(result.rules())
                .extracting(RuleResult::outcome)
                .containsExactly(Outcome.ADVISORY, Outcome.PASS, Outcome.PASS);
        assertThat(result.decision()).isEqualTo(Decision.PASS);
        assertThat(judge(gate(GOODPUT), Cells.comparison(Kind.HISTORICAL, List.of(), 0, cells))
                        .decision())
                .isEqualTo(Decision.INCOMPARABLE);
    }

    @Test
    void resultsThatAreNotComparableAreNeverJudged() {
        var gate = gate(GOODPUT + SQL + "absolute: [{ metric: errors, levels: all, max: 0.1%, every_trial: true }]\n");
        var cell = withHarms(Metric.GOODPUT, "64", around(0, 0.03, 12));

        var result = judge(gate, Cells.comparison(Kind.FORCED, List.of(), 12, cell));

        assertThat(result.decision()).isEqualTo(Decision.INCOMPARABLE);
        assertThat(result.rules()).allMatch(rule -> rule.outcome() == Outcome.ADVISORY);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-01, 15%, ACCEPTED, PASS",
        "2026-02-28, 15%, FAIL, FAIL",
        "2026-03-01, 11%, FAIL, FAIL",
    })
    void anAcceptedChangeDoesNotFailUntilItsDayAndUpToItsSize(
            String until, String newMaterial, Outcome outcome, Decision decision) {
        var gate = gate(GOODPUT + "accept: [{ metric: goodput, until: " + until + ", reason: ADR 17, new_material: "
                + newMaterial + " }]\n");

        // a harm of 0.12 are 11.3 % less
        var result = judge(gate, paired(12, withHarms(Metric.GOODPUT, "64", around(0.12, 0.01, 12))));

        assertThat(only(result).outcome()).isEqualTo(outcome);
        assertThat(result.decision()).isEqualTo(decision);
        assertThat(only(result).why().contains("expired")).isEqualTo(until.equals("2026-02-28"));
    }

    @Test
    void aControlThatDiffersFromItsOwnBaseMakesTheRunInvalid() {
        var gate = GateFile.parse("g.yaml", HEAD.formatted(", control: true", "beyond_margin") + GOODPUT, List.of());
        var head = withHarms(Metric.GOODPUT, "64", around(0, 0.02, 12));

        assertThat(judge(gate, paired(12, head, control(around(0, 0.02, 12)))).decision())
                .isEqualTo(Decision.PASS);
        assertThat(judge(gate, paired(12, head, control(around(0.03, 0.02, 12))))
                        .decision())
                .isEqualTo(Decision.INVALID);
        assertThat(judge(gate, paired(12, head, control(around(-0.03, 0.02, 12))))
                        .decision())
                .isEqualTo(Decision.INVALID);
        assertThat(judge(gate, paired(12, head, control(around(0, 0.4, 12)))).decision())
                .as("more pairs may show that they do not")
                .isEqualTo(Decision.CONTINUE);
        assertThat(judge(gate, paired(20, head, control(around(0, 0.6, 20)))).decision())
                .as("at the last look")
                .isEqualTo(Decision.INVALID);
        assertThat(judge(gate, paired(12, head)).decision()).isEqualTo(Decision.INVALID);
        assertThat(only(judge(gate, paired(12, head, control(around(0, 0.02, 12)))))
                        .cell())
                .isEqualTo(head);
    }

    private static Cell control(double... harms) {
        var cell = withHarms(Metric.GOODPUT, "64", harms);
        return new Cell(
                cell.metric(),
                cell.level(),
                GateDesign.CONTROL,
                cell.base(),
                cell.head(),
                cell.change(),
                cell.verdict(),
                cell.notes());
    }

    @Test
    void aRunThatWasNotMadeForTheseRulesIsMarked() {
        var gate = gate(GOODPUT);
        var cell = withHarms(Metric.GOODPUT, "64", around(0, 0.03, 12));
        var unmarked = Results.delay200(12);

        assertThat(judge(gate, Cells.comparison(Kind.PAIRED, List.of(unmarked), 12, cell))
                        .notes())
                .anyMatch(note -> note.contains("not fixed before the run"));
        assertThat(judge(gate, Cells.comparison(Kind.PAIRED, List.of(made(unmarked, gate)), 12, cell))
                        .notes())
                .isEmpty();
        var several = List.of(made(unmarked, gate), made(unmarked, gate));
        assertThat(judge(gate, Cells.comparison(Kind.PAIRED, several, 12, cell)).notes())
                .anyMatch(note -> note.contains("blocks of several runs"));
    }

    private static RunResult made(RunResult run, Gate gate) {
        var design = new Design(
                run.design().order(),
                gate.design().looks(),
                Optional.empty(),
                Optional.of(new Design.GateReference(gate.name(), gate.sha256())),
                1);
        return new RunResult(
                run.schema(),
                run.runId(),
                run.tool(),
                run.command(),
                run.startedAt(),
                run.status(),
                run.seed(),
                design,
                run.order(),
                run.scenario(),
                run.scenarioSha256(),
                run.userModel(),
                run.generator(),
                run.fingerprint(),
                run.predictions(),
                run.reference(),
                run.trials());
    }

    @Test
    void whatIsUndecidedSaysWhatWouldDecideIt() {
        var early = judge(gate(GOODPUT), paired(12, withHarms(Metric.GOODPUT, "64", around(0.05, 0.3, 12))));
        var late = judge(gate(GOODPUT), paired(20, withHarms(Metric.GOODPUT, "64", around(0, 0.4, 20))));

        assertThat(early.notes()).contains("undecided at look 1 of 3: the next one is at 16 pairs, 4 more");
        assertThat(late.notes())
                .anyMatch(note -> note.matches("goodput@64 varies by .* from pair to pair: about \\d+ pairs .*"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.12 | 0.03 | changed by −11.3 %; significant (p 0.00024 after Holm, limit 0.0033), and no less than"
                        + " the 5 % that matter",
                "0.0  | 0.03 | changed by 0.0 %; worse by at most 2.16 %, 10 % is tolerated",
                "-0.2 | 0.03 | changed by +22.1 %; better by at least 19.5 %, 10 % is tolerated",
                "0.05 | 0.3  | changed by −4.9 %; not significant (p 0.26 after Holm, limit 0.0033); worse by at most"
                        + " 23.5 %, where a pass needs less than 10 %",
            })
    void theReasonHasTheNumbersThatLedToIt(double harm, double spread, String why) {
        var result = judge(gate(GOODPUT), paired(12, withHarms(Metric.GOODPUT, "64", around(harm, spread, 12))));

        assertThat(only(result).why()).isEqualTo(why);
        assertThat(only(result).bounds()).isEqualTo("material 5 %, tolerated 10 %");
    }

    /** The documented formula: sd of the blocks, t with 11 degrees of freedom, power 95 %. */
    @Test
    void detectableIsWhatWouldHaveBeenFound() {
        var quiet = judge(gate(GOODPUT), paired(12, withHarms(Metric.GOODPUT, "64", around(0, 0.05, 12))));
        var noisy = judge(gate(GOODPUT), paired(12, withHarms(Metric.GOODPUT, "64", around(0, 0.15, 12))));

        double least = only(quiet).detectable().orElseThrow();
        assertThat(least).isBetween(0.05, 0.08);
        assertThat(only(noisy).detectable().orElseThrow()).isGreaterThan(2 * least);
    }
}
