package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.gate.ScenarioLimitJudge;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Page;
import dev.ralbench.page.Pictures;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.VariantFigures;
import dev.ralbench.scenario.ScenarioFile;
import dev.ralbench.testing.CountedResults;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class RunReportTest {
    private static RunReport report(RunResult... runs) {
        var limits = ScenarioFile.limits("limits", Map.of("expect", Map.of("p99", "<300ms")));
        return new RunReport(
                List.of(runs).stream()
                        .map(run -> new RunReport.ReportedRun(run, ScenarioLimitJudge.judge(limits, run)))
                        .toList(),
                RunTable.Detail.SHORT);
    }

    @Test
    void theMarkdownMatchesTheGoldenFile() {
        Golden.matches("report/run.md", report(Results.delay200()).markdown(Glyphs.UNICODE, Pictures.none()));
    }

    /** On a page, whose lines have an end, one of the points is a line break. */
    @Test
    void aLongTitleInMarkdownHasAPointBetweenAllItsParts() {
        var search = report(Results.searched(Results.delay200(), Map.of("p99", "<=300ms")));

        var title = search.markdown(Glyphs.UNICODE, Pictures.none())
                .lines()
                .filter(line -> line.startsWith("### "))
                .findFirst()
                .orElseThrow();
        assertThat(title).hasSizeGreaterThan(Page.WIDEST).matches("### .* · .* · [0-9]+ vCPU, JDK [^ ]+ · [^·]*");
    }

    @Test
    void aDocumentInAFileShowsTheLevels() {
        var pictures = Pictures.nextTo(Path.of("run.md"));

        assertThat(report(Results.delay200()).markdown(Glyphs.UNICODE, pictures))
                .contains("![Goodput and p99 by users, delay-200; at 1024: imperative 980/s and 1.17 s, ")
                .contains("](run.svg)");
        assertThat(pictures.files()).containsOnlyKeys(Path.of("run.svg"));
        Golden.matches("report/run.svg", pictures.files().values().iterator().next());
    }

    /** It goes on until limits are broken. */
    @Test
    void aSearchIsShownByItsCapacityAndNotByLimits() {
        var search = report(Results.searched(Results.delay200(), Map.of("p99", "<=300ms")));

        assertThat(search.markdown(Glyphs.UNICODE, Pictures.none()))
                .contains("capacity: most users with p99", "| variant | users |")
                .doesNotContain("limits");
        assertThat(search.text(Page.plain(100))).doesNotContain("limits kept", "limit broken");
        assertThat(search.json()).contains("\"limits\": [ ]");
    }

    @Test
    void theCsvMatchesTheGoldenFile() {
        var csv = report(CountedResults.fanOut(1)).csv();

        Golden.matches("report/run.csv", csv);
        var columns = csv.lines().map(line -> line.split(",", -1).length).distinct();
        assertThat(columns).hasSize(1);
    }

    @Test
    void theJsonMatchesTheGoldenFileAndItsSchema() throws IOException {
        var json = report(Results.troubled(), CountedResults.fanOut(1)).json();

        Golden.matches("report/run.json", json);
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Repository.path("results/schema/report.schema.json")));
        assertThat(schema.validate(new JsonMapper().readTree(json))).isEmpty();
    }

    @Test
    void theXmlMatchesTheGoldenFile() {
        Golden.matches(
                "report/run.xml",
                report(Results.troubled(), CountedResults.fanOut(1)).junit());
    }

    @Test
    void theXmlOfASearchSaysHowManyUsersItFound() {
        var search = report(Results.searched(Results.delay200(), Map.of("p99", "<=300ms")));

        assertThat(search.junit())
                .contains("classname=\"delay-200.capacity\" name=\"imperative\"", "256 users, goodput")
                .doesNotContain("failure ");
    }

    @Test
    void figuresAreThoseOfTheTable() {
        var run = Results.delay200(3);
        var view = new RunView(run);
        var figures = RunFigures.of(view);

        var variant = view.variants().getFirst();
        var level = figures.getFirst().level();
        assertThat(figures)
                .filteredOn(figure -> figure.variant().equals(variant)
                        && figure.level().equals(level)
                        && figure.metric().equals(RequestMetrics.P99))
                .singleElement()
                .satisfies(figure -> {
                    assertThat(figure.value())
                            .isEqualTo(new VariantFigures(view.windows(variant, level))
                                    .of(RequestMetrics.P99)
                                    .orElseThrow());
                    assertThat(figure.trials()).isEqualTo(3);
                });
    }

    @Test
    void theTextIsTheTableAndTheLimits() {
        var page = Page.plain(100);
        var text = report(Results.delay200()).text(page);

        assertThat(text)
                .startsWith(String.join("\n", new RunTable(Results.delay200(), RunTable.Detail.SHORT).render(page)))
                .contains("\nlimits kept: ");
    }
}
