package dev.ralbench.report.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Level;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.HistogramLogs;
import dev.ralbench.testing.HistogramLogs.ReadInterval;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.TurnResults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HistogramLogFileTest {
    private static List<ReadInterval> read(RunResult... runs) {
        return HistogramLogs.read(HistogramLogFile.render(List.of(runs)));
    }

    @Test
    void theLogMatchesTheGoldenFile() {
        Golden.matches("report/export/run.hlog", HistogramLogFile.render(List.of(Results.small())));
    }

    /** Of one request, of several by name, of an open load, and of variants that take turns. */
    @ParameterizedTest
    @ValueSource(strings = {"delay-200", "fan-out-c100", "batching-classes", "delay-0"})
    void theLibraryReadsEveryHistogramOfTheResultFileBitForBit(String scenario) {
        var file = Repository.recorded(scenario);

        assertThat(read(ResultFile.read(file)))
                .extracting(ReadInterval::encoded)
                .containsExactlyInAnyOrderElementsOf(stored(file));
    }

    /** The histograms of all windows as the file has them; those without a count are no lines. */
    private static List<String> stored(Path file) {
        var found = new ArrayList<String>();
        for (var trial : new JsonMapper().readTree(Repository.text(file)).get("trials")) {
            for (var window : trial.get("measurement").get("windows")) {
                collect(window, found);
            }
        }
        return found;
    }

    private static void collect(JsonNode node, List<String> found) {
        if (node.has("histogram") && node.get("count").asLong() > 0) {
            found.add(node.get("histogram").asString());
        }
        node.properties().stream()
                .filter(child -> !child.getKey().equals("generator"))
                .forEach(child -> collect(child.getValue(), found));
        if (node.isArray()) {
            node.forEach(child -> collect(child, found));
        }
    }

    @Test
    void intervalsLieWithinTheRun() {
        var run = ResultFile.read(Repository.recorded("delay-200"));
        var trial = run.trials().getFirst();
        var windows = trial.measurement().orElseThrow().windows();
        var series = "delay-200/" + trial.id().variant() + "@";

        var read = read(run).stream()
                .filter(interval ->
                        interval.tag().startsWith(series) && !interval.tag().contains(":"))
                .toList();

        assertThat(read).hasSameSizeAs(windows);
        var first = Instant.ofEpochMilli(read.getFirst().startMillis());
        assertThat(first)
                .isBetween(trial.id().startedAt(), trial.id().startedAt().plusSeconds(10));
        for (int i = 0; i < windows.size(); i++) {
            var span = windows.get(i).span();
            assertThat(read.get(i).startMillis() - first.toEpochMilli())
                    .isCloseTo(Math.round(span.startSeconds() * 1e3), within(1L));
            assertThat(read.get(i).endMillis() - read.get(i).startMillis())
                    .isCloseTo(Math.round(span.lengthSeconds() * 1e3), within(1L));
        }
    }

    /** Variants that take turns do not overlap, on the clock of the log too. */
    @Test
    void turnsFollowEachOther() {
        var turns = read(ResultFile.read(Repository.recorded("delay-0"))).stream()
                .filter(interval -> interval.tag().matches("delay-0/[^/@:]+@\\d+"))
                .toList();

        assertThat(turns).hasSizeGreaterThan(10);
        for (int i = 1; i < turns.size(); i++) {
            assertThat(turns.get(i).startMillis())
                    .isGreaterThanOrEqualTo(turns.get(i - 1).endMillis() - 1);
        }
    }

    /** The sum of the intervals of a tag gives the figures of the tables. */
    @Test
    void trialsThatDoNotCountAreSeriesOfTheirOwn() {
        var run = TurnResults.twoPairs();

        var read = read(run);

        assertThat(read).extracting(ReadInterval::tag).contains("uncounted/delay-200/imperative@256");
        assertThat(counted(read, "delay-200/imperative@256"))
                .isEqualTo(run.variant("imperative").windows(Level.ofUsers(256)).stream()
                        .mapToLong(window -> window.requests().successful().count())
                        .sum());
    }

    private static long counted(List<ReadInterval> read, String tag) {
        return read.stream()
                .filter(interval -> interval.tag().equals(tag))
                .mapToLong(ReadInterval::count)
                .sum();
    }

    @Test
    void severalRunsAreOneLogInTheOrderOfTime() {
        var older = ResultFile.read(history().getFirst());
        var newer = ResultFile.read(history().getLast());

        var read = read(newer, older);

        assertThat(read).hasSize(read(older).size() + read(newer).size());
        assertThat(read).extracting(ReadInterval::startMillis).isSorted();
    }

    private static List<Path> history() {
        try (Stream<Path> files = Files.list(Repository.path("results", "recorded", "history"))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
