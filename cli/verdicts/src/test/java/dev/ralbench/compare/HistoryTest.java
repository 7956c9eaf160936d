package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.compare.HistoryRow.SeriesChange;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.Fingerprint;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.SyntheticRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    void labelsAreFoundInTheScenarioAndInOlderResultsAmongTheFacts() {
        var older = run(1).subject("app", Map.of("release", "1.1"));
        var run =
                run(3).labels("app", Map.of("files", "mine")).subject("app", Map.of("files", "sha256:1", "jdk", "25"));
        var history = history(older.run(), run(2).run(), run.run());

        assertThat(history.labelled("app", "files")).isEqualTo(Map.of("mine", List.of(2)));
        assertThat(history.labelled("app", "release")).isEqualTo(Map.of("1.1", List.of(0)));
        assertThat(history.labelled("app", "team")).isEmpty();
    }

    @Test
    void aLabelThatYamlTakesForANumberIsFound() {
        var run = run(1).labels("app", Map.of("release", 2, "beta", true));
        var history = history(run.run(), run(2).run(), run(3).run());

        assertThat(history.labelled("app", "release")).isEqualTo(Map.of("2", List.of(0)));
        assertThat(history.labelled("app", "beta")).isEqualTo(Map.of("true", List.of(0)));
    }

    private static SyntheticRun run(int day) {
        return APP.runId("run-" + day).startedAt("2026-02-%02dT01:00:00Z".formatted(day));
    }

    private static History history(RunResult... runs) {
        var wanted = new History.Wanted(Set.of(RequestMetrics.P50), Set.of(), Set.of(), Optional.empty());
        var sources = new ArrayList<ResultSource>();
        for (var run : runs) {
            sources.add(new ResultSource(run.origin().runId(), run));
        }
        return History.of(sources, wanted, Acknowledgements.NONE).getFirst();
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
        var row = new HistoryRow(RequestMetrics.P50, Level.ofUsers(10), "app", Optional.empty(), values, List.of());

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
        assertThat(histories(nights(2, 0), Set.of(), Set.of())).isEmpty();
        assertThat(histories(nights(3, 0), Set.of(), Set.of())).hasSize(1);
    }

    @Test
    void withoutAChoiceTheHeadlineIsShownAtItsPlaces() {
        var rows = only(nights(3, 0), Set.of(), Set.of()).rows();

        assertThat(rows).extracting(HistoryRow::id).contains("goodput@10", "heap.after-collection@all");
        assertThat(rows).extracting(HistoryRow::id).doesNotContain("goodput@all", "mean@10", "p99@10");
    }

    /** A fall by a fifth within noise of 2 % is clear. */
    @ParameterizedTest
    @CsvSource({"5, 3, ''", "12, 0, 7"})
    void aStepIsLookedForInEnoughRuns(int runs, int missing, String from) {
        var history = only(
                nights(runs, 0.2),
                Set.of(RequestMetrics.GOODPUT, ProcessMetrics.CPU_PER_REQUEST),
                Set.of(Level.ofUsers(10)));

        assertThat(history.rows()).hasSize(2);
        assertThat(history.missingRuns()).isEqualTo(missing);
        var row = history.rows().getFirst();
        var step = row.changes().stream().findFirst();
        assertThat(step.map(found -> runId(history, found)).orElse("")).isEqualTo(from);
        assertThat(history.rows().getLast().changes()).isEmpty();
        step.ifPresent(found -> {
            assertThat(found.kind()).isEqualTo(SeriesChange.Kind.STEP);
            assertThat(found.after() / found.before()).isCloseTo(Math.exp(-0.2), within(0.05));
            assertThat(row.earlier()).hasValue(found.before());
        });
    }

    @Test
    void anUpdateIsAMarkAndAStepThereIsFound() {
        var nights = IntStream.rangeClosed(1, 12)
                .mapToObj(night -> software(night(night, night > 6 ? 0.2 : 0).run(), night > 6 ? "25.0.4" : "25.0.3"))
                .toList();

        var history = only(nights, Set.of(RequestMetrics.GOODPUT), Set.of(Level.ofUsers(10)));

        assertThat(history.facts())
                .containsExactly(new History.FactChange(6, new Difference("software.jdk", "25.0.3", "25.0.4")));
        assertThat(history.rows().getFirst().changes())
                .extracting(SeriesChange::from)
                .containsExactly(6);
    }

    @ParameterizedTest
    @CsvSource({
        "memoryGiB, 24, 23, 1",
        "memoryGiB, 24, 16, 2",
        "kernel, 6.18, 6.19, 1",
        "kernel, 6.18, 7.0, 2",
        "cores, 2, 4, 2",
        "cgroup, v1, v2, 1",
        "cpu, Xeon @ 2.20GHz, Xeon @ 2.80GHz, 2",
    })
    void otherHardwareAndMajorVersionsCutAHistory(String fact, String before, String after, int histories) {
        var nights = IntStream.rangeClosed(1, 6)
                .mapToObj(night -> machine(night(night, 0).run(), fact, night > 3 ? after : before))
                .toList();

        assertThat(histories(nights, Set.of(RequestMetrics.GOODPUT), Set.of())).hasSize(histories);
    }

    /** A machine of a pool that is a third faster says nothing about head; a fall against base in the same runs does. */
    @Test
    void onSeveralMachinesRatiosToAnAnchorAreOneHistory() {
        var pair = SyntheticRun.of("base", "head").blocks(2).levels(10).levelSeconds(4);
        var nights = IntStream.rangeClosed(1, 14)
                .mapToObj(night -> source(pair.runId("" + night)
                        .seed(night)
                        .startedAt("2026-02-%02dT01:00:00Z".formatted(night))
                        .cpu(night % 2 == 0 ? "Xeon" : "EPYC")
                        .millis(night % 2 == 0 ? 150 : 200)
                        .harm("head", night > 7 ? 0.2 : 0)))
                .toList();

        var history = only(nights, Set.of(RequestMetrics.GOODPUT), Set.of(Level.ofUsers(10)));

        assertThat(history.anchor()).contains("base");
        assertThat(history.rows()).extracting(HistoryRow::variant).containsExactly("head");
        var step = history.rows().getFirst().changes().getFirst();
        assertThat(step.from()).isEqualTo(7);
        assertThat(step.before()).isCloseTo(1, within(0.05));
        assertThat(step.after()).isCloseTo(Math.exp(-0.2), within(0.05));
    }

    @Test
    void anAcknowledgedStepStaysAcknowledged() {
        var known = Acknowledgements.parse("known.yaml", """
                version: 1
                acknowledged:
                  - { row: goodput@10, at: "8", reason: signatures }
                """);
        for (int runs : List.of(12, 14, 16)) {
            var nights = IntStream.rangeClosed(1, runs)
                    .mapToObj(night -> source(night(night, night > 6 ? 0.2 : 0)))
                    .toList();
            var wanted = new History.Wanted(
                    Set.of(RequestMetrics.GOODPUT, RequestMetrics.P50),
                    Set.of(Level.ofUsers(10)),
                    Set.of(),
                    Optional.empty());
            var rows = History.of(nights, wanted, known).getFirst().rows();

            assertThat(change(rows, RequestMetrics.GOODPUT).known()).contains("signatures");
            assertThat(change(rows, RequestMetrics.P50).known()).isEmpty();
            assertThat(rows)
                    .filteredOn(row -> row.metric().equals(RequestMetrics.GOODPUT))
                    .allSatisfy(row -> assertThat(row.earlier())
                            .as("held against the new level")
                            .hasValue(change(rows, RequestMetrics.GOODPUT).after()));
        }
    }

    @Test
    void anAcknowledgementIsAboutTheNearestChangeAlone() {
        var known = Acknowledgements.parse("known.yaml", """
                version: 1
                acknowledged:
                  - { row: goodput@10, at: "8", reason: signatures }
                """);
        var runs = IntStream.rangeClosed(1, 12).mapToObj(String::valueOf).toList();
        var row = history(nights(12, 0)).rows().getFirst();

        assertThat(known.ofStep(row, 6, List.of(6, 8), runs)).contains("signatures");
        assertThat(known.ofStep(row, 8, List.of(6, 8), runs)).as("the next one").isEmpty();
        assertThat(known.ofStep(row, 8, List.of(8), runs)).contains("signatures");
    }

    private static History history(List<ResultSource> sources) {
        return only(sources, Set.of(RequestMetrics.GOODPUT), Set.of(Level.ofUsers(10)));
    }

    @Test
    void wrongAcknowledgementsAreNamedAllAtOnce() {
        assertThatThrownBy(() -> Acknowledgements.parse("known.yaml", """
                version: 1
                acknowledged:
                  - { row: goodput@10, reason: signatures }
                  - { row: goodput@10, at: "8", why: signatures }
                """))
                .hasMessageContaining("known.yaml: 3 problems");
    }

    private static SeriesChange change(List<HistoryRow> rows, Metric metric) {
        return rows.stream()
                .filter(row -> row.metric().equals(metric))
                .flatMap(row -> row.changes().stream())
                .findFirst()
                .orElseThrow();
    }

    private static String runId(History history, SeriesChange change) {
        return history.runs().get(change.from()).origin().runId();
    }

    private static ResultSource software(RunResult run, String jdk) {
        return with(run, run.fingerprint().machine(), Map.of("jdk", jdk, "mysql", "MySQL 9.7.4"));
    }

    private static ResultSource machine(RunResult run, String fact, String value) {
        var machine = new HashMap<>(run.fingerprint().machine());
        machine.put(fact, value);
        return with(run, machine, run.fingerprint().software());
    }

    private static ResultSource with(RunResult run, Map<String, String> machine, Map<String, String> software) {
        return new ResultSource(
                run.origin().runId(),
                Copy.of(run)
                        .with("fingerprint", new Fingerprint(machine, software, Map.of()))
                        .made());
    }

    private static SyntheticRun night(int night, double harm) {
        return APP.runId("" + night)
                .seed(night)
                .startedAt("2026-02-%02dT01:00:00Z".formatted(night))
                .harm("app", harm);
    }

    @Test
    void anotherMachineIsAnotherHistory() {
        var nights = new ArrayList<>(nights(3, 0));
        IntStream.rangeClosed(4, 6)
                .mapToObj(night -> source(APP.runId("" + night).cpu("Xeon")))
                .forEach(nights::add);

        var histories = histories(nights, Set.of(RequestMetrics.GOODPUT), Set.of());

        assertThat(histories).hasSize(2);
        assertThat(histories.getLast().apart()).containsExactly(new Difference("machine.cpu", "Xeon", "AMD EPYC 7763"));
    }

    private static HistoryRow row(Metric metric, double... values) {
        return new HistoryRow(
                metric,
                Level.ofUsers(10),
                "app",
                Optional.empty(),
                DoubleStream.of(values).mapToObj(OptionalDouble::of).toList(),
                List.of());
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

    private static List<History> histories(List<ResultSource> sources, Set<Metric> metrics, Set<Level> levels) {
        return History.of(
                sources, new History.Wanted(metrics, levels, Set.of(), Optional.empty()), Acknowledgements.NONE);
    }

    private static History only(List<ResultSource> sources, Set<Metric> metrics, Set<Level> levels) {
        var histories = histories(sources, metrics, levels);
        assertThat(histories).hasSize(1);
        return histories.getFirst();
    }
}
