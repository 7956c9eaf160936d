package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.compare.Cell;
import dev.ralbench.gate.GateDraft.DraftRule;
import dev.ralbench.metric.DependencyMetrics;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.testing.Golden;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which rules a run of identical builds leads to, and their file. */
class GateDraftTest {
    private static final Gate LIKE = GateFile.parse("like.yaml", """
            version: 1
            gate: like
            design:
              shape: alternating
              pairs: { looks: [6, 9, 12, 16, 20] }
              windows: { per_level: 4, length: 1.5s, lead_in: 500ms }
              levels: [8, 64]
              warmup: { requests: 2000, limit: 1m }
            absolute: [ { metric: errors, levels: all, max: 0% } ]
            """, List.of());
    private static final int PAIRS = 6;
    private static final double[] ONE_PER_CENT = {0.012, -0.008, 0.01, -0.011, 0.004, -0.009};
    private static final GateDraft STEADY = draft(cells());
    private static final List<String> ABOUT = List.of("Gate for the scenario shop.", "Second line.");

    /** A service with all that may be known of one, and little noise. */
    private static List<Cell> cells() {
        var cells = new ArrayList<Cell>();
        for (var level : List.of("8", "64")) {
            cells.add(noisy(RequestMetrics.GOODPUT, level, 1));
            cells.add(constant(RequestMetrics.REQUESTS, level, 20_000));
            cells.add(constant(RequestMetrics.ERRORS, level, 0));
            cells.add(constant(RequestMetrics.STALL, level, 0.012));
            for (var metric : List.of(
                    ProcessMetrics.CPU_PER_REQUEST,
                    RequestMetrics.P90,
                    RequestMetrics.P99,
                    ProcessMetrics.ALLOCATION_PER_REQUEST)) {
                cells.add(noisy(metric, level, 1));
            }
        }
        cells.add(constant(DependencyMetrics.SQL_PER_REQUEST, "all", 4));
        cells.add(constant(ProcessMetrics.THREADS_PEAK, "all", 42));
        return cells;
    }

    private static Cell noisy(Metric metric, String level, double factor) {
        return Cells.withHarms(
                metric,
                level,
                Arrays.stream(ONE_PER_CENT).map(harm -> harm * factor).toArray());
    }

    private static Cell constant(Metric metric, String level, double value) {
        return Cells.of(metric, level, "head", Cells.same(value, PAIRS), Cells.same(value, PAIRS));
    }

    private static GateDraft draft(List<Cell> cells) {
        return GateDraft.of(LIKE, Cells.paired(PAIRS, cells.toArray(Cell[]::new)), SimulatedOnce.margins(LIKE));
    }

    /** The service, but for one metric. */
    private static GateDraft with(Cell other) {
        var cells = cells();
        cells.replaceAll(cell -> cell.id().equals(other.id()) ? other : cell);
        return draft(cells);
    }

    private static GateDraft without(Metric metric) {
        var cells = cells();
        cells.removeIf(cell -> cell.metric().equals(metric));
        return draft(cells);
    }

    private static List<String> ids(GateDraft draft) {
        return rules(draft, RelativeRule.class).stream()
                .map(rule -> Cell.id(rule.metric(), rule.levels().of(List.of()).getFirst()))
                .toList();
    }

    private static <R extends Rule> List<R> rules(GateDraft draft, Class<R> kind) {
        return draft.rules().stream()
                .map(DraftRule::rule)
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    private static RelativeRule rule(GateDraft draft, Metric metric) {
        return rules(draft, RelativeRule.class).stream()
                .filter(rule -> rule.metric().equals(metric))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void goodputIsJudgedAtAllLevelsAndTheRestAtTheHighest() {
        assertThat(ids(STEADY))
                .containsExactly("goodput@8", "goodput@64", "cpu/request@64", "p90@64", "p99@64", "alloc/request@64");
        assertThat(STEADY.leftOut()).isEmpty();
    }

    @Test
    void aPercentileWithoutRequestsToSpareIsLeftOut() {
        var draft = with(constant(RequestMetrics.REQUESTS, "64", 14_000));

        assertThat(ids(draft)).contains("p90@64").doesNotContain("p99@64");
        assertThat(draft.leftOut()).singleElement().asString().contains("p99@64: needs 10000 requests", "had 14000");
        assertThat(ids(with(constant(RequestMetrics.REQUESTS, "64", 149)))).doesNotContain("p90@64");
    }

    @Test
    void aMetricWithoutValuesIsLeftOut() {
        var draft = without(ProcessMetrics.CPU_PER_REQUEST);

        assertThat(ids(draft)).doesNotContain("cpu/request@64");
        assertThat(draft.leftOut()).containsExactly("cpu/request@64: is not measured here");
    }

    @Test
    void aMetricThatIsMissingInATrialIsLeftOut() {
        var draft = with(Cells.withHarms(RequestMetrics.P90, "64", 0.01, 0.02, 0.03, 0.01, -0.02));

        assertThat(ids(draft)).doesNotContain("p90@64");
        assertThat(draft.leftOut()).containsExactly("p90@64: has no value in some trials");
    }

    @Test
    void moreNoiseWidensAMarginAndTooMuchOfItLeavesTheRuleOut() {
        assertThat(rule(STEADY, RequestMetrics.P90).material()).isEqualTo(0.05);
        assertThat(rule(with(noisy(RequestMetrics.P90, "64", 12)), RequestMetrics.P90)
                        .material())
                .isGreaterThan(0.05);

        var draft = with(noisy(RequestMetrics.P90, "64", 80));
        assertThat(ids(draft)).doesNotContain("p90@64").hasSize(5);
        assertThat(draft.leftOut()).singleElement().asString().startsWith("p90@64: too noisy, pairs of identical");
    }

    @Test
    void countsAreExactIfTheyAreTheSameInEveryTrial() {
        assertThat(rules(STEADY, ExactRule.class))
                .extracting(ExactRule::metric, ExactRule::slack)
                .containsExactly(
                        tuple(DependencyMetrics.SQL_PER_REQUEST, 0.02), tuple(ProcessMetrics.THREADS_PEAK, 2.0));
        assertThat(STEADY.rules())
                .filteredOn(each -> each.rule() instanceof ExactRule)
                .extracting(DraftRule::why)
                .containsExactly("4 in every trial", "42 in every trial");

        var unsteady = with(Cells.of(
                ProcessMetrics.THREADS_PEAK, "all", "head", Cells.same(40, PAIRS), new double[] {40, 40, 43, 40, 41, 40
                }));
        assertThat(rules(unsteady, ExactRule.class))
                .extracting(ExactRule::metric)
                .containsOnly(DependencyMetrics.SQL_PER_REQUEST);
        assertThat(unsteady.leftOut()).containsExactly("threads.peak@all: differs from trial to trial: 40 to 43");
    }

    @Test
    void aServiceWithoutADatabaseHasNoRuleOnStatementsAndNoWordAboutIt() {
        var draft = without(DependencyMetrics.SQL_PER_REQUEST);

        assertThat(rules(draft, ExactRule.class))
                .extracting(ExactRule::metric)
                .containsOnly(ProcessMetrics.THREADS_PEAK);
        assertThat(draft.leftOut()).isEmpty();
    }

    @Test
    void limitsThatIdenticalBuildsBreakAreLeftOut() {
        assertThat(rules(STEADY, AbsoluteRule.class))
                .extracting(rule -> rule.limit().written())
                .containsExactly("<=0.1%", "<=1s");

        var failing = with(constant(RequestMetrics.ERRORS, "8", 0.004));
        assertThat(rules(failing, AbsoluteRule.class))
                .extracting(rule -> rule.limit().metric())
                .containsExactly(RequestMetrics.STALL);
        assertThat(failing.leftOut()).singleElement().asString().startsWith("errors: up to 0.4 %");

        var stalling = with(constant(RequestMetrics.STALL, "64", 0.7));
        assertThat(rules(stalling, AbsoluteRule.class))
                .extracting(rule -> rule.limit().metric())
                .containsExactly(RequestMetrics.ERRORS);
        assertThat(stalling.leftOut()).singleElement().asString().startsWith("stall@64: no request ended for 700 ms");
    }

    @Test
    void theFileIsReadAsItWasDrafted() {
        var draft = with(noisy(RequestMetrics.P90, "64", 80));

        var gate = GateFile.parse("shop.yaml", draft.file("shop", ABOUT), List.of());

        assertThat(gate.name()).isEqualTo("shop");
        assertThat(gate.design()).isEqualTo(LIKE.design());
        assertThat(gate.decision()).isEqualTo(LIKE.decision());
        assertThat(gate.rules())
                .isEqualTo(draft.rules().stream().map(DraftRule::rule).toList());
    }

    @Test
    void theFileSaysWhatEachRuleRestsOn() {
        Golden.matches(
                "gate/drafted.yaml", with(noisy(RequestMetrics.P90, "64", 80)).file("shop", ABOUT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"404", "true", "1e5", "null"})
    void anyNameOfAScenarioIsTheNameOfAGate(String name) {
        var text = STEADY.file(name, ABOUT);

        assertThat(GateFile.parse("g.yaml", text, List.of()).name()).isEqualTo(name);
    }

    @Test
    void identicalBuildsPassTheGateThatTheyLedTo() {
        var draft = STEADY;
        var gate = GateFile.parse("shop.yaml", draft.file("shop", ABOUT), List.of());

        var result = GateJudge.judge(gate, Cells.paired(PAIRS, cells().toArray(Cell[]::new)), LocalDate.EPOCH);

        assertThat(result.decision()).isEqualTo(GateResult.Decision.PASS);
        assertThat(draft.prospect())
                .startsWith("builds that do not differ pass with a probability of more than 99 %, after 6.");
    }

    @Test
    void aGateThatCouldCompareNothingIsNotDrafted() {
        var cells = new ArrayList<Cell>();
        for (var level : List.of("8", "64")) {
            cells.add(noisy(RequestMetrics.GOODPUT, level, 150));
            cells.add(constant(RequestMetrics.ERRORS, level, 0));
        }

        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> draft(cells))
                .withMessageContaining("nothing that it could compare")
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.INVALID))
                .satisfies(failure -> assertThat(failure.why()).contains("goodput@8: too noisy", "cpu/request@64"));
    }

    @Test
    void twoPairsAreTooFew() {
        var cells = cells().toArray(Cell[]::new);

        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> GateDraft.of(LIKE, Cells.paired(2, cells)))
                .withMessageContaining("too few pairs for a gate: 2");
    }

    @Test
    void aDesignWhoseLooksCanDecideNothingIsRefused() {
        var counts = GateFile.read(GateFileTest.EXAMPLES.resolve("selftest-counts.yaml"));

        GateDraft.check(LIKE);
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> GateDraft.check(counts))
                .withMessageContaining("too few pairs for a draft");
        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> GateDraft.check(LIKE.atLevels(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9))))
                .withMessageContaining("too many levels");
    }

    /** Each with as many requests and as little noise as the others. */
    private static GateDraft withNames(String... names) {
        var cells = cells();
        for (var name : names) {
            for (var level : List.of("8", "64")) {
                cells.add(constant(RequestMetrics.REQUESTS.ofName(name), level, 20_000));
                cells.add(constant(RequestMetrics.ERRORS.ofName(name), level, name.equals("flaky") ? 0.02 : 0));
                cells.add(noisy(RequestMetrics.P90.ofName(name), level, 1));
                cells.add(noisy(RequestMetrics.P99.ofName(name), level, 1));
            }
        }
        return draft(cells);
    }

    @Test
    void eachRequestByItsNameHasRulesAtTheHighestLevel() {
        var draft = withNames("list", "flaky");

        assertThat(keys(draft))
                .contains("p90@list", "p90@flaky", "p99@list", "p99@flaky", "errors@list")
                .doesNotContain("errors@flaky", "goodput@list");
        assertThat(draft.leftOut())
                .contains("errors@flaky: up to 2 % of a trial's requests failed, the usual limit is 0.1 %");
        assertThat(draft.file("shop", ABOUT)).contains("{ metric: p90@list, levels: [64], material:");
    }

    @Test
    void namesTakeNoMoreRulesThanAGateCanBear() {
        var draft = withNames("a", "b", "c", "d", "e", "f", "g");

        assertThat(draft.rules().stream().filter(drafted -> drafted.rule().isNoisy()))
                .hasSize(Gate.MOST_NOISY_RULES);
        assertThat(keys(draft)).contains("p90@a", "p90@f").doesNotContain("p90@g", "p99@a");
        assertThat(draft.leftOut()).contains("p90@g@64: the gate has 12 noisy rules, and can bear no more");
    }

    private static List<String> keys(GateDraft draft) {
        return draft.rules().stream()
                .map(drafted -> drafted.rule().metric().key())
                .toList();
    }
}
