package dev.ralbench.gate;

import static dev.ralbench.gate.Cells.around;
import static dev.ralbench.gate.Cells.paired;
import static dev.ralbench.gate.Cells.same;
import static dev.ralbench.gate.Cells.withHarms;
import static dev.ralbench.gate.Judging.GOODPUT;
import static dev.ralbench.gate.Judging.HEAD;
import static dev.ralbench.gate.Judging.SQL;
import static dev.ralbench.gate.Judging.gate;
import static dev.ralbench.gate.Judging.judge;
import static dev.ralbench.gate.Judging.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.metric.DependencyMetrics;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.Design;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a gate decides about results that it cannot, or must not, judge. */
class GateTrustTest {
    @Test
    void aRuleWithoutDataIsNeverAPass() {
        var gate = gate(GOODPUT + SQL);

        var result = judge(gate, paired(12, withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.03, 12))));

        assertThat(result.rules())
                .extracting(RuleResult::outcome)
                .containsExactly(RuleOutcome.PASS, RuleOutcome.NO_DATA);
        assertThat(result.decision()).isEqualTo(Decision.INCOMPARABLE);
        assertThat(result.notes()).anyMatch(note -> note.startsWith("sql/request@all has nothing to judge"));
    }

    @Test
    void aRuleThatFailsWinsOverRulesThatCannotBeJudged() {
        var gate = gate(GOODPUT + SQL);

        var result = judge(gate, paired(12, withHarms(RequestMetrics.GOODPUT, "64", around(0.2, 0.03, 12))));

        assertThat(result.rules())
                .extracting(RuleResult::outcome)
                .containsExactly(RuleOutcome.FAIL, RuleOutcome.NO_DATA);
        assertThat(result.decision()).isEqualTo(Decision.FAIL);
        assertThat(result.notes()).anyMatch(note -> note.startsWith("sql/request@all has nothing to judge"));
    }

    @Test
    void aCountThatGotWorseFailsAlsoBetweenRuns() {
        var cells = new Cell[] {
            withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.03, 12)),
            Cells.of(DependencyMetrics.SQL_PER_REQUEST, "all", "head", same(3, 5), same(4, 4)),
        };

        var result = judge(gate(GOODPUT + SQL), Cells.comparison(ComparisonKind.HISTORICAL, List.of(), 0, cells));

        assertThat(result.decision()).isEqualTo(Decision.FAIL);
    }

    @Test
    void nothingAtAllIsIncomparable() {
        var result = judge(gate(GOODPUT), paired(0));

        assertThat(result.decision()).isEqualTo(Decision.INCOMPARABLE);
    }

    @Test
    void aRelativeRuleOnAMetricThatIsZeroHasNoRatio() {
        var gate = gate("relative: [{ metric: gc.count, levels: all, material: 5%, tolerate: 10% }]\n");

        var result = judge(gate, paired(12, Cells.of(ProcessMetrics.GC_COUNT, "64", "head", same(0, 12), same(1, 12))));

        assertThat(only(result).outcome()).isEqualTo(RuleOutcome.NO_DATA);
        assertThat(only(result).judgement().why()).contains("there is no ratio");
    }

    @Test
    void tooFewBlocksAreInvalidAndSayHowManyAreMissing() {
        var result = judge(gate(GOODPUT), paired(9, withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.03, 9))));

        assertThat(result.decision()).isEqualTo(Decision.INVALID);
        assertThat(result.notes()).contains("9 usable blocks, but the first look needs 12: 3 are missing");
    }

    @ParameterizedTest
    @CsvSource({"3, PASS", "4, INVALID"})
    void moreThanAQuarterOfRepeatedBlocksIsInvalid(int repeated, Decision decision) {
        var run = Results.delay200(12);
        var trials = run.trials().stream()
                .map(trial -> trial.id().block() <= repeated ? secondAttempt(trial) : trial)
                .toList();
        var cell = withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.03, 12));

        var result = judge(
                gate(GOODPUT),
                Cells.comparison(
                        ComparisonKind.PAIRED, List.of(run.with(RunResult.Status.COMPLETE, trials)), 12, cell));

        assertThat(result.decision()).isEqualTo(decision);
    }

    @ParameterizedTest
    @CsvSource({"0, INVALID", "0.2, FAIL"})
    void aRunWithoutOneOfItsVariantsNeverPasses(double harm, Decision decision) {
        var run = Copy.of(Results.delay200(12))
                .with("skipped", Optional.of(Map.of("other", "Java 30 is missing")))
                .made();
        var cell = withHarms(RequestMetrics.GOODPUT, "64", around(harm, 0.03, 12));

        var result = judge(gate(GOODPUT), Cells.comparison(ComparisonKind.PAIRED, List.of(run), 12, cell));

        assertThat(result.decision()).isEqualTo(decision);
        assertThat(result.notes()).contains("skipped: other: Java 30 is missing");
    }

    private static TrialResult secondAttempt(TrialResult trial) {
        return Copy.of(trial).with("id.attempt", 2).made();
    }

    @Test
    void aRuleThatWasNotJudgedIsNeverPartOfAPass() {
        var gate = gate(GOODPUT + SQL + "absolute: [{ metric: errors, levels: all, max: 0.1%, every_trial: true }]\n");
        var cells = new Cell[] {
            withHarms(RequestMetrics.GOODPUT, "64", around(0.2, 0.03, 12)),
            Cells.of(DependencyMetrics.SQL_PER_REQUEST, "all", "head", same(3, 5), same(3, 4)),
            Cells.of(RequestMetrics.ERRORS, "64", "head", same(0, 5), same(0, 4)),
        };

        var result = judge(gate, Cells.comparison(ComparisonKind.HISTORICAL, List.of(), 0, cells));

        assertThat(result.rules())
                .extracting(RuleResult::outcome)
                .containsExactly(RuleOutcome.NOT_JUDGED, RuleOutcome.PASS, RuleOutcome.PASS);
        assertThat(result.decision()).isEqualTo(Decision.INCOMPARABLE);
        assertThat(result.notes()).anyMatch(note -> note.startsWith("goodput@64 was not judged: "));
        assertThat(judge(gate(GOODPUT), Cells.comparison(ComparisonKind.HISTORICAL, List.of(), 0, cells))
                        .decision())
                .isEqualTo(Decision.INCOMPARABLE);
    }

    @Test
    void resultsThatAreNotComparableAreNeverJudged() {
        var gate = gate(GOODPUT + SQL + "absolute: [{ metric: errors, levels: all, max: 0.1%, every_trial: true }]\n");
        var cell = withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.03, 12));

        var result = judge(gate, Cells.comparison(ComparisonKind.FORCED, List.of(), 12, cell));

        assertThat(result.decision()).isEqualTo(Decision.INCOMPARABLE);
        assertThat(result.rules()).allMatch(rule -> rule.outcome() == RuleOutcome.NOT_JUDGED);
    }

    @Test
    void aControlThatDiffersFromItsOwnBaseMakesTheRunInvalid() {
        var gate = GateFile.parse("g.yaml", HEAD.formatted(", control: true", "beyond_margin") + GOODPUT, List.of());
        var head = withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.02, 12));

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
                .isEqualTo(Decision.INCONCLUSIVE);
        assertThat(judge(gate, paired(12, head)).decision()).isEqualTo(Decision.INVALID);
        assertThat(only(judge(gate, paired(12, head, control(around(0, 0.02, 12)))))
                        .cell())
                .isEqualTo(head);
    }

    private static Cell control(double... harms) {
        return Cells.ofControl(withHarms(RequestMetrics.GOODPUT, "64", harms));
    }

    /** Noise in one metric is no reason to forget what another one proves. */
    @Test
    void aControlThatIsTooNoisyInOneMetricKeepsItsOwnRuleFromPassingAndNoOtherFromFailing() {
        var gate = GateFile.parse(
                "g.yaml", HEAD.formatted(", control: true", "significant_and_material") + """
                relative:
                  - { metric: goodput, levels: all, material: 5%, tolerate: 10% }
                  - { metric: stall, levels: all, material: 50%, tolerate: 100% }
                """, List.of());
        var stalls = new Cell[] {
            withHarms(RequestMetrics.STALL, "64", around(0, 0.3, 12)),
            Cells.ofControl(withHarms(RequestMetrics.STALL, "64", around(0, 3, 12))),
        };

        var worse = judge(
                gate,
                paired(
                        12,
                        withHarms(RequestMetrics.GOODPUT, "64", around(0.22, 0.03, 12)),
                        control(around(0, 0.02, 12)),
                        stalls[0],
                        stalls[1]));
        var equal = judge(
                gate,
                paired(
                        12,
                        withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.03, 12)),
                        control(around(0, 0.02, 12)),
                        stalls[0],
                        stalls[1]));

        assertThat(worse.decision()).as("at its look, not after all pairs").isEqualTo(Decision.FAIL);
        assertThat(worse.rules())
                .extracting(RuleResult::outcome)
                .containsExactly(RuleOutcome.FAIL, RuleOutcome.INCONCLUSIVE);
        assertThat(worse.rules().getLast().judgement().why()).contains("base and its control vary so much");
        assertThat(equal.decision()).isEqualTo(Decision.CONTINUE);
        assertThat(equal.rules())
                .extracting(RuleResult::outcome)
                .containsExactly(RuleOutcome.PASS, RuleOutcome.INCONCLUSIVE);
    }

    /** Four runs of twelve pairs, one of which is 12 % worse: what the next run would show is not known. */
    @Test
    void aPassOverSeveralRunsHasTheSpreadBetweenRuns() {
        var harms = new double[48];
        var runs = new ArrayList<Integer>();
        for (int block = 0; block < harms.length; block++) {
            double ofRun = new double[] {0.01, 0, 0.128, 0.01}[block / 12];
            harms[block] = -ofRun + 0.002 * (block % 12 - 5.5) + (block / 12 == 2 ? 2 * ofRun : 0);
            runs.add(block / 12);
        }
        var ofOneRun = withHarms(RequestMetrics.GOODPUT, "64", harms);
        var ofFour = Copy.of(ofOneRun)
                .with(
                        "change",
                        Optional.of(Copy.of(ofOneRun.change().orElseThrow())
                                .with("runs", runs)
                                .made()))
                .made();

        assertThat(only(judge(gate(GOODPUT), paired(48, ofOneRun))).outcome()).isEqualTo(RuleOutcome.PASS);
        var result = only(judge(gate(GOODPUT), paired(48, ofFour)));
        assertThat(result.outcome()).isEqualTo(RuleOutcome.INCONCLUSIVE);
        assertThat(result.judgement().harm().orElseThrow().high()).isGreaterThan(0.12);
    }

    /** Lost by a fault of the target: five to none happen by chance in one of 32 gates if both lose as easily. */
    @ParameterizedTest
    @CsvSource({
        // blocks lost by the variant, by base; blocks; decision
        "1, 0, 12, CONTINUE",
        "1, 1, 12, PASS",
        "1, 0, 20, PASS",
        "2, 0, 20, INCONCLUSIVE",
        "4, 0, 20, INCONCLUSIVE",
        "5, 0, 20, INVALID",
        "5, 0, 12, INVALID",
        "3, 1, 20, PASS",
        "6, 1, 20, INCONCLUSIVE",
        "7, 1, 20, INVALID",
        "0, 6, 12, PASS",
    })
    void aPassNeedsAsManyBlocksOfTheVariantAsOfBase(int ofVariant, int ofBase, int blocks, Decision decision) {
        assertThat(decided(ofVariant, ofBase, blocks, TrialResult.Status.FAILED))
                .isEqualTo(decision);
    }

    /** {@code abortWhen} is an absolute limit: once is enough, unless base is beyond it as well. */
    @ParameterizedTest
    @CsvSource({
        // blocks in which the variant, and base, went beyond the limit; decision
        "0, 0, PASS",
        "1, 0, FAIL",
        "7, 0, FAIL",
        "1, 1, PASS",
        "0, 1, PASS",
        "7, 1, INVALID",
    })
    void aVariantBeyondALimitOfItsScenarioFailsUnlessBaseIsToo(int ofVariant, int ofBase, Decision decision) {
        assertThat(decided(ofVariant, ofBase, 20, TrialResult.Status.BEYOND_LIMIT))
                .isEqualTo(decision);
    }

    /** Of runs that are known by their files it is not known whose trial it was. */
    @ParameterizedTest
    @CsvSource({"true, 0, 0, PASS", "true, 1, 0, FAIL", "true, 1, 1, PASS", "false, 0, 0, PASS", "false, 1, 0, INVALID"
    })
    void aTrialBeyondALimitIsNoPassBetweenRunsEither(boolean isByName, int ofVariant, int ofBase, Decision decision) {
        var run = Results.delay200(18);
        var variant = run.layout().order().getFirst().getLast();
        var compared = Set.of(baseOf(run), variant);
        var trials = run.trials().stream()
                .map(trial -> compared.contains(trial.id().variant()) && isLost(trial, ofVariant, ofBase, run)
                        ? Copy.of(trial)
                                .with("status", TrialResult.Status.BEYOND_LIMIT)
                                .made()
                        : trial)
                .toList();
        var cell = Copy.of(Cells.of(DependencyMetrics.SQL_PER_REQUEST, "all", "head", same(3, 5), same(3, 4)))
                .with("variant", isByName ? variant : "head")
                .made();
        var comparison = Copy.of(Cells.comparison(
                        ComparisonKind.HISTORICAL, List.of(run.with(RunResult.Status.COMPLETE, trials)), 0, cell))
                .with("baseline", isByName ? baseOf(run) : "base")
                .made();

        assertThat(judge(gate(SQL), comparison).decision()).isEqualTo(decision);
    }

    private static Decision decided(int ofVariant, int ofBase, int blocks, TrialResult.Status lost) {
        var run = Results.delay200(blocks == 20 ? 30 : 18);
        var trials = run.trials().stream()
                .map(trial -> isLost(trial, ofVariant, ofBase, run)
                        ? Copy.of(trial).with("status", lost).made()
                        : trial)
                .toList();
        var variant = run.layout().order().getFirst().stream()
                .filter(name -> !name.equals(baseOf(run)))
                .findFirst()
                .orElseThrow();
        var cell = Copy.of(withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.03, blocks)))
                .with("variant", variant)
                .made();
        var comparison = Copy.of(Cells.comparison(
                        ComparisonKind.PAIRED, List.of(run.with(RunResult.Status.COMPLETE, trials)), blocks, cell))
                .with("baseline", baseOf(run))
                .made();

        return judge(gate(GOODPUT), comparison).decision();
    }

    private static String baseOf(RunResult run) {
        return run.layout().order().getFirst().getFirst();
    }

    private static boolean isLost(TrialResult trial, int ofVariant, int ofBase, RunResult run) {
        int block = trial.id().block();
        return trial.id().variant().equals(baseOf(run))
                ? block > run.trials().getLast().id().block() - ofBase
                : block <= ofVariant;
    }

    @Test
    void aRunThatWasNotMadeForTheseRulesIsMarked() {
        var gate = gate(GOODPUT);
        var cell = withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.03, 12));
        var unmarked = Results.delay200(12);

        assertThat(judge(gate, Cells.comparison(ComparisonKind.PAIRED, List.of(unmarked), 12, cell))
                        .notes())
                .anyMatch(note -> note.contains("not fixed before the run"));
        assertThat(judge(gate, Cells.comparison(ComparisonKind.PAIRED, List.of(made(unmarked, gate)), 12, cell))
                        .notes())
                .isEmpty();
        var several = List.of(made(unmarked, gate), made(unmarked, gate));
        assertThat(judge(gate, Cells.comparison(ComparisonKind.PAIRED, several, 12, cell))
                        .notes())
                .anyMatch(note -> note.contains("blocks of several runs"));
    }

    private static RunResult made(RunResult run, Gate gate) {
        var reference = new Design.GateReference(gate.name(), gate.sha256());
        var design = Copy.of(run.layout().design())
                .with("looks", gate.design().looks())
                .with("gate", Optional.of(reference))
                .made();
        return Copy.of(run).with("layout.design", design).made();
    }
}
