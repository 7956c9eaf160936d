package dev.ralbench.gate;

import static dev.ralbench.gate.Judging.GOODPUT;
import static dev.ralbench.gate.Judging.HEAD;
import static dev.ralbench.gate.Judging.SQL;
import static dev.ralbench.gate.Judging.gate;
import static dev.ralbench.gate.Judging.judge;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.compare.WithoutBase;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.testing.SyntheticRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a gate decides about head alone. At 200 ms p90 is 204 ms. */
class GateWithoutBaseTest {
    private static final String ERRORS =
            "absolute:\n  - { metric: errors, levels: all, max: 0.1%, every_trial: true }\n";
    private static final String P90 = "  - { metric: p90, levels: all, max: %s }\n";
    private static final SyntheticRun SHOP =
            SyntheticRun.of("head").levels(10).blocks(7).noise(0.001);

    private static Comparison alone(SyntheticRun run) {
        return WithoutBase.of(new ResultSource("head", run.run()));
    }

    @Test
    void limitsThatAreMetMakeABaselineAndNoPass() {
        var result = judge(gate(GOODPUT + SQL + ERRORS + P90.formatted("300ms")), alone(SHOP));

        assertThat(result.decision()).isEqualTo(Decision.BASELINE);
        assertThat(result.rules())
                .extracting(RuleResult::outcome)
                .containsExactly(RuleOutcome.NO_BASE, RuleOutcome.NO_BASE, RuleOutcome.PASS, RuleOutcome.PASS);
        assertThat(result.confidence().looks()).containsExactly(7);
        assertThat(result.confidence().look().isLast()).isTrue();
        assertThat(result.notes()).contains("no base to compare with: goodput@10, sql/request@all");
    }

    @ParameterizedTest
    @CsvSource({"0.001, 100ms, FAIL", "0.1, 204ms, INCONCLUSIVE", "0.001, 220ms, BASELINE"})
    void aLimitThatIsNotMetIsNone(double noise, String limit, Decision decision) {
        var result = judge(gate(GOODPUT + ERRORS + P90.formatted(limit)), alone(SHOP.noise(noise)));

        assertThat(result.decision())
                .as(result.rules().getLast().judgement().why())
                .isEqualTo(decision);
    }

    /** Where one of the absolute rules cannot be judged either, nothing is claimed. */
    @Test
    void anAbsoluteRuleWithoutDataIsNeverPartOfABaseline() {
        var redis = "  - { metric: redis_request, max: 4%s }\n";
        var gate = gate(GOODPUT + ERRORS + redis.formatted(""));

        assertThat(judge(gate, alone(SHOP)).decision()).isEqualTo(Decision.INCOMPARABLE);

        var result = judge(gate(GOODPUT + ERRORS + redis.formatted(", if_present: true")), alone(SHOP));
        assertThat(result.decision()).isEqualTo(Decision.BASELINE);
        assertThat(result.notes()).contains("not judged, as if_present allows: redis/request@all: head has no value");
    }

    @Test
    void rulesOnFiguresThatHeadHasAreNotLeftOut() {
        var sql = "exact: [{ metric: sql_request, slack: 0.02, if_present: true }]\n";

        assertThat(judge(gate(sql + ERRORS), alone(SHOP)).rules())
                .extracting(RuleResult::id)
                .containsExactly("sql/request@all", "errors@10");
    }

    @Test
    void onlyRulesThatCompareAreNothingToJudge() {
        assertThat(judge(gate(GOODPUT + SQL), alone(SHOP)).decision()).isEqualTo(Decision.INCOMPARABLE);
    }

    @Test
    void blocksThatAreMissingMakeItInvalid() {
        var result = judge(gate(GOODPUT + ERRORS), alone(SHOP.blocks(5)));

        assertThat(result.decision()).isEqualTo(Decision.INVALID);
        assertThat(result.notes()).contains("5 usable blocks, but head alone needs 7: 2 are missing");
    }

    @Test
    void aControlNeedsABase() {
        var gate = GateFile.parse(
                "g.yaml", HEAD.formatted(", control: true", "significant_and_material") + GOODPUT + ERRORS, List.of());

        assertThat(judge(gate, alone(SHOP)).decision()).isEqualTo(Decision.BASELINE);
    }

    /** As many as before the first look; 7 are enough for a test at 1 %, 5 for one at 5 %. */
    @ParameterizedTest
    @CsvSource({"'6, 9, 12', 0.01, 6", "12, 0.01, 7", "1, 0.01, 1", "12, 0.05, 5"})
    void noMoreBlocksAreMeasuredThanATestNeeds(String looks, double alpha, int blocks) {
        var gate = GateFile.parse("g.yaml", """
                version: 1
                gate: mine
                design: { shape: sequential, pairs: { looks: [%s] } }
                decision: { alpha: %s }
                """.formatted(looks, alpha) + ERRORS, List.of());

        assertThat(gate.blocksWithoutBase()).isEqualTo(blocks);
    }

    /** 2^-3 is more than 5 %: three pairs can pass nothing. */
    @ParameterizedTest
    @CsvSource({"'3, 12', true, 12", "'6, 12', true, 6", "'3, 12', false, 3"})
    void theUsualNumberOfPairsIsThatOfTheFirstLookThatCanPass(String looks, boolean isNoisy, int pairs) {
        var gate = GateFile.parse("g.yaml", """
                version: 1
                gate: mine
                design: { shape: sequential, pairs: { looks: [%s] } }
                """.formatted(looks) + (isNoisy ? GOODPUT : SQL), List.of());

        assertThat(gate.usualPairs()).isEqualTo(pairs);
    }
}
