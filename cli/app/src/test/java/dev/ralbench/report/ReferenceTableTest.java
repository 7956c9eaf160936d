package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.page.Page;
import dev.ralbench.report.ReferenceTable.Figures;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.CountedResults;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Repository;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What was published is printed as its source states it. */
class ReferenceTableTest {
    private static final RunResult FAN_OUT = ResultFile.read(Repository.recorded("fan-out-10x10", "docker"));

    private static RunResult recorded(String scenario) {
        return ResultFile.read(Repository.recorded(scenario));
    }

    private static List<String> lines(RunResult... runs) {
        return new ReferenceTable(List.of(runs), EnumSet.allOf(Figures.class)).render(Page.plain(100));
    }

    private static String row(List<String> lines, String variant, String figure) {
        return lines.stream()
                .filter(line -> line.matches(variant + " +" + figure + " .*"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRangeIsARange() {
        var lines = lines(FAN_OUT);
        assertThat(row(lines, "sequential \\(v1\\)", "mean")).endsWith(" 1 500–3 000 ms");
        assertThat(row(lines, "pooled-dropping \\(v2\\)", "mean")).endsWith(" 300–350 ms");
        assertThat(row(lines, "coroutines \\(v3\\)", "mean")).endsWith(" 280–330 ms");
    }

    @Test
    void theScenarioSaysWhichVariantWasPublished() {
        var scenario = new LinkedHashMap<>(FAN_OUT.scenario().document());
        scenario.put("variants", Map.of("coroutines", Map.of("published", "v1")));
        var said = Copy.of(FAN_OUT).with("scenario.document", scenario).made();

        assertThat(row(lines(said), "coroutines \\(v1\\)", "mean")).endsWith(" 1 500–3 000 ms");
    }

    @Test
    void howManySamplesAScreenshotHasIsNoNumberOfRequests() {
        for (var variant : List.of("sequential \\(v1\\)", "pooled-dropping \\(v2\\)", "coroutines \\(v3\\)")) {
            assertThat(row(lines(FAN_OUT), variant, "requests")).endsWith(" –");
        }
    }

    @Test
    void contradictionsOfASourceAreNotes() {
        Golden.matches("report/reference-fan-out.txt", String.join("\n", lines(FAN_OUT)) + "\n");
        assertThat(String.join(" ", lines(FAN_OUT)).replaceAll("\\s+", " "))
                .contains("text says: 300-350 ms and 280-330 ms at 10 users x 10 loops; image says: v2 mean 1053 ms, v3"
                        + " mean 563 ms at 10 users");
    }

    /** Peaks and total times, which only some studies print; and none of a variant with another delay. */
    @Test
    void aBurstIsHeldAgainstItsWavesAndAgainstWhatWaitsAsLong() {
        var lines = lines(CountedResults.burst());

        Golden.matches("report/reference-burst.txt", String.join("\n", lines) + "\n");
        assertThat(row(lines, "netty-io.*", "peak RPS")).endsWith(" about 940/s");
        assertThat(row(lines, "tomcat-blocking.*", "total time")).endsWith(" 150 s");
        assertThat(row(lines, "netty-blocking.*", "peak RPS")).endsWith(" –");
        assertThat(row(lines, "netty-blocking.*", "total time")).endsWith(" –");
    }

    @Test
    void withoutAStatedPeakThereIsNone() {
        assertThat(lines(FAN_OUT)).noneMatch(line -> line.contains("peak RPS") || line.contains("total time"));
    }

    @Test
    void claimsAreReportedOnceForAllRunsOfAStudy() {
        var twice = lines(FAN_OUT, recorded("fan-out-10x10"));
        assertThat(twice).filteredOn(line -> line.contains("ral.a1")).hasSize(1);
    }

    @Test
    void withoutAPublishedFigureNothingIsCalledPublished() {
        assertThat(lines(recorded("fan-out-1")))
                .noneMatch(line -> line.contains("published") || line.contains("ral.a"));
        var other = Copy.of(recorded("delay-200"))
                .with("expected.reference", Optional.of("ral.delay-200"))
                .made();
        assertThat(lines(other)).noneMatch(line -> line.contains("published"));
    }
}
