package dev.ralbench.gate;

import static dev.ralbench.gate.Cells.around;
import static dev.ralbench.gate.Cells.comparison;
import static dev.ralbench.gate.Cells.paired;
import static dev.ralbench.gate.Cells.withHarms;
import static dev.ralbench.gate.Judging.GOODPUT;
import static dev.ralbench.gate.Judging.HEAD;
import static dev.ralbench.gate.Judging.gate;
import static dev.ralbench.gate.Judging.judge;
import static dev.ralbench.gate.Judging.only;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.ComparisonKind;
import dev.ralbench.compare.Hints;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.metric.Metrics;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.SyntheticRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Noisy rules: what fails, what passes, what is open, and the words for it. */
class GateJudgeTest {
    @ParameterizedTest
    @CsvSource({
        // harm in logarithms; evenly spread blocks, so the estimate is the centre
        "0.12, 0.03, 12, FAIL, WORSE",
        "0.0, 0.03, 12, PASS, NO_WORSE",
        "-0.12, 0.03, 12, PASS, BETTER",
        // significant, but less than what is material: more pairs may show that it is not, so only the last look passes
        "0.04, 0.01, 12, CONTINUE, SLIGHTLY_WORSE",
        "0.04, 0.03, 16, CONTINUE, SLIGHTLY_WORSE",
        "0.04, 0.01, 20, PASS, SLIGHTLY_WORSE",
        "0.04, 0.03, 20, PASS, SLIGHTLY_WORSE",
        // significant, and less than half of what is material
        "0.02, 0.01, 12, PASS, SLIGHTLY_WORSE",
        // neither significant nor shown to be tolerable
        "0.05, 0.3, 12, CONTINUE, INCONCLUSIVE",
        "0.05, 0.3, 16, CONTINUE, INCONCLUSIVE",
        "0.05, 0.3, 20, INCONCLUSIVE, INCONCLUSIVE",
        "0.05, 0.3, 40, INCONCLUSIVE, INCONCLUSIVE",
        // too noisy to be significant, but the harm is bounded
        "0.0, 0.12, 12, PASS, NO_WORSE",
    })
    void aNoisyRuleIsDecidedBySignificanceSizeAndUpperBound(
            double harm, double spread, int blocks, Decision decision, Verdict verdict) {
        var result = judge(
                gate(GOODPUT), paired(blocks, withHarms(RequestMetrics.GOODPUT, "64", around(harm, spread, blocks))));

        assertThat(result.decision()).isEqualTo(decision);
        assertThat(only(result).judgement().verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"12, 1", "15, 1", "16, 2", "19, 2", "20, 3", "31, 3"})
    void theLookIsTheLastOneReached(int blocks, int look) {
        var result =
                judge(gate(GOODPUT), paired(blocks, withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.03, blocks))));

        assertThat(result.confidence().look().number()).isEqualTo(look);
        assertThat(result.confidence().look().alpha()).isEqualTo(0.01 / 3);
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
                        withHarms(RequestMetrics.GOODPUT, "64", around(0.12, 0.03, 12)),
                        withHarms(RequestMetrics.P99, "64", around(0, 0.03, 12))));

        assertThat(result.confidence().familySize()).isEqualTo(2);
        assertThat(result.rules().getFirst().judgement().adjusted().orElseThrow())
                .isCloseTo(2 / 4096.0, within(1e-15));
        assertThat(result.rules().getFirst().outcome()).isEqualTo(RuleOutcome.FAIL);
        assertThat(result.rules().getLast().outcome()).isEqualTo(RuleOutcome.PASS);
    }

    /** The same p value fails alone and not in a family of 12: 2^-9 · 12 is above 0.01 / 3. */
    @Test
    void aLargeFamilyNeedsMoreEvidence() {
        var harms = around(0.12, 0.03, 12);
        harms[0] = -0.001;
        harms[1] = -0.002;
        var rules = "relative: [{ metric: goodput, levels: all, material: 5%, tolerate: 10% }]\n";
        var alone = judge(gate(rules), paired(12, withHarms(RequestMetrics.GOODPUT, "1", harms)));
        var cells = new ArrayList<Cell>();
        cells.add(withHarms(RequestMetrics.GOODPUT, "1", harms));
        for (int level = 2; level <= 12; level++) {
            cells.add(withHarms(RequestMetrics.GOODPUT, String.valueOf(level), around(0, 0.03, 12)));
        }
        var many = judge(gate(rules), paired(12, cells.toArray(Cell[]::new)));

        assertThat(alone.decision()).isEqualTo(Decision.FAIL);
        assertThat(many.confidence().familySize()).isEqualTo(12);
        assertThat(many.decision()).isEqualTo(Decision.CONTINUE);
    }

    @Test
    void beyondMarginNeedsTheWholeIntervalBeyondIt() {
        var cells = paired(12, withHarms(RequestMetrics.GOODPUT, "64", around(0.08, 0.05, 12)));
        var strict = GateFile.parse("g.yaml", HEAD.formatted("", "beyond_margin") + GOODPUT, List.of());

        assertThat(judge(gate(GOODPUT), cells).decision()).isEqualTo(Decision.FAIL);
        assertThat(judge(strict, cells).decision()).isEqualTo(Decision.CONTINUE);
        assertThat(judge(strict, paired(12, withHarms(RequestMetrics.GOODPUT, "64", around(0.2, 0.05, 12))))
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
                        20,
                        withHarms(RequestMetrics.GOODPUT, "64", around(0.05, 0.005, 20)),
                        withHarms(ProcessMetrics.CPU_PER_REQUEST, "64", around(0.05, 0.005, 20))));

        assertThat(result.rules()).extracting(RuleResult::outcome).containsExactly(RuleOutcome.PASS, RuleOutcome.FAIL);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-01, 15%, ACCEPTED, PASS",
        "2026-02-28, 15%, FAIL, FAIL",
        "2026-03-01, 11%, FAIL, FAIL",
    })
    void anAcceptedChangeDoesNotFailUntilItsDayAndUpToItsSize(
            String until, String newMaterial, RuleOutcome outcome, Decision decision) {
        var gate = gate(GOODPUT + "accept: [{ metric: goodput, until: " + until + ", reason: ADR 17, new_material: "
                + newMaterial + " }]\n");

        // a harm of 0.12 are 11.3 % less
        var result = judge(gate, paired(12, withHarms(RequestMetrics.GOODPUT, "64", around(0.12, 0.01, 12))));

        assertThat(only(result).outcome()).isEqualTo(outcome);
        assertThat(result.decision()).isEqualTo(decision);
        assertThat(only(result).judgement().why().contains("expired")).isEqualTo(until.equals("2026-02-28"));
    }

    @Test
    void whatIsUndecidedSaysWhatWouldDecideIt() {
        var early = judge(gate(GOODPUT), paired(12, withHarms(RequestMetrics.GOODPUT, "64", around(0.05, 0.3, 12))));
        var late = judge(gate(GOODPUT), paired(20, withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.4, 20))));

        assertThat(early.notes()).contains("inconclusive at look 1 of 3: the next one is at 16 pairs, 4 more");
        assertThat(late.notes())
                .anyMatch(note -> note.matches("goodput@64 varies by .* from pair to pair: about \\d+ pairs .*"));
    }

    @Test
    void whatWouldDecideItIsTheRunsOwnCommandIfItHasOne() {
        var typed = SyntheticRun.of("base", "head").blocks(20).run();
        RunResult ofAProgram = Copy.of(typed).with("origin.command", List.of()).made();

        assertThat(undecided(typed))
                .endsWith("would decide it; that many in design.pairs.looks, then: ralbench run shop-checkout");
        assertThat(undecided(ofAProgram)).endsWith("would decide it; that many in design.pairs.looks, then run again");
    }

    private static String undecided(RunResult run) {
        var cell = withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.4, 20));
        return judge(gate(GOODPUT), comparison(ComparisonKind.PAIRED, List.of(run), 20, cell)).notes().stream()
                .filter(note -> note.contains(" varies by "))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.12 | 0.03 | changed by −11.3 %; significant (p 0.00024 after Holm, limit 0.0033), and no less than"
                        + " the 5 % that matter",
                "0.0  | 0.03 | changed by 0.0 %; worse by at most 1.62 %, 10 % is tolerated",
                "-0.2 | 0.03 | changed by +22.1 %; better by at least 20.2 %, 10 % is tolerated",
                "0.05 | 0.3  | changed by −4.9 %; not significant (p 0.26 after Holm, limit 0.0033); worse by at most"
                        + " 19.2 %, where a pass needs less than 10 %",
            })
    void theReasonOfAJudgementQuotesItsNumbers(double harm, double spread, String why) {
        var result =
                judge(gate(GOODPUT), paired(12, withHarms(RequestMetrics.GOODPUT, "64", around(harm, spread, 12))));

        assertThat(only(result).judgement().why()).isEqualTo(why);
        assertThat(only(result).rule().bounds()).isEqualTo("material 5 %, tolerated 10 %");
    }

    /** One rule and one look leave the gate all of the 1 % that a comparison without a gate has. */
    @ParameterizedTest
    @ValueSource(strings = {"goodput", "cpu/request"})
    void aGateCanSeeWhatAComparisonCanSee(String key) {
        var metric = Metrics.withKey(key).orElseThrow();
        var cell = withHarms(metric, "64", around(0, 0.3, 12));
        var gate = GateFile.parse("g.yaml", """
                version: 1
                gate: mine
                design: { shape: alternating, pairs: { looks: [12] }, levels: [64] }
                relative: [{ metric: %s, levels: all, material: 5%%, tolerate: 10%% }]
                """.formatted(key), List.of());

        double known = Hints.detectable(metric, cell.change().orElseThrow()).orElseThrow();
        assertThat(detectable(gate, cell)).isCloseTo(known, withinPercentage(4));
    }

    @Test
    void detectableIsWhatWouldHaveBeenFound() {
        double least = detectable(gate(GOODPUT), withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.05, 12)));
        double noisy = detectable(gate(GOODPUT), withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.15, 12)));

        assertThat(least).isBetween(0.05, 0.08);
        assertThat(noisy).isGreaterThan(1.5 * least);
    }

    private static double detectable(Gate gate, Cell cell) {
        var result = GatePower.added(gate, judge(gate, paired(12, cell)));
        return only(result).judgement().detectable().orElseThrow();
    }
}
