package dev.ralbench.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.TurnResults;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TidyCsvTest {
    private static List<Map<String, String>> rows(RunResult... runs) {
        var lines = TidyCsv.render(List.of(runs))
                .lines()
                .map(line -> line.split(",", -1))
                .toList();
        var header = lines.getFirst();
        return lines.stream()
                .skip(1)
                .map(line -> {
                    assertThat(line).hasSameSizeAs(header);
                    return IntStream.range(0, header.length)
                            .boxed()
                            .collect(Collectors.toUnmodifiableMap(i -> header[i], i -> line[i]));
                })
                .toList();
    }

    @Test
    void theRowsMatchTheGoldenFile() {
        Golden.matches("report/export/run.tidy.csv", TidyCsv.render(List.of(Results.small())));
    }

    @Test
    void noObservationIsThereTwice() {
        var rows = rows(ResultFile.read(Repository.recorded("batching-classes")), TurnResults.twoPairs());

        assertThat(rows)
                .extracting(row ->
                        List.of("run", "variant", "block", "attempt", "scope", "level", "window", "request", "metric")
                                .stream()
                                .map(row::get)
                                .toList())
                .hasSizeGreaterThan(500)
                .doesNotHaveDuplicates();
    }

    @Test
    void valuesAreThoseOfTheWindowsInSeconds() {
        var run = Results.delay200(2);
        var windows = run.trials().stream()
                .flatMap(trial -> trial.measurement().stream())
                .flatMap(measurement -> measurement.windows().stream())
                .flatMap(window -> RequestMetrics.P99.of(window).stream().boxed())
                .map(millis -> BigDecimal.valueOf(millis)
                        .movePointLeft(3)
                        .stripTrailingZeros()
                        .toPlainString())
                .toList();

        assertThat(rows(run))
                .filteredOn(row ->
                        row.get("metric").equals("p99") && row.get("scope").equals("window"))
                .allSatisfy(row -> assertThat(row.get("unit")).isEqualTo("s"))
                .extracting(row -> row.get("value"))
                .containsExactlyElementsOf(windows);
    }

    @Test
    void everyUnitIsOneWithoutPrefix() {
        assertThat(rows(Results.delay200(), Results.ofUrl()))
                .extracting(row -> row.get("unit"))
                .containsOnly("1", "s", "1/s", "B", "B/s");
    }

    @Test
    void startUpIsAnObservationOfTheTrial() {
        var run = Results.delay200();

        assertThat(rows(run))
                .filteredOn(row -> row.get("metric").equals("startup"))
                .hasSameSizeAs(run.trials())
                .allSatisfy(row -> assertThat(row.get("scope")).isEqualTo("trial"));
    }

    @Test
    void trialsThatDoNotCountAreMarked() {
        assertThat(rows(TurnResults.twoPairs()))
                .filteredOn(row -> row.get("counts").equals("false"))
                .isNotEmpty()
                .allSatisfy(row -> {
                    assertThat(row.get("block")).isEqualTo("1");
                    assertThat(row.get("attempt")).isEqualTo("1");
                });
    }
}
