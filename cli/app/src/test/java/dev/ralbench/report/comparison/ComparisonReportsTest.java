package dev.ralbench.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Change;
import dev.ralbench.compare.Comparer;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.compare.Verdict;
import dev.ralbench.compare.WithoutBase;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateFile;
import dev.ralbench.gate.GateJudge;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.Judgement;
import dev.ralbench.gate.LevelChoice;
import dev.ralbench.gate.Look;
import dev.ralbench.gate.RelativeRule;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.page.Glyphs;
import dev.ralbench.page.Page;
import dev.ralbench.page.Pictures;
import dev.ralbench.page.Style;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Comparisons;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.SyntheticRun;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The same comparison in every format, without a gate and with one. */
class ComparisonReportsTest {
    private static final Path SCHEMA = Repository.path("results/schema/compare.schema.json");
    private static final ComparisonView PLAIN = ComparisonView.of(Comparisons.regressed());
    private static final ComparisonView GATED = gated(Comparisons.regressed(), GateResult.Decision.FAIL, 3);

    @Test
    void aGateInATerminalMatchesTheGoldenFile() {
        Golden.matches("report/compare/gate.txt", text(GATED, Page.plain(100)));
    }

    @Test
    void aGateInATerminalOf80ColumnsMatchesTheGoldenFile() {
        Golden.matches("report/compare/gate-narrow.txt", text(GATED, Page.plain(80)));
    }

    @Test
    void aGateInAPullRequestMatchesTheGoldenFile() {
        Golden.matches(
                "report/compare/gate.md",
                new CompareMarkdown(CompareReport.of(GATED), Glyphs.UNICODE, false, Pictures.none()).render());
    }

    @Test
    void aGateForAContinuousIntegrationServerMatchesTheGoldenFile() {
        Golden.matches("report/compare/gate.xml", CompareJUnit.render(CompareReport.of(GATED)));
    }

    /** CI would else show three failures where the gate names one. */
    @Test
    void undecidedRulesFailNothingNextToOnesThatFailed() {
        var failed = CompareJUnit.render(CompareReport.of(GATED));
        assertThat(failed).contains("failures=\"2\"", "skipped=\"1\"", "<skipped message=\"inconclusive ");

        var undecided = CompareJUnit.render(
                CompareReport.of(gated(Comparisons.regressed(), GateResult.Decision.INCONCLUSIVE, 4)));
        assertThat(undecided).contains("failures=\"3\"", "skipped=\"0\"", "<failure type=\"inconclusive\"");
    }

    @Test
    void aGateInJsonMatchesTheGoldenFile() {
        Golden.matches("report/compare/gate.json", new CompareJson(CompareReport.of(GATED)).render());
    }

    @Test
    void aGateInCsvMatchesTheGoldenFile() {
        Golden.matches("report/compare/gate.csv", CompareCsv.render(CompareReport.of(GATED)));
    }

    /** Six rules need a base; what is met is no pass. */
    @Test
    void withoutABaseEveryFormatSaysThatNothingWasCompared() {
        var view = withoutBase();

        Golden.matches("report/compare/no-base.txt", text(view, Page.plain(100)));
        Golden.matches(
                "report/compare/no-base.md",
                new CompareMarkdown(CompareReport.of(view), Glyphs.UNICODE, false, Pictures.none()).render());
        Golden.matches("report/compare/no-base.xml", CompareJUnit.render(CompareReport.of(view)));
    }

    private static ComparisonView withoutBase() {
        var run = SyntheticRun.of("head").turns(4).blocks(6).run();
        var comparison = WithoutBase.of(new ResultSource(run.origin().runId(), run));
        var gate = GateFile.find(Repository.path("scenarios/gates/pr.yaml").toString(), comparison.levels());
        var result = GateJudge.judge(gate, comparison, LocalDate.of(2026, 3, 1));
        return new ComparisonView(comparison, Optional.of(result), ComparisonView.Selection.all(), 0);
    }

    @Test
    void withoutAGateEveryFormatHasTheVerdicts() {
        Golden.matches(
                "report/compare/regressed.md",
                new CompareMarkdown(CompareReport.of(PLAIN), Glyphs.UNICODE, false, Pictures.none()).render());
        Golden.matches("report/compare/regressed.xml", CompareJUnit.render(CompareReport.of(PLAIN)));
        Golden.matches("report/compare/regressed.csv", CompareCsv.render(CompareReport.of(PLAIN)));
        Golden.matches(
                "report/compare/ramp.txt", String.join("\n", new RampTable(PLAIN).render(Page.plain(100))) + "\n");
    }

    /** "valid 0/24" above a pass reads as if nothing counted. */
    @Test
    void suspectTrialsAreCountedApartFromInvalidOnes() {
        var run = SyntheticRun.eachTrial(
                SyntheticRun.of("base", "head").turns(4).blocks(8).run(),
                trial -> trial.id().block() == 8
                        ? SyntheticRun.invalid(trial, "stolen")
                        : Copy.of(trial)
                                .with(
                                        "validity",
                                        new TrialResult.Validity(TrialResult.ValidityLevel.SUSPECT, List.of("late")))
                                .made());
        var source = new ResultSource("run", run);
        var view = ComparisonView.of(new Comparer(List.of(source), Optional.empty(), false).compare());

        assertThat(text(view, Page.plain(100))).contains("14 suspect, 2 invalid of 16 trials");
        assertThat(new CompareMarkdown(CompareReport.of(view), Glyphs.UNICODE, false, Pictures.none()).render())
                .contains("14 suspect, 2 invalid of 16 trials");
    }

    static List<ComparisonView> views() {
        return List.of(
                PLAIN,
                GATED,
                ComparisonView.of(Comparisons.single()),
                ComparisonView.of(Comparisons.historical()),
                withoutBase());
    }

    @ParameterizedTest
    @MethodSource("views")
    void theJsonKeepsItsSchema(ComparisonView view) throws IOException {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA));

        assertThat(schema.validate(new JsonMapper().readTree(new CompareJson(CompareReport.of(view)).render())))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("views")
    void theXmlIsWellFormedAndCountsWhatItHolds(ComparisonView view) throws Exception {
        var xml = CompareJUnit.render(CompareReport.of(view));

        var suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
        assertThat(suite.getAttribute("tests"))
                .isEqualTo(
                        Integer.toString(suite.getElementsByTagName("testcase").getLength()));
        assertThat(suite.getAttribute("failures"))
                .isEqualTo(
                        Integer.toString(suite.getElementsByTagName("failure").getLength()));
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 100})
    void noLineIsWiderThanThePage(int width) {
        for (var view : views()) {
            assertThat(text(view, Page.plain(width)).lines())
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
        }
    }

    @Test
    void asciiHasNoOtherSign() {
        assertThat(text(GATED, new Page(100, Glyphs.ASCII, Style.PLAIN))).isASCII();
        assertThat(new CompareMarkdown(CompareReport.of(GATED), Glyphs.ASCII, false, Pictures.none()).render())
                .isASCII();
    }

    private static String text(ComparisonView view, Page page) {
        return String.join("\n", new CompareText(page, false, false, Set.of()).comparison(new ComparisonTable(view)))
                + "\n";
    }

    private static ComparisonView gated(Comparison comparison, GateResult.Decision decision, int exit) {
        var rules = List.of(
                rule(comparison, "goodput@1024", RuleOutcome.FAIL, Verdict.WORSE, 0.001),
                rule(comparison, "cpu/request@1024", RuleOutcome.FAIL, Verdict.WORSE, 0.001),
                rule(comparison, "p99@256", RuleOutcome.INCONCLUSIVE, Verdict.INCONCLUSIVE, 0.18),
                rule(comparison, "heap.after-collection@all", RuleOutcome.PASS, Verdict.NO_WORSE, 0.62));
        var gate = new GateResult(
                "pr",
                "c7f1d2",
                decision,
                Gate.OnInconclusive.FAIL,
                new GateResult.Confidence(
                        new Look(1, 3, 0.01 / 3, 0.05 / 3, false), List.of(12, 16, 20), 0.01, 0.05, 4),
                rules,
                List.of("add four blocks"));
        return new ComparisonView(comparison, Optional.of(gate), ComparisonView.Selection.all(), exit);
    }

    private static RuleResult rule(
            Comparison comparison, String id, RuleOutcome outcome, Verdict verdict, double adjusted) {
        var cell = cell(comparison, id);
        return new RuleResult(
                new RelativeRule(cell.metric(), new LevelChoice.NamedLevels(List.of(cell.level())), 0.05, 0.1, false),
                cell,
                new Judgement(
                        outcome,
                        verdict,
                        cell.change().map(Change::harm),
                        Optional.of(adjusted),
                        Optional.of(0.083),
                        "the numbers say so"));
    }

    private static Cell cell(Comparison comparison, String id) {
        return comparison.cells().stream()
                .filter(cell -> cell.id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
