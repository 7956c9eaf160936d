package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.Shares;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a page holds of results that are too large for it. */
class HtmlPageTest {
    private static final int MOST_BYTES = 1_000_000;
    private static final RunResult LARGE =
            ResultFile.read(Repository.path("results/recorded/20261127T233429Z-delay-0.json"));

    private static HtmlPage page(int runs) {
        return HtmlPage.ofRuns(Collections.nCopies(runs, new RunReport.ReportedRun(LARGE, List.of())), "");
    }

    private static JsonNode held(HtmlPage page) throws IOException {
        try (var unpacked =
                new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(page.data())))) {
            return JsonMapper.shared().readTree(new String(unpacked.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static List<String> wholeRuns(JsonNode run) {
        var found = new ArrayList<String>();
        var variants = new HashSet<String>();
        for (var trial :
                JsonMapper.shared().readTree(run.get("text").asString()).get("trials")) {
            if (variants.add(trial.get("variant").asString())) {
                found.add(trial.at("/measurement/wholeRun/successful/histogram").asString());
            }
        }
        return found;
    }

    @Test
    void aLoadOfSeveralGeneratorsHasTheirTable() throws IOException {
        var page = HtmlPage.ofRuns(List.of(new RunReport.ReportedRun(Shares.byAgents(), List.of())), "");
        var table = held(page)
                .at("/runs/0/tables")
                .valueStream()
                .reduce((first, last) -> last)
                .orElseThrow();

        assertThat(table.get("title").asString()).isEqualTo("Generators");
        assertThat(table.get("columns")
                        .valueStream()
                        .map(column -> column.get("title").asString()))
                .contains("vCPU", "ceiling", "ports", "key", "clock drift", "validity");
        assertThat(table.get("rows")
                        .valueStream()
                        .map(row -> row.get(0).get("text").asString()))
                .containsExactly("10.0.0.8:7800", "10.0.0.9:7800");
    }

    @Test
    void theDistributionsThatChartsOfTheStudyShowAreHeldAlsoWhereTheWholeResultHasNoRoom() throws IOException {
        var page = page(1);
        var run = held(page).at("/runs/0");

        assertThat(run.at("/isWhole").asBoolean()).isFalse();
        assertThat(run.at("/study/tools").valueStream().map(JsonNode::asString)).contains("gatling");
        assertThat(run.at("/study/level").isNull()).as("of the whole run").isTrue();
        assertThat(wholeRuns(run))
                .isNotEmpty()
                .allSatisfy(text -> assertThat(text).isNotEmpty());
        assertThat(page.render().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MOST_BYTES);
    }

    @Test
    void runsAreLeftOutLast() throws IOException {
        var page = page(3);
        var held = held(page);

        assertThat(held.get("runs")).isNotEmpty();
        assertThat(held.get("runs").size() + held.get("leftOut").size()).isEqualTo(3);
        assertThat(held.get("leftOut")).isNotEmpty();
        assertThat(wholeRuns(held.at("/runs/0")))
                .allSatisfy(text -> assertThat(text).isEmpty());
        assertThat(page.render().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MOST_BYTES);
    }
}
