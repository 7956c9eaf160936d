package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.SyntheticRun;
import dev.ralbench.testing.Windows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** {@code compare --gate}. */
class CompareGateTest {
    private static final String GATE = """
            version: 1
            gate: mini
            design: { shape: alternating, pairs: { looks: [12] }, levels: [10] }
            decision: { alpha: 0.01 }
            relative: [ { metric: goodput, levels: all, material: 5%, tolerate: 10% } ]
            exact: [ { metric: sql_request, slack: 0.02 } ]
            """;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"0.0, OK, RESULT PASS", "0.2, REGRESSION, RESULT FAIL"})
    void aGateDecidesTheExitCodeAndItsReportIsWritten(double harm, ExitCode exit, String result) throws IOException {
        var gate = Files.writeString(directory.resolve("gate.yaml"), GATE);
        var run = SyntheticRun.of("base", "head")
                .blocks(12)
                .levels(10)
                .turns(4)
                .noise(0.005)
                .harm("head", harm);
        var report = directory.resolve("report.xml");

        var outcome = Shell.run("compare", file("run", run), "--gate", gate.toString(), "-o", report.toString());

        assertThat(outcome.err().strip()).isEqualTo("report: " + report);
        assertThat(outcome.out()).contains(result, "gate \"mini\"", "exit " + exit.code());
        assertThat(outcome.exit()).isEqualTo(exit.code());
        assertThat(report).content().contains("gate.mini");
    }

    @ParameterizedTest
    @CsvSource({"0.2, 0, 3", "0.0, 9, 0", "0.05, 78, 78", "0.05, 0, 0"})
    void whatIsUndecidedEndsWithACodeOfTheUsersOwn(double harm, int neutral, int exit) throws IOException {
        var gate = Files.writeString(
                directory.resolve("gate.yaml"), GATE.lines().limit(5).collect(Collectors.joining("\n")));
        var run = SyntheticRun.of("base", "head")
                .blocks(12)
                .levels(10)
                .levelSeconds(2)
                .noise(harm == 0.05 ? 0.1 : 0.005)
                .harm("head", harm);

        var outcome = Shell.run(
                "compare", file("run", run), "--gate", gate.toString(), "--neutral-exit", String.valueOf(neutral));

        assertThat(outcome.exit()).as(outcome.out()).isEqualTo(exit);
    }

    @Test
    void aNeutralExitIsACodeThatAProcessCanEndWith() throws IOException {
        var outcome =
                Shell.run("compare", file("run", SyntheticRun.of("base", "head").levels(10)), "--neutral-exit", "256");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("--neutral-exit", "from 0 to 255");
    }

    /** Yesterday's run and today's: goodput fell, no rule may say so, and no report may call that a pass. */
    @Test
    void aStoredBaselineIsNeverAPassWithoutTheRelativeRules() throws IOException {
        var rules = GATE.lines().limit(5).collect(Collectors.joining("\n"))
                + "\nabsolute: [ { metric: errors, levels: all, max: 0.1%, every_trial: true } ]\n";
        var gate = Files.writeString(directory.resolve("gate.yaml"), rules);
        var yesterday = SyntheticRun.of("shop").levels(10).levelSeconds(2).noise(0.01);
        var today = yesterday.runId("20260212T091407Z-shop").harm("shop", 0.12);
        var reports =
                new ArrayList<>(List.of("-o", directory.resolve("report.md").toString()));
        reports.addAll(List.of("-o", directory.resolve("report.xml").toString()));

        var arguments = new ArrayList<>(
                List.of("compare", file("yesterday", yesterday), file("today", today), "--gate", gate.toString()));
        arguments.addAll(reports);
        var outcome = Shell.run(arguments.toArray(String[]::new));

        assertThat(outcome.exit()).isEqualTo(ExitCode.INCOMPARABLE.code());
        assertThat(outcome.out()).contains("RESULT INCOMPARABLE 1 of 2 rules not judged: goodput@10");
        assertThat(directory.resolve("report.md"))
                .content()
                .contains("1 of 2 rules not judged")
                .doesNotContain("rules passed");
        assertThat(directory.resolve("report.xml"))
                .content()
                .contains("failures=\"0\" errors=\"2\" skipped=\"0\"", "type=\"not judged\"");
    }

    private static final String ERRORS =
            "absolute: [ { metric: errors, levels: all, max: 0.1%, every_trial: true } ]\n";

    /** The first run of a service had no base. Of a later run of head alone counts and limits can be judged, no more. */
    @ParameterizedTest
    @CsvSource({
        "false, 3, OK, RESULT PASS 2 rules",
        "false, 4, REGRESSION, RESULT FAIL 1 of 2 rules: sql/request@all",
        "true, 3, INCOMPARABLE, RESULT INCOMPARABLE 1 of 3 rules not judged: goodput@10",
        "true, 4, REGRESSION, RESULT FAIL 1 of 3 rules: sql/request@all",
    })
    void ofAStoredBaselineCountsAreJudged(boolean hasRelative, int statements, ExitCode exit, String says)
            throws IOException {
        var rules = GATE.lines()
                        .filter(line -> hasRelative || !line.startsWith("relative"))
                        .collect(Collectors.joining("\n"))
                + "\n" + ERRORS;
        var gate = Files.writeString(directory.resolve("gate.yaml"), rules);
        var first = SyntheticRun.of("head").levels(10).turns(4).blocks(7);
        var later = first.runId("20260212T091407Z-shop")
                .startedAt("2026-02-12T09:14:07Z")
                .seed(11)
                .statements("head", statements);

        var outcome = Shell.run("compare", file("baseline", first), file("later", later), "--gate", gate.toString());

        assertThat(outcome.out()).as(outcome.err()).contains("baseline → later", says);
        assertThat(outcome.exit()).isEqualTo(exit.code());
    }

    @ParameterizedTest
    @CsvSource({
        "0.0, OK, BASELINE, 'skipped=\"3\"', '1 of 3 rules met, 2 without a base'",
        "0.5, REGRESSION, FAIL, 'failures=\"1\"', '1 of 3 rules failed'",
    })
    void aRunWithoutABaseIsJudgedByItsLimitsInEveryReport(
            double harm, ExitCode exit, String decision, String xml, String md) throws IOException {
        var limit = harm > 0 ? ERRORS.replace("errors", "p90").replace("0.1%", "220ms") : ERRORS;
        var gate = Files.writeString(directory.resolve("gate.yaml"), GATE + limit);
        var head = SyntheticRun.of("head").levels(10).levelSeconds(20).blocks(7).harm("head", harm);

        var outcome = compareWithAllReports(file("head", head), gate, "--no-base");

        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isEqualTo(exit.code());
        assertThat(outcome.out()).contains("NO BASE: head was measured alone.", "RESULT " + decision + " ");
        assertThat(directory.resolve("report.md"))
                .content()
                .contains(md, "| ➖ | 10 | goodput |", "| no base |")
                .doesNotContain("rules passed");
        assertThat(directory.resolve("report.xml"))
                .content()
                .contains(xml, "message=\"no base there is nothing to compare with");
        assertThat(directory.resolve("report.csv")).content().contains(",no-base,goodput,", ",no base,");
        var json = Files.readString(directory.resolve("report.json"));
        assertThat(json)
                .contains("\"decision\": \"" + decision + "\"", "\"kind\": \"no-base\"", "\"outcome\": \"NO_BASE\"");
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Repository.path("results/schema/compare.schema.json")));
        assertThat(schema.validate(new JsonMapper().readTree(json))).isEmpty();
    }

    @Test
    void whereThereIsABaseOrNoGateNoBaseIsRefused() throws IOException {
        var gate =
                Files.writeString(directory.resolve("gate.yaml"), GATE + ERRORS).toString();
        var head = file("head", SyntheticRun.of("head").levels(10).blocks(7));
        var pair = file(
                "pair", SyntheticRun.of("base", "head").runId("pair").levels(10).blocks(7));

        assertThat(Shell.run("compare", head, "--no-base").err()).contains("--no-base: needs --gate");
        assertThat(Shell.run("compare", pair, "--no-base", "--gate", gate).err())
                .contains("--no-base: there is a base", "base, head");
        var several = Shell.run("compare", head, pair, "--no-base", "--gate", gate);
        assertThat(several.err()).contains("--no-base: there are 2 results");
        assertThat(several.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(Shell.run("compare", head, "--gate", gate).exit()).isEqualTo(ExitCode.INCOMPARABLE.code());
    }

    @ParameterizedTest
    @CsvSource({
        // the rules of the gate, what head asks for, and what becomes of it: base has 3 statements per request
        "'exact: [ { metric: sql_request, slack: 0.02 } ]', 4, REGRESSION, RESULT FAIL 1 of 1 rule: sql/request@all",
        "'exact: [ { metric: sql_request, slack: 2 } ]', 4, OK, RESULT PASS",
        "'exact: [ { metric: sql_request, slack: 0.02 } ]', 2, OK, RESULT PASS",
        "'relative: [ { metric: sql_request, material: 5%, tolerate: 10% } ]', 4, REGRESSION,"
                + " RESULT FAIL 1 of 1 rule: sql/request@all",
        "'exact: [ { metric: threads_peak, slack: 2 } ]', 4, INCOMPARABLE, work.head.served.mysql",
        "'absolute: [ { metric: sql_request, max: 5 } ]', 4, INCOMPARABLE, work.head.served.mysql",
    })
    void moreStatementsAreLeftToTheRuleOnThem(String rules, int statements, ExitCode exit, String says)
            throws IOException {
        var gate = Files.writeString(
                directory.resolve("gate.yaml"), GATE.lines().limit(4).collect(Collectors.joining("\n")) + "\n" + rules);
        var run = SyntheticRun.of("base", "head").blocks(12).levels(10).turns(4).statements("head", statements);

        var outcome = Shell.run("compare", file("run", run), "--gate", gate.toString());

        assertThat(outcome.out() + outcome.err()).contains(says);
        assertThat(outcome.exit()).isEqualTo(exit.code());
    }

    @ParameterizedTest
    @CsvSource({
        "valid, INCOMPARABLE, head does not do the same work as base, work.head.served.mysql",
        "invalid, INVALID, no block has a usable trial of every variant, the machine is busy",
    })
    void aRefusalIsWrittenInEveryFormat(String verdict, ExitCode exit, String what, String why) throws IOException {
        var gate = Files.writeString(
                directory.resolve("gate.yaml"), GATE.lines().limit(5).collect(Collectors.joining("\n")));
        var run = SyntheticRun.eachTrial(
                SyntheticRun.of("base", "head")
                        .blocks(8)
                        .levels(10)
                        .levelSeconds(2)
                        .statements("head", 4)
                        .run(),
                trial -> verdict.equals("valid") ? trial : SyntheticRun.invalid(trial, "the machine is busy"));
        var file = BrokenResults.write(
                directory.resolve("run.json"),
                run,
                // Variants that differ by intention leave only the finding about the trials.
                json -> verdict.equals("valid")
                        ? json
                        : json.replace(
                                "\"scenario\": {", "\"scenario\": { \"work\": { \"differs\": { \"head\": \"so\" } },"));
        var outcome = compareWithAllReports(file, gate);

        assertThat(outcome.exit()).isEqualTo(exit.code());
        assertThat(outcome.err()).contains(what);
        assertThat(outcome.out()).isEmpty();
        assertThat(directory.resolve("report.txt")).content().contains(what, why, "RESULT " + exit);
        assertThat(directory.resolve("report.md"))
                .content()
                .startsWith("<!-- ralbench:gate=mini -->\n### ralbench `mini`: ⚠️ " + what)
                .contains(why, "exit code " + exit.code());
        assertThat(directory.resolve("report.xml"))
                .content()
                .contains("tests=\"1\" failures=\"0\" errors=\"1\"", "type=\"" + exit + "\"", what, why);
        assertThat(directory.resolve("report.csv"))
                .content()
                .startsWith("scenario,kind,metric")
                .hasLineCount(1);
        var json = Files.readString(directory.resolve("report.json"));
        assertThat(json).contains("\"decision\": \"" + exit + "\"", "\"exitCode\": " + exit.code(), what, why);
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Repository.path("results/schema/compare.schema.json")));
        assertThat(schema.validate(new JsonMapper().readTree(json))).isEmpty();
    }

    @Test
    void buildsThatDifferInMoreThanTheGateLetsThemAreRefused() throws IOException {
        var run = SyntheticRun.of("base", "head")
                .levels(10)
                .subject("base", Map.of("jar", "sha256:1", "jvmFlags", "-Xmx1G"))
                .subject("head", Map.of("jar", "sha256:2", "jvmFlags", "-Xmx2G"));
        var gate = Files.writeString(directory.resolve("gate.yaml"), GATE);

        var refused = Shell.run("compare", file("run", run), "--gate", gate.toString());
        assertThat(refused.exit()).isEqualTo(ExitCode.INCOMPARABLE.code());
        assertThat(refused.err()).contains("head: subject.jvm-flags  -Xmx1G  |  -Xmx2G");

        Files.writeString(
                gate, GATE.replace("levels: [10] }", "levels: [10], vary: [subject.image, subject.jvm-flags] }"));
        assertThat(Shell.run("compare", file("run", run), "--gate", gate.toString())
                        .exit())
                .isEqualTo(ExitCode.OK.code());
    }

    /** It answers next to nothing in four of twelve blocks, so those have no p90: the worst there is, not left out. */
    @ParameterizedTest
    @CsvSource({"head, INCONCLUSIVE", "base, OK"})
    void aVariantWithoutAPercentileInSomeBlocksIsWorseThere(String dead, ExitCode exit) throws IOException {
        var rules = GATE.lines().limit(4).collect(Collectors.joining("\n"))
                + "\nrelative: [ { metric: p90, levels: all, material: 5%, tolerate: 10% } ]\n";
        var gate = Files.writeString(directory.resolve("gate.yaml"), rules);
        var run = SyntheticRun.eachTrial(
                SyntheticRun.of("base", "head")
                        .blocks(12)
                        .levels(10)
                        .levelSeconds(20)
                        .noise(0.005)
                        .run(),
                trial -> trial.id().variant().equals(dead) && trial.id().block() <= 4
                        ? SyntheticRun.eachWindow(
                                trial,
                                window -> Windows.dead(window)
                                        .with(
                                                window.views().servers(),
                                                window.views().counters()))
                        : trial);

        var outcome = Shell.run(
                "compare",
                BrokenResults.write(directory.resolve("run.json"), run, json -> json),
                "--gate",
                gate.toString());

        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isEqualTo(exit.code());
        assertThat(outcome.out().replaceAll("\\s+", " ").contains("no value of head in 4 of 12 blocks"))
                .isEqualTo(dead.equals("head"));
    }

    @ParameterizedTest
    @CsvSource({"12, REGRESSION, FAIL", "1, INCONCLUSIVE, INCONCLUSIVE"})
    @Disturbance(value = "a target serves nothing under a gate", then = "never a pass")
    void aTargetThatServesNothingNeverPasses(int blocks, ExitCode exit, String outcomeOfTheRule) throws IOException {
        var gate = Files.writeString(directory.resolve("gate.yaml"), GATE);
        var run = SyntheticRun.eachTrial(
                SyntheticRun.of("base", "head")
                        .blocks(12)
                        .levels(10)
                        .levelSeconds(2)
                        .run(),
                trial -> trial.id().variant().equals("head") && trial.id().block() <= blocks
                        ? SyntheticRun.eachWindow(
                                trial,
                                window -> Windows.dead(window)
                                        .with(
                                                window.views().servers(),
                                                window.views().counters()))
                        : trial);
        var withoutCounts = Files.writeString(gate, GATE.lines().limit(5).collect(Collectors.joining("\n")) + "\n");

        var outcome = Shell.run(
                "compare",
                BrokenResults.write(directory.resolve("run.json"), run, json -> json),
                "--gate",
                withoutCounts.toString());

        assertThat(outcome.out()).contains("RESULT " + outcomeOfTheRule);
        assertThat(outcome.exit()).isEqualTo(exit.code());
    }

    @ParameterizedTest
    @CsvSource({
        "0.0, 1, 0, OK, RESULT PASS",
        "0.0, 2, 1, OK, RESULT PASS",
        "0.0, 4, 0, INCONCLUSIVE, RESULT INCONCLUSIVE",
        "0.0, 5, 0, INVALID, RESULT INVALID",
        "0.2, 2, 0, REGRESSION, RESULT FAIL",
    })
    @Disturbance(value = "a build freezes in a few blocks under a gate", then = "never a pass")
    void aBuildThatFreezesInAFewBlocksNeverPasses(double harm, int head, int base, ExitCode exit, String result)
            throws IOException {
        var gate = Files.writeString(directory.resolve("gate.yaml"), GATE);
        var run = SyntheticRun.of("base", "head")
                .blocks(16)
                .levels(10)
                .turns(4)
                .noise(0.005)
                .harm("head", harm)
                .run();
        var frozen = SyntheticRun.eachTrial(
                run,
                trial -> (trial.id().block() <= head && trial.id().variant().equals("head"))
                                || (trial.id().block() > 16 - base
                                        && trial.id().variant().equals("base"))
                        ? frozen(trial)
                        : trial);

        var outcome = Shell.run(
                "compare",
                BrokenResults.write(directory.resolve("run.json"), frozen, json -> json),
                "--gate",
                gate.toString());

        assertThat(outcome.out()).contains(result);
        assertThat(outcome.exit()).as(outcome.out()).isEqualTo(exit.code());
        if (exit == ExitCode.INVALID) {
            assertThat(outcome.out().replaceAll("\\s+", " "))
                    .contains("head stalled, failed or ended in " + head + " of 16 blocks, base in " + base);
        }
    }

    /** Of twelve pairs the same harm fails; six are too few to fail anything, and pass nothing that points at it. */
    @ParameterizedTest
    @CsvSource({"6, INCONCLUSIVE", "12, REGRESSION"})
    void eightPercentLessGoodputNeverPassesThePullRequestGate(int blocks, ExitCode exit) {
        var run = SyntheticRun.of("base", "head")
                .blocks(blocks)
                .levels(256, 1024)
                .turns(4)
                .noise(0.005)
                .harm("head", -Math.log(0.92))
                .run();

        var outcome = Shell.run(
                "compare", BrokenResults.write(directory.resolve("run.json"), run, json -> json), "--gate", "pr");

        assertThat(outcome.exit()).as(outcome.out()).isEqualTo(exit.code());
        assertThat(outcome.out()).doesNotContainPattern("goodput .* no worse than");
    }

    /** Four runs, one of which is 14 % worse. */
    @Test
    void oneWorseRunOfFourIsNoPassOfTheGate() throws IOException {
        var gate = Files.writeString(directory.resolve("gate.yaml"), GATE);
        var arguments = fourRuns();
        arguments.addAll(List.of("--gate", gate.toString()));

        var gated = Shell.run(words(arguments, "compare"));

        assertThat(gated.out()).containsPattern("goodput .* inconclusive").contains("RESULT INCONCLUSIVE");
        assertThat(gated.exit()).isEqualTo(ExitCode.INCONCLUSIVE.code());
    }

    @Test
    void norIsItOfTheTable() throws IOException {
        assertThat(Shell.run(words(fourRuns(), "compare")).out()).containsPattern("goodput .* inconclusive");
    }

    private List<String> fourRuns() throws IOException {
        var files = new ArrayList<String>();
        for (int run = 0; run < 4; run++) {
            var made = SyntheticRun.of("base", "head")
                    .blocks(12)
                    .levels(10)
                    .turns(4)
                    .noise(0.005)
                    .seed(run)
                    .harm("head", run == 2 ? -Math.log(0.86) : 0)
                    .runId("2026021" + run + "T091407Z-shop")
                    .startedAt("2026-02-1" + run + "T09:14:07Z")
                    .run();
            files.add(BrokenResults.write(directory.resolve(run + ".json"), made, json -> json));
        }
        return files;
    }

    private static String[] words(List<String> arguments, String command) {
        var words = new ArrayList<>(List.of(command));
        words.addAll(arguments);
        return words.toArray(String[]::new);
    }

    /** What one group proves is not hidden by another that cannot be trusted; and -qq says nothing but the decisions. */
    @Test
    void aRegressionIsNotHiddenByAnInvalidResult() throws IOException {
        var gate = Files.writeString(directory.resolve("gate.yaml"), GATE);
        var worse = SyntheticRun.of("base", "head")
                .blocks(12)
                .levels(10)
                .turns(4)
                .noise(0.005)
                .harm("head", 0.2);
        var tooFew = worse.runId("20260212T091407Z-other").scenario("other").blocks(3);
        var files = new String[] {
            BrokenResults.write(directory.resolve("worse.json"), worse.run(), json -> json),
            BrokenResults.write(directory.resolve("few.json"), tooFew.run(), json -> json)
        };

        var outcome = Shell.run("compare", files[0], files[1], "--gate", gate.toString(), "-qq");

        assertThat(outcome.exit()).isEqualTo(ExitCode.REGRESSION.code());
        assertThat(outcome.out()).isEqualTo("shop-checkout mini FAIL\nother mini INVALID\n");
        assertThat(Shell.run("compare", files[0], "--gate", gate.toString(), "-qq")
                        .out())
                .isEqualTo("mini FAIL\n");
        assertThat(Shell.run("compare", files[0], "-qq").out()).isEqualTo("valid\n");
    }

    private static TrialResult frozen(TrialResult trial) {
        var measured = trial.measurement()
                .map(sound -> Copy.of(sound)
                        .with("wholeRun", Windows.dead(sound.wholeRun()))
                        .made());
        return SyntheticRun.invalid(
                Copy.of(trial).with("measurement", measured).made(), "level 10: no request succeeded for 2.0 of 2.5 s");
    }

    @Test
    @Disturbance(
            value = "a target fails so often that its trial does not count",
            then = "its errors count all the same")
    void aTrialThatFailedTooOftenToCountStillBreaksTheLimitOnErrors() throws IOException {
        var run = SyntheticRun.eachTrial(
                SyntheticRun.of("base", "head").blocks(8).levels(10).turns(4).run(),
                trial -> trial.id().variant().equals("head") && trial.id().block() == 3
                        ? SyntheticRun.invalid(SyntheticRun.eachWindow(trial, Windows::dead), "all requests failed")
                        : trial);
        var gate = Files.writeString(directory.resolve("gate.yaml"), """
                version: 1
                gate: mini
                design: { shape: alternating, pairs: { looks: [7] }, levels: [10] }
                absolute: [ { metric: errors, levels: all, max: 0.1%, every_trial: true } ]
                """);

        var outcome = Shell.run(
                "compare",
                BrokenResults.write(directory.resolve("run.json"), run, json -> json),
                "--gate",
                gate.toString());

        assertThat(outcome.out()).contains("7 of 8 trials are");
        assertThat(outcome.exit()).isEqualTo(ExitCode.REGRESSION.code());
    }

    /** A look at 12 pairs of which it cannot be told whether they differ by more than is tolerated. */
    private static final SyntheticRun UNDECIDED =
            SyntheticRun.of("base", "head").blocks(12).levels(10).turns(4).noise(0.3);

    @ParameterizedTest
    @CsvSource({
        "fail, INCONCLUSIVE, 'RESULT INCONCLUSIVE 1 of 2', '<failure type=\"inconclusive\"', rules inconclusive —,"
                + " '\"exitCode\": 4', ',inconclusive,'",
        "warn, OK, 'RESULT INCONCLUSIVE (a warning) 1 of 2', '<skipped message=\"inconclusive', 'inconclusive, a warning only',"
                + " '\"exitCode\": 0', ',inconclusive (warning),'",
    })
    void anUndecidedGateFailsOrWarnsInEveryReport(
            String onInconclusive, ExitCode exit, String txt, String xml, String md, String json, String csv)
            throws IOException {
        var gate = Files.writeString(
                directory.resolve("gate.yaml"),
                GATE.replace("alpha: 0.01", "alpha: 0.01, on_inconclusive: " + onInconclusive));

        var outcome = compareWithAllReports(file("run", UNDECIDED), gate);

        assertThat(outcome.exit()).isEqualTo(exit.code());
        assertThat(directory.resolve("report.txt")).content().contains(txt);
        assertThat(directory.resolve("report.xml")).content().contains(xml);
        assertThat(directory.resolve("report.md")).content().contains(md);
        assertThat(directory.resolve("report.json")).content().contains(json);
        assertThat(directory.resolve("report.csv")).content().contains(csv);
    }

    @Test
    void aGateThatAsksForMoreBlocksHasNotDecidedEvenIfItOnlyWarns() throws IOException {
        var gate = Files.writeString(
                directory.resolve("gate.yaml"),
                GATE.replace("[12]", "[12, 16]").replace("alpha: 0.01", "alpha: 0.01, on_inconclusive: warn"));
        var report = directory.resolve("report.xml");

        var outcome = Shell.run("compare", file("run", UNDECIDED), "--gate", gate.toString(), "-o", report.toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.INCONCLUSIVE.code());
        assertThat(report).content().contains("<failure type=\"inconclusive\"");
    }

    private Shell.CommandResult compareWithAllReports(String file, Path gate, String... options) {
        var commandLine = new ArrayList<>(List.of("compare", file, "--gate", gate.toString()));
        commandLine.addAll(List.of(options));
        for (var ending : List.of("txt", "xml", "md", "json", "csv")) {
            commandLine.addAll(
                    List.of("-o", directory.resolve("report." + ending).toString()));
        }
        return Shell.run(commandLine.toArray(String[]::new));
    }

    private String file(String name, SyntheticRun run) {
        return BrokenResults.write(directory.resolve(name + ".json"), run.run(), json -> json);
    }
}
