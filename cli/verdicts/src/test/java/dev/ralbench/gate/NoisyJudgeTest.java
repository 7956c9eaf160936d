package dev.ralbench.gate;

import static dev.ralbench.gate.Cells.same;
import static dev.ralbench.gate.NoisyJudge.FailWhen.BEYOND_MARGIN;
import static dev.ralbench.gate.NoisyJudge.FailWhen.SIGNIFICANT_AND_MATERIAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.NoisyJudge.FailWhen;
import dev.ralbench.gate.NoisyJudge.Margins;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Decisions exactly at their bounds. Where all blocks have the same harm, it is the estimate and both bounds. */
class NoisyJudgeTest {
    private static final int BLOCKS = 12;
    /** The p value where all of them are worse. */
    private static final double SMALLEST = 1 / 4096.0;

    private static NoisyJudge judge(FailWhen failWhen, double alpha, int rules, Evidence... members) {
        return new NoisyJudge(Look.only(alpha), failWhen, rules, List.of(members));
    }

    private static Evidence harm(double harm, double alpha) {
        return Evidence.of(same(harm, BLOCKS), Look.only(alpha));
    }

    @Test
    void aPValueThatIsTheLimitIsSignificant() {
        var evidence = harm(0.05, SMALLEST);

        assertThat(judge(SIGNIFICANT_AND_MATERIAL, SMALLEST, 1, evidence).isSignificant(evidence))
                .isTrue();
        assertThat(judge(SIGNIFICANT_AND_MATERIAL, SMALLEST, 2, evidence).isSignificant(evidence))
                .as("in a family of two")
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aHarmThatIsJustMaterialFails(FailWhen failWhen) {
        var evidence = harm(0.05, 0.01);
        var judge = judge(failWhen, 0.01, 1, evidence);

        assertThat(judge.outcome(evidence, new Margins(0.05, 0.1))).isEqualTo(RuleOutcome.FAIL);
        assertThat(judge.outcome(evidence, new Margins(0.0501, 0.1))).isEqualTo(RuleOutcome.PASS);
    }

    @ParameterizedTest
    @CsvSource({"0.05, INCONCLUSIVE", "0.0501, PASS"})
    void aPassHasToExcludeWhatIsToleratedItself(double tolerate, RuleOutcome outcome) {
        var evidence = harm(0.05, 0.01);

        assertThat(judge(BEYOND_MARGIN, 0.01, 100, evidence).outcome(evidence, new Margins(0.05, tolerate)))
                .isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({
        // harm, tolerated, rules in the family: of 100 none is significant with 12 blocks
        "0.05, 0.05, 1, WORSE",
        "0.05, 0.0501, 1, SLIGHTLY_WORSE",
        "-0.05, 0.05, 1, BETTER",
        "0.05, 0.05, 100, INCONCLUSIVE",
        "0.05, 0.0501, 100, NO_WORSE",
        "-0.05, 0.05, 100, NO_WORSE",
        "-0.05, -0.05, 100, INCONCLUSIVE",
    })
    void theVerdictIsExactAtTheMargin(double harm, double tolerate, int rules, Verdict verdict) {
        var evidence = harm(harm, 0.01);

        assertThat(judge(SIGNIFICANT_AND_MATERIAL, 0.01, rules, evidence)
                        .verdict(evidence, new Margins(0.05, tolerate)))
                .isEqualTo(verdict);
    }

    /** Six blocks with a share of alpha for passes alone, as the first look of {@code pr} has. */
    @ParameterizedTest
    @CsvSource({
        // harm of five blocks, of the sixth; before the last look, at the last look
        "0.01, -0.01, PASS, PASS", // too small to matter, and not even half of what does
        "0.03, 0.04, INCONCLUSIVE, PASS", // half of what matters, and unlikely by chance
        "0.03, -0.031, PASS, PASS", // half of what matters, and likely by chance
        "0.049, 0.0491, INCONCLUSIVE, PASS",
        "0.051, -0.001, INCONCLUSIVE, PASS", // more than what matters
        "0.051, 0.0511, INCONCLUSIVE, INCONCLUSIVE", // the whole interval is more than what matters
    })
    void noLookBeforeTheLastPassesWhatPointsAtHarm(double five, double sixth, RuleOutcome early, RuleOutcome last) {
        double[] harms = {five, five + 1e-5, five + 2e-5, five + 3e-5, five + 4e-5, sixth};
        for (boolean isLast : new boolean[] {false, true}) {
            var look = new Look(1, 5, isLast ? 1e-3 : 0, 1.0 / 64, isLast);
            var evidence = Evidence.of(harms, look);
            var judge = new NoisyJudge(look, SIGNIFICANT_AND_MATERIAL, 1, List.of(evidence));

            assertThat(judge.outcome(evidence, new Margins(0.05, 0.1))).isEqualTo(isLast ? last : early);
            assertThat(judge.verdict(evidence, new Margins(0.05, 0.1)) == Verdict.NO_WORSE)
                    .as("the word says what the outcome says")
                    .isEqualTo((isLast ? last : early) == RuleOutcome.PASS);
        }
    }

    /** Nine of the pairs that were to be twenty: their look fails nothing, so it must not pass what it would let through. */
    @Test
    void theLastLookThatLostBlocksReachPassesNothingThatPointsAtHarm() {
        double[] harms = {0.06, 0.061, 0.062, 0.063, 0.064, 0.065, 0.066, 0.067, 0.068};
        var lost = new Look(2, 5, 0, 0.0086, true);
        var evidence = Evidence.of(harms, lost);

        assertThat(new NoisyJudge(lost, SIGNIFICANT_AND_MATERIAL, 1, List.of(evidence))
                        .outcome(evidence, new Margins(0.065, 0.1)))
                .isEqualTo(RuleOutcome.INCONCLUSIVE);
        double[] small = {0.001, -0.001, 0.002, -0.002, 0.0015, -0.0012, 0.0005, -0.0004, 0.0003};
        var none = Evidence.of(small, lost);
        assertThat(new NoisyJudge(lost, SIGNIFICANT_AND_MATERIAL, 1, List.of(none))
                        .outcome(none, new Margins(0.05, 0.1)))
                .isEqualTo(RuleOutcome.PASS);
    }

    @Test
    void evidenceFromOutsideTheFamilyIsNeverSignificant() {
        var stranger = harm(0.5, 0.01);
        var judge = judge(SIGNIFICANT_AND_MATERIAL, 0.01, 2, harm(0.5, 0.01));

        assertThat(judge.worse(stranger)).isEqualTo(1);
        assertThat(judge.better(stranger)).isEqualTo(1);
    }
}
