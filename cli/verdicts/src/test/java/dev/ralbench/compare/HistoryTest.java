package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.testing.SyntheticRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryTest {
    private static final SyntheticRun APP =
            SyntheticRun.of("app").blocks(3).levels(10).levelSeconds(4);

    @Test
    void aRowHasMedianSpreadAndTheLatestAgainstTheEarlier() {
        var row = row(RequestMetrics.GOODPUT, 100, 104, 98, 100, 90);

        assertThat(row.median()).isEqualTo(100);
        assertThat(row.spread()).as("of 0, 4, 2, 0, 10").isEqualTo(2);
        assertThat(row.earlier()).hasValue(100);
        assertThat(row.change().orElseThrow()).isCloseTo(-0.1, within(1e-12));
    }

    @Test
    void whatMayBeZeroIsADifference() {
        var row = row(RequestMetrics.ERRORS, 0, 0, 0.01);

        assertThat(row.scale()).isEqualTo(Change.Scale.DIFFERENCE);
        assertThat(row.change()).hasValue(0.01);
        assertThat(row(RequestMetrics.STALL, 0, 0.02, 0.02).scale()).isEqualTo(Change.Scale.DIFFERENCE);
    }

    @Test
    void aRunWithoutAValueIsNoZero() {
        var values =
                List.of(OptionalDouble.of(4), OptionalDouble.empty(), OptionalDouble.of(6), OptionalDouble.empty());
        var row = new HistoryRow(RequestMetrics.P50, Level.ofUsers(10), "app", values, Optional.empty());

        assertThat(row.count()).isEqualTo(2);
        assertThat(row.median()).isEqualTo(5);
        assertThat(row.latest()).isEmpty();
        assertThat(row.change()).isEmpty();
    }

    @Test
    void runsAreInTheOrderOfTheirStart() {
        var nights = new ArrayList<>(nights(4, 0));
        Collections.reverse(nights);

        var history = only(nights, Set.of(RequestMetrics.GOODPUT), Set.of(Level.ofUsers(10)));

        assertThat(history.runs()).extracting(run -> run.origin().runId()).containsExactly("1", "2", "3", "4");
        assertThat(history.rows()).hasSize(1);
        assertThat(history.rows().getFirst().values()).hasSize(4);
    }

    @Test
    void twoRunsAreNoHistory() {
        assertThat(History.of(nights(2, 0), Set.of(), Set.of())).isEmpty();
        assertThat(History.of(nights(3, 0), Set.of(), Set.of())).hasSize(1);
    }

    @Test
    void withoutAChoiceTheHeadlineIsShownAtItsPlaces() {
        var rows = only(nights(3, 0), Set.of(), Set.of()).rows();

        assertThat(rows).extracting(HistoryRow::id).contains("goodput@10", "heap.after-collection@all");
        assertThat(rows).extracting(HistoryRow::id).doesNotContain("goodput@all", "mean@10", "p99@10");
    }

    /** Two rows need ten runs; a fall by a fifth within noise of 2 % is clear. */
    @ParameterizedTest
    @CsvSource({"9, 1, ''", "12, 0, 7"})
    void aStepIsLookedForInEnoughRuns(int runs, int missing, String from) {
        var history = only(
                nights(runs, 0.2),
                Set.of(RequestMetrics.GOODPUT, ProcessMetrics.CPU_PER_REQUEST),
                Set.of(Level.ofUsers(10)));

        assertThat(history.rows()).hasSize(2);
        assertThat(history.missingRuns()).isEqualTo(missing);
        var step = history.rows().getFirst().step();
        assertThat(step.map(found -> history.runs().get(found.from()).origin().runId())
                        .orElse(""))
                .isEqualTo(from);
        assertThat(history.rows().getLast().step()).isEmpty();
        step.ifPresent(found -> assertThat(found.after() / found.before()).isCloseTo(Math.exp(-0.2), within(0.05)));
    }

    @Test
    void anotherMachineIsAnotherHistory() {
        var nights = new ArrayList<>(nights(3, 0));
        IntStream.rangeClosed(4, 6)
                .mapToObj(night -> source(APP.runId("" + night).cpu("Xeon")))
                .forEach(nights::add);

        var histories = History.of(nights, Set.of(RequestMetrics.GOODPUT), Set.of());

        assertThat(histories).hasSize(2);
        assertThat(histories.getLast().apart()).containsExactly(new Difference("machine.cpu", "Xeon", "AMD EPYC 7763"));
    }

    private static HistoryRow row(Metric metric, double... values) {
        return new HistoryRow(
                metric,
                Level.ofUsers(10),
                "app",
                DoubleStream.of(values).mapToObj(OptionalDouble::of).toList(),
                Optional.empty());
    }

    /** One a night; goodput is lower after half of them. */
    private static List<ResultSource> nights(int count, double harm) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(night -> source(APP.runId("" + night)
                        .seed(night)
                        .startedAt("2026-02-%02dT01:00:00Z".formatted(night))
                        .harm("app", night > count / 2 ? harm : 0)))
                .toList();
    }

    private static ResultSource source(SyntheticRun run) {
        var result = run.run();
        return new ResultSource(result.origin().runId(), result);
    }

    private static History only(List<ResultSource> sources, Set<Metric> metrics, Set<Level> levels) {
        var histories = History.of(sources, metrics, levels);
        assertThat(histories).hasSize(1);
        return histories.getFirst();
    }
}
