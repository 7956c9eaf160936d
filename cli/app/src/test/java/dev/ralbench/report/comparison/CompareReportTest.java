package dev.ralbench.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.Failure;
import dev.ralbench.compare.Acknowledgements;
import dev.ralbench.compare.AllowedDifferences;
import dev.ralbench.compare.Difference;
import dev.ralbench.compare.Group;
import dev.ralbench.compare.Groups;
import dev.ralbench.compare.History;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.load.Level;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Page;
import dev.ralbench.page.Pictures;
import dev.ralbench.page.Style;
import dev.ralbench.testing.Comparisons;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.SyntheticRun;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Everything that compare can say in one report. */
class CompareReportTest {
    private static final SyntheticRun SHOP =
            SyntheticRun.of("base", "head").blocks(8).levels(64, 256).turns(4).noise(0.01);
    private static final CompareReport ALL = all();

    @Test
    void severalGroupsInATerminalMatchTheGoldenFile() {
        Golden.matches("report/compare/several.txt", text(false, 80));
    }

    @Test
    void severalGroupsInATerminalWithDetailsMatchTheGoldenFile() {
        Golden.matches("report/compare/several-details.txt", text(true, 100));
    }

    @Test
    void theMarkdownOfSeveralGroupsMatchesTheGoldenFile() {
        Golden.matches(
                "report/compare/several.md", new CompareMarkdown(ALL, Glyphs.UNICODE, false, Pictures.none()).render());
    }

    @Test
    void theJsonKeepsItsSchema() throws IOException {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Repository.path("results/schema/compare.schema.json")));

        var document = new JsonMapper().readTree(new CompareJson(ALL).render());

        assertThat(schema.validate(document)).isEmpty();
        assertThat(document.at("/groups/0/metrics/0/byMachine/estimates").size())
                .isEqualTo(2);
        assertThat(document.at("/groups/0/metrics/0/byRun").size()).isEqualTo(3);
        assertThat(document.at("/groups/0/intervalOf").asString()).isEqualTo("runs");
        assertThat(document.at("/groups/2/kind").asString()).isEqualTo("refused");
        assertThat(document.at("/histories/0/rows/0/changes/0/run").asString()).isEqualTo("night-7");
        assertThat(document.at("/alone/0/apart/machine.cpu").asString()).isEqualTo("Xeon");
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 100})
    void noLineIsWiderThanThePage(int width) {
        for (boolean isDetailed : new boolean[] {true, false}) {
            assertThat(text(isDetailed, width).lines())
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
        }
    }

    @Test
    void asciiHasNoOtherSign() {
        var text = new CompareText(new Page(80, Glyphs.ASCII, Style.PLAIN), false, true, Set.of());

        assertThat(text.render(ALL)).isASCII();
        assertThat(new CompareMarkdown(ALL, Glyphs.ASCII, true, Pictures.none()).render())
                .isASCII();
    }

    private static String text(boolean isDetailed, int width) {
        return new CompareText(Page.plain(width), false, isDetailed, Set.of()).render(ALL);
    }

    private static CompareReport all() {
        var twoMachines = Comparisons.of(
                SHOP.runId("a1").run(),
                SHOP.runId("a2").seed(8).startedAt("2026-02-12T09:00:00Z").run(),
                SHOP.runId("b1")
                        .seed(9)
                        .cpu("Xeon")
                        .harm("head", 0.2)
                        .startedAt("2026-02-13T09:00:00Z")
                        .run());
        var short_ = Comparisons.of(SHOP.runId("short").levels(64).run());
        var refusal =
                Failure.incomparable("the results are not comparable", "work.head.status  200  |  500", "Fix head.");
        return new CompareReport(
                List.of(
                        new CompareReport.Compared(
                                ComparisonView.of(twoMachines),
                                List.of(new Difference("design.turns.levels", "[64, 256]", "[64]"))),
                        new CompareReport.Compared(
                                ComparisonView.of(short_),
                                List.of(new Difference("design.turns.levels", "[64]", "[64, 256]"))),
                        new CompareReport.Refused(new ComparisonRefusal(
                                refusal, Optional.empty(), SHOP.scenario("cart").run(), 5)),
                        new CompareReport.OverTime(history(), Optional.empty(), 0),
                        new CompareReport.Alone(alone())),
                List.of(new CompareReport.LeftOut("results/notes.json", "JSON, but no result of ralbench run")),
                5);
    }

    private static History history() {
        var nights = IntStream.rangeClosed(1, 12)
                .mapToObj(night -> source(SyntheticRun.of("app")
                        .scenario("nightly")
                        .blocks(2)
                        .levels(64)
                        .runId("night-" + night)
                        .seed(night)
                        .startedAt("2026-02-%02dT01:00:00Z".formatted(night))
                        .harm("app", night > 6 ? 0.2 : 0)))
                .toList();
        return History.of(
                        nights,
                        new History.Wanted(
                                Set.of(RequestMetrics.GOODPUT, RequestMetrics.ERRORS, ProcessMetrics.CPU_PER_REQUEST),
                                Set.of(Level.ofUsers(64)),
                                Set.of(),
                                Optional.empty()),
                        Acknowledgements.NONE)
                .getFirst();
    }

    private static Group alone() {
        var app = SyntheticRun.of("app").scenario("tea").blocks(1).levels(64);
        return Groups.of(
                        List.of(
                                source(app.runId("here")),
                                source(app.runId("there").cpu("Xeon"))),
                        AllowedDifferences.withoutGate())
                .getLast();
    }

    private static ResultSource source(SyntheticRun run) {
        var result = run.run();
        return new ResultSource(result.origin().runId(), result);
    }
}
