package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.compare.Acknowledgements;
import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.History;
import dev.ralbench.compare.HistoryRow;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.compare.WithoutBase;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Comparisons;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.Windows;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A mix of two requests, of which one is slower in head: all requests together hide what its own figures show. */
class NamedRequestsTest {
    private static final SyntheticRun SHOP = SyntheticRun.of("base", "head")
            .blocks(12)
            .levels(20)
            .levelSeconds(60)
            .millis(20)
            .noise(0.005);

    /** @param slower how many times as long orders take in head */
    private static RunResult mix(SyntheticRun of, double slower) {
        return SyntheticRun.eachTrial(of.run(), trial -> {
            var times = new LinkedHashMap<String, Double>();
            times.put("list", 0.5);
            times.put("order", trial.id().variant().equals("head") ? 1.5 * slower : 1.5);
            return SyntheticRun.eachWindow(trial, window -> Windows.mixed(window, times));
        });
    }

    private static Cell cell(Comparison comparison, String id) {
        return comparison.cells().stream()
                .filter(cell -> cell.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRequestIsComparedByItsOwnTimes() {
        var comparison = Comparisons.of(mix(SHOP, 1.3));

        var order = cell(comparison, "p50@order@20").change().orElseThrow();
        var list = cell(comparison, "p50@list@20").change().orElseThrow();

        assertThat(Math.exp(order.harm().estimate())).isCloseTo(1.3, within(0.02));
        assertThat(order.probabilityOfWorse()).isLessThan(0.001);
        assertThat(Math.exp(list.harm().estimate())).isCloseTo(1, within(0.02));
        assertThat(cell(comparison, "p50@20").change().orElseThrow().probabilityOfWorse())
                .as("all requests together")
                .isGreaterThan(0.001);
    }

    @Test
    void howManyRequestsAValueNeedsIsAskedOfTheName() {
        var comparison = Comparisons.of(mix(SHOP.levelSeconds(15), 1));

        assertThat(cell(comparison, "p99@20").notes()).isEmpty();
        assertThat(cell(comparison, "p99@order@20").notes())
                .singleElement()
                .asString()
                .startsWith("needs 10 000 requests per trial, has 7 ");
    }

    @Test
    void aGateNamesTheRequestThatGotSlower() {
        var result = judged(mix(SHOP, 1.3));

        assertThat(result.decision()).isEqualTo(GateResult.Decision.FAIL);
        assertThat(result.rules())
                .filteredOn(rule -> rule.outcome() == RuleOutcome.FAIL)
                .extracting(rule -> rule.id())
                .containsExactly("p50@order@20");
    }

    @Test
    void aGatePassesIfNoRequestDiffers() {
        assertThat(judged(mix(SHOP, 1)).decision()).isEqualTo(GateResult.Decision.PASS);
    }

    private static GateResult judged(RunResult run) {
        var gate = GateFile.parse("shop.yaml", """
                version: 1
                gate: shop
                design: { shape: sequential, pairs: { looks: [12] } }
                relative:
                  - { metric: p50, levels: [20], material: 10%, tolerate: 20% }
                  - { metric: p50@list, levels: [20], material: 10%, tolerate: 20% }
                  - { metric: p50@order, levels: [20], material: 10%, tolerate: 20% }
                absolute: [{ metric: errors@order, levels: [20], max: 0.1% }]
                """, List.of());
        return GateJudge.judge(gate, Comparisons.of(run), LocalDate.of(2026, 3, 1));
    }

    @Test
    void aHistoryHasRowsOfEachName() {
        var runs = List.of(1, 2, 3).stream()
                .map(day -> new ResultSource(
                        "run-" + day,
                        mix(
                                SyntheticRun.of("head")
                                        .blocks(3)
                                        .levels(20)
                                        .levelSeconds(4)
                                        .runId("run-" + day)
                                        .startedAt("2026-02-0" + day + "T01:00:00Z"),
                                day)))
                .toList();

        var wanted = RequestMetrics.P50.ofName("order");
        var rows = rows(runs, Set.of(wanted));

        assertThat(rows).extracting(HistoryRow::id).containsExactly("p50@order@20", "p50@order@all");
        assertThat(rows.getFirst().latest().orElseThrow()
                        / rows.getFirst().values().getFirst().orElseThrow())
                .isCloseTo(3, within(0.1));
        assertThat(rows(runs, Set.of()))
                .extracting(row -> row.metric().key())
                .contains("p50", "p50@list", "errors@order")
                .doesNotContain("p90@order");
    }

    private static List<HistoryRow> rows(List<ResultSource> runs, Set<Metric> metrics) {
        var wanted = new History.Wanted(metrics, Set.of(), Set.of(), Optional.empty());
        return History.of(runs, wanted, Acknowledgements.NONE).getFirst().rows();
    }

    @Test
    void aFirstRunWithoutABaseHasThemToo() {
        var run = mix(SyntheticRun.of("head").blocks(2).levels(20).levelSeconds(4), 1);

        assertThat(WithoutBase.of(new ResultSource("r", run)).cells())
                .extracting(Cell::id)
                .contains("p50@order@20", "goodput@list@all", "errors@order@20")
                .doesNotContain("cpu/request@order@20");
    }
}
