package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.Windows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class CompareCommandTest {
    private static final SyntheticRun SHOP = SyntheticRun.of("base", "head")
            .blocks(8)
            .levels(10, 20)
            .levelSeconds(2)
            .harm("head", 0.2);

    @TempDir
    private Path folder;

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restoreTheLocale() {
        Locale.setDefault(before);
    }

    static List<BrokenResults.Case> broken() {
        return BrokenResults.all();
    }

    @ParameterizedTest
    @MethodSource("broken")
    void whatCannotBeComparedHasItsOwnMessageAndCode(BrokenResults.Case broken) {
        var outcome = Shell.run(broken.commandLine(folder));

        assertThat(outcome.err())
                .startsWith("ralbench: ")
                .contains(broken.says())
                .contains("->")
                .doesNotContain("Exception", "\tat ", "internal error");
        assertThat(outcome.exit()).isEqualTo(broken.exit().code());
        assertThat(outcome.out()).isEmpty();
    }

    @Test
    void everyBrokenInputHasItsOwnMessage() {
        var messages = broken().stream()
                .collect(Collectors.groupingBy(each -> each.says() + " " + each.exit(), Collectors.counting()));

        assertThat(broken()).hasSizeGreaterThanOrEqualTo(40);
        assertThat(messages).allSatisfy((says, count) -> assertThat(count).isOne());
    }

    @Test
    void aTableIsNoJudgement() {
        var outcome = Shell.run("compare", file("run", SHOP));

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out()).contains("REGRESSED");
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void anyVariantMayBeTheBaseline() {
        var outcome = Shell.run("compare", file("run", SHOP), "--baseline", "head", "--metric", "goodput");

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out()).contains("head → base").contains("IMPROVED").doesNotContain("p50");
    }

    @Test
    void byForceThereIsATableWithoutVerdictsAndStillTheCode() {
        var here = file("here", SHOP);
        var there = BrokenResults.write(
                folder.resolve("there.json"),
                SHOP.runId("other").run(),
                json -> json.replace("EPYC 7763", "EPYC 9V74"));

        var outcome = Shell.run("compare", here, there, "--force-incomparable");

        assertThat(outcome.exit()).isEqualTo(ExitCode.INCOMPARABLE.code());
        assertThat(outcome.out())
                .contains("NOT COMPARABLE", "machine.cpu: AMD EPYC 7763 | AMD EPYC 9V74", "goodput")
                .doesNotContain("REGRESSED", "worse");
    }

    @Test
    void otherWorkIsComparedWhereTheScenarioSaysWhy() {
        var allowed = BrokenResults.write(
                folder.resolve("run.json"),
                SHOP.statements("head", 4).run(),
                json -> json.replace(
                        "\"scenario\": {",
                        "\"scenario\": { \"work\": { \"differs\": { \"head\": \"reads the stock too\" } },"));

        var outcome = Shell.run("compare", allowed);

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out())
                .contains("by intention: reads the stock too")
                .containsPattern("SQL/req +3.00 +4.00 +\\+1.00");
    }

    @Test
    void blocksOfSeveralRunsAreOneComparison() {
        var outcome = Shell.run(
                "compare", file("run", SHOP), file("more", SHOP.runId("more").seed(3)), "--metric", "goodput");

        assertThat(outcome.out()).contains("16 blocks", "2 runs");
    }

    @ParameterizedTest
    @CsvSource({
        "report.json, '\"schema\": \"ralbench.compare/1\"'",
        "report.md, '<!-- ralbench:compare=shop-checkout -->'",
        "report.xml, '<testsuites name=\"ralbench\"'",
        "report.csv, 'scenario,kind,metric'",
        "report.TXT, 'ralbench compare'",
    })
    void theEndingOfAFileSaysItsFormat(String name, String content) throws IOException {
        var report = folder.resolve("new").resolve(name);

        var outcome = Shell.run("compare", file("run", SHOP), "-o", report.toString());

        assertThat(outcome.exit()).isZero();
        assertThat(report).content().contains(content);
        assertThat(Files.readString(report)).endsWith("\n");
        assertThat(outcome.out()).contains("users  metric");
    }

    @ParameterizedTest
    @ValueSource(strings = {"terminal", "markdown", "json", "junit", "csv"})
    void theLanguageOfTheMachineChangesNothing(String format) {
        var file = file("run", SHOP);
        Locale.setDefault(Locale.ROOT);
        var expected = Shell.run("compare", file, "--format", format, "-o", "-").out();

        for (var locale : List.of("ar-EG", "tr-TR")) {
            Locale.setDefault(Locale.forLanguageTag(locale));
            assertThat(Shell.run("compare", file, "--format", format).out()).isEqualTo(expected);
        }
    }

    @Test
    void asciiHasNoOtherSign() {
        for (var format : List.of("terminal", "markdown")) {
            assertThat(Shell.run("compare", file("run", SHOP), "--ascii", "--format", format, "--ramp")
                            .out())
                    .isASCII();
        }
    }

    private static final String GATE = """
            version: 1
            gate: mini
            design: { shape: alternating, pairs: { looks: [12] }, levels: [10] }
            decision: { alpha: 0.01 }
            relative: [ { metric: goodput, levels: all, material: 5%, tolerate: 10% } ]
            exact: [ { metric: sql_request, slack: 0.02 } ]
            """;

    @ParameterizedTest
    @CsvSource({"0.0, OK, RESULT PASS", "0.2, REGRESSION, RESULT FAIL"})
    void aGateDecidesTheExitCodeAndItsReportIsWritten(double harm, ExitCode exit, String result) throws IOException {
        var gate = Files.writeString(folder.resolve("gate.yaml"), GATE);
        var run = SyntheticRun.of("base", "head")
                .blocks(12)
                .levels(10)
                .turns(4)
                .noise(0.005)
                .harm("head", harm);
        var report = folder.resolve("report.xml");

        var outcome = Shell.run("compare", file("run", run), "--gate", gate.toString(), "-o", report.toString());

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).contains(result, "gate \"mini\"", "exit " + exit.code());
        assertThat(outcome.exit()).isEqualTo(exit.code());
        assertThat(report).content().contains("gate.mini");
    }

    @ParameterizedTest
    @CsvSource({
        // the rules of the gate, what head asks for, and what becomes of it: base has 3 statements per request
        "'exact: [ { metric: sql_request, slack: 0.02 } ]', 4, REGRESSION, RESULT FAIL 1 of 1 rules: sql/request@all",
        "'exact: [ { metric: sql_request, slack: 2 } ]', 4, OK, RESULT PASS",
        "'exact: [ { metric: sql_request, slack: 0.02 } ]', 2, OK, RESULT PASS",
        "'relative: [ { metric: sql_request, material: 5%, tolerate: 10% } ]', 4, REGRESSION,"
                + " RESULT FAIL 1 of 1 rules: sql/request@all",
        "'exact: [ { metric: threads_peak, slack: 2 } ]', 4, INCOMPARABLE, work.head.served.mysql",
        "'absolute: [ { metric: sql_request, max: 5 } ]', 4, INCOMPARABLE, work.head.served.mysql",
    })
    void moreStatementsAreLeftToTheRuleOnThem(String rules, int statements, ExitCode exit, String says)
            throws IOException {
        var gate = Files.writeString(
                folder.resolve("gate.yaml"), GATE.lines().limit(4).collect(Collectors.joining("\n")) + "\n" + rules);
        var run = SyntheticRun.of("base", "head").blocks(12).levels(10).turns(4).statements("head", statements);

        var outcome = Shell.run("compare", file("run", run), "--gate", gate.toString());

        assertThat(outcome.out() + outcome.err()).contains(says);
        assertThat(outcome.exit()).isEqualTo(exit.code());
    }

    @ParameterizedTest
    @CsvSource({
        "valid, INCOMPARABLE, the results are not comparable, work.head.served.mysql",
        "invalid, INVALID, no block has a usable trial of every variant, the machine is busy",
    })
    void aRefusalIsWrittenInEveryFormat(String verdict, ExitCode exit, String what, String why) throws IOException {
        var gate = Files.writeString(
                folder.resolve("gate.yaml"), GATE.lines().limit(5).collect(Collectors.joining("\n")));
        var run = SyntheticRun.eachTrial(
                SHOP.statements("head", 4).run(),
                trial -> SyntheticRun.trial(
                        trial,
                        trial.status(),
                        new TrialResult.Validity(
                                TrialResult.Verdict.valueOf(verdict.toUpperCase(Locale.ROOT)),
                                verdict.equals("valid") ? List.of() : List.of("the machine is busy")),
                        trial.measurement()));
        var file = BrokenResults.write(
                folder.resolve("run.json"),
                run,
                // Variants that differ by intention leave only the doubt about the trials.
                json -> verdict.equals("valid")
                        ? json
                        : json.replace(
                                "\"scenario\": {", "\"scenario\": { \"work\": { \"differs\": { \"head\": \"so\" } },"));
        var commandLine = new ArrayList<>(List.of("compare", file, "--gate", gate.toString()));
        for (var ending : List.of("txt", "xml", "md", "json", "csv")) {
            commandLine.addAll(List.of("-o", folder.resolve("report." + ending).toString()));
        }

        var outcome = Shell.run(commandLine.toArray(String[]::new));

        assertThat(outcome.exit()).isEqualTo(exit.code());
        assertThat(outcome.err()).contains(what);
        assertThat(outcome.out()).isEmpty();
        assertThat(folder.resolve("report.txt")).content().contains(what, why, "RESULT " + exit);
        assertThat(folder.resolve("report.md"))
                .content()
                .startsWith("<!-- ralbench:gate=mini -->\n### ralbench `mini`: ⚠️ " + what)
                .contains(why, "exit code " + exit.code());
        assertThat(folder.resolve("report.xml"))
                .content()
                .contains("tests=\"1\" failures=\"0\" errors=\"1\"", "type=\"" + exit + "\"", what, why);
        assertThat(folder.resolve("report.csv"))
                .content()
                .startsWith("scenario,kind,metric")
                .hasLineCount(1);
        var json = Files.readString(folder.resolve("report.json"));
        assertThat(json).contains("\"decision\": \"" + exit + "\"", "\"exitCode\": " + exit.code(), what, why);
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Path.of("../results/compare.schema.json")));
        assertThat(schema.validate(new JsonMapper().readTree(json))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"12, REGRESSION, FAIL", "1, INCONCLUSIVE, INCONCLUSIVE"})
    void aTargetThatServesNothingNeverPasses(int blocks, ExitCode exit, String outcomeOfTheRule) throws IOException {
        var gate = Files.writeString(folder.resolve("gate.yaml"), GATE);
        var run = SyntheticRun.eachTrial(
                SyntheticRun.of("base", "head")
                        .blocks(12)
                        .levels(10)
                        .levelSeconds(2)
                        .run(),
                trial -> trial.variant().equals("head") && trial.block() <= blocks
                        ? SyntheticRun.eachWindow(
                                trial, window -> Windows.dead(window).with(window.servers(), window.counters()))
                        : trial);
        var withoutCounts = Files.writeString(gate, GATE.lines().limit(5).collect(Collectors.joining("\n")) + "\n");

        var outcome = Shell.run(
                "compare",
                BrokenResults.write(folder.resolve("run.json"), run, json -> json),
                "--gate",
                withoutCounts.toString());

        assertThat(outcome.out()).contains("RESULT " + outcomeOfTheRule);
        assertThat(outcome.exit()).isEqualTo(exit.code());
    }

    /** A look at 12 pairs of which it cannot be told whether they differ by more than is tolerated. */
    private static final SyntheticRun UNDECIDED =
            SyntheticRun.of("base", "head").blocks(12).levels(10).turns(4).noise(0.3);

    @ParameterizedTest
    @CsvSource({
        "fail, INCONCLUSIVE, 'RESULT INCONCLUSIVE 1 of 2', '<failure type=\"INCONCLUSIVE\"', rules undecided —,"
                + " '\"exitCode\": 4', ',inconclusive,'",
        "warn, OK, 'RESULT INCONCLUSIVE (a warning) 1 of 2', '<skipped message=\"INCONCLUSIVE', 'undecided, a warning only',"
                + " '\"exitCode\": 0', ',inconclusive (warning),'",
    })
    void anUndecidedGateFailsOrWarnsInEveryReport(
            String onInconclusive, ExitCode exit, String txt, String xml, String md, String json, String csv)
            throws IOException {
        var gate = Files.writeString(
                folder.resolve("gate.yaml"),
                GATE.replace("alpha: 0.01", "alpha: 0.01, on_inconclusive: " + onInconclusive));
        var commandLine = new ArrayList<>(List.of("compare", file("run", UNDECIDED), "--gate", gate.toString()));
        for (var ending : List.of("txt", "xml", "md", "json", "csv")) {
            commandLine.addAll(List.of("-o", folder.resolve("report." + ending).toString()));
        }

        var outcome = Shell.run(commandLine.toArray(String[]::new));

        assertThat(outcome.exit()).isEqualTo(exit.code());
        assertThat(folder.resolve("report.txt")).content().contains(txt);
        assertThat(folder.resolve("report.xml")).content().contains(xml);
        assertThat(folder.resolve("report.md")).content().contains(md);
        assertThat(folder.resolve("report.json")).content().contains(json);
        assertThat(folder.resolve("report.csv")).content().contains(csv);
    }

    @Test
    void aGateThatAsksForMoreBlocksHasNotDecidedEvenIfItOnlyWarns() throws IOException {
        var gate = Files.writeString(
                folder.resolve("gate.yaml"),
                GATE.replace("[12]", "[12, 16]").replace("alpha: 0.01", "alpha: 0.01, on_inconclusive: warn"));
        var report = folder.resolve("report.xml");

        var outcome = Shell.run("compare", file("run", UNDECIDED), "--gate", gate.toString(), "-o", report.toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.INCONCLUSIVE.code());
        assertThat(report).content().contains("<failure type=\"INCONCLUSIVE\"");
    }

    @Test
    void recordedRunsAreHeldAgainstWhatWasPredictedAndPublished() {
        var outcome = Shell.run(
                "compare",
                "../results/recorded/20261121T093622Z-delay-200.json",
                "--ramp",
                "--reference",
                "measured,predicted,published");

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out()).contains("measured", "predicted", "published");
    }

    private String file(String name, SyntheticRun run) {
        return BrokenResults.write(folder.resolve(name + ".json"), run.run(), json -> json);
    }
}
