package dev.ralbench.gate;

import static dev.ralbench.gate.Cells.around;
import static dev.ralbench.gate.Cells.paired;
import static dev.ralbench.gate.Cells.same;
import static dev.ralbench.gate.Cells.withHarms;
import static dev.ralbench.gate.Judging.GOODPUT;
import static dev.ralbench.gate.Judging.gate;
import static dev.ralbench.gate.Judging.judge;
import static dev.ralbench.gate.Judging.only;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.gate.Gate.Forecast;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.load.Level;
import dev.ralbench.metric.DependencyMetrics;
import dev.ralbench.metric.RequestMetrics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules that a run can have no data for. */
class GateFitTest {
    private static final List<Level> LEVELS = Cells.levels(256, 1024);
    private static final String OPTIONAL_SQL = "exact: [{ metric: sql_request, slack: 0.02, if_present: true }]\n";
    private static final Forecast NO_DATABASE = (metric, level, requests) ->
            metric.equals(DependencyMetrics.SQL_PER_REQUEST) ? Optional.of("there is no database") : Optional.empty();

    @Test
    void aRuleWithoutDataIsRefusedBeforeTheRun() {
        assertThatThrownBy(() -> gate(GOODPUT + Judging.SQL).fitting(NO_DATABASE, LEVELS))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
                    assertThat(failure.why()).isEqualTo("sql/request@all: there is no database");
                    assertThat(failure.fix()).contains("if_present: true");
                });
    }

    @Test
    void anOptionalRuleWithoutDataIsLeftOutAndNamed() {
        var fitting = gate(GOODPUT + OPTIONAL_SQL).fitting(NO_DATABASE, LEVELS);

        assertThat(fitting.rules(ExactRule.class)).isEmpty();
        assertThat(fitting.rules(RelativeRule.class)).hasSize(1);
        assertThat(fitting.isLeftWithoutComparison()).isFalse();
        assertThat(fitting.leftOut())
                .extracting(Gate.LeftOut::why)
                .containsExactly("sql/request@all: there is no database");
    }

    @Test
    void aPercentileStaysAtLevelsWithEnoughRequests() {
        Forecast few = (metric, level, requests) -> requests > 5_000 && level.equals(Level.ofUsers(256))
                ? Optional.of("too few requests")
                : Optional.empty();
        var rule = "relative: [{ metric: p99, levels: all, material: 10%, tolerate: 25%, if_present: true }]\n";

        var fitting = gate(rule).fitting(few, LEVELS);

        assertThat(fitting.rules(RelativeRule.class))
                .extracting(each -> each.levels())
                .containsExactly(new LevelChoice.NamedLevels(Cells.levels(1024)));
    }

    @Test
    void aGateThatIsLeftWithoutRulesIsRefused() {
        assertThatThrownBy(() -> gate(OPTIONAL_SQL).fitting(NO_DATABASE, LEVELS))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("no rule has data");
    }

    @Test
    void anOptionalRuleThatBaseHasNoValueOfIsLeftOutOfStoredResults() {
        var result = judge(
                gate(GOODPUT + OPTIONAL_SQL), paired(12, withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.03, 12))));

        assertThat(result.decision()).isEqualTo(Decision.PASS);
        assertThat(result.notes()).contains("not judged, as if_present allows: sql/request@all: base has no value");
    }

    @Test
    void aGateIsNoPassIfEveryRuleThatComparesIsLeftOut() {
        var rules = gate(OPTIONAL_SQL + "absolute: [{ metric: stall, levels: all, max: 1s, every_trial: true }]\n");

        assertThat(rules.fitting(NO_DATABASE, LEVELS).isLeftWithoutComparison()).isTrue();
        var result = judge(rules, paired(12, Cells.of(RequestMetrics.STALL, "64", "head", same(0, 12), same(0, 12))));
        assertThat(only(result).outcome()).isEqualTo(RuleOutcome.PASS);
        assertThat(result.decision()).isEqualTo(Decision.INCOMPARABLE);
        assertThat(result.comparedNothing()).isTrue();
        assertThat(result.notes()).anySatisfy(note -> assertThat(note).startsWith("no rule that compares base with"));

        var broken = judge(rules, paired(12, Cells.of(RequestMetrics.STALL, "64", "head", same(0, 12), same(9e9, 12))));
        assertThat(broken.decision()).as("a limit that is broken still fails").isEqualTo(Decision.FAIL);
    }

    /** Its author wants limits only, and nothing is left out. */
    @Test
    void aGateOfLimitsAloneMayPass() {
        var rules = gate("absolute: [{ metric: stall, levels: all, max: 1s, every_trial: true }]\n");

        var result = judge(rules, paired(12, Cells.of(RequestMetrics.STALL, "64", "head", same(0, 12), same(0, 12))));

        assertThat(result.decision()).isEqualTo(Decision.PASS);
        assertThat(result.comparedNothing()).isFalse();
    }

    @Test
    void anOptionalRuleThatOnlyHeadHasNoValueOfIsNeverAPass() {
        var lost = Cells.of(DependencyMetrics.SQL_PER_REQUEST, "all", "head", same(3, 12), new double[0]);

        var result = judge(
                gate(GOODPUT + OPTIONAL_SQL),
                paired(12, withHarms(RequestMetrics.GOODPUT, "64", around(0, 0.03, 12)), lost));

        assertThat(result.decision()).isEqualTo(Decision.INCOMPARABLE);
    }

    @Test
    void theHighestLevelIsTheOneWithTheMostUsers() {
        assertThat(highest("256", "1024", "512")).containsExactly("1024");
        assertThat(highest("10 cold", "10 warm")).containsExactly("10 warm");
        assertThat(highest("500/s", "62.5/s")).containsExactly("500/s");
        assertThat(new LevelChoice.Highest().of(List.of())).isEmpty();
    }

    private static List<String> highest(String... levels) {
        return new LevelChoice.Highest()
                .of(Stream.of(levels).map(Cells::level).toList()).stream()
                        .map(Level::name)
                        .toList();
    }
}
