package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.SyntheticRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** {@code compare results/*.json}: directories as they are. */
class CompareManyTest {
    private static final Path RECORDED = Repository.path("results/recorded");
    private static final SyntheticRun SHOP =
            SyntheticRun.of("base", "head").blocks(8).levels(10).levelSeconds(2).harm("head", 0.2);
    private static final SyntheticRun APP =
            SyntheticRun.of("app").blocks(2).levels(10).levelSeconds(2);
    private static final String GATE = """
            version: 1
            gate: mini
            design: { shape: alternating, pairs: { looks: [8] }, levels: [10] }
            decision: { alpha: 0.01 }
            relative: [ { metric: goodput, levels: all, material: 5%, tolerate: 10% } ]
            """;

    @TempDir
    private Path directory;

    @Test
    void theRecordedRunsAreATablePerScenario() throws IOException {
        var outcome = compare(files(RECORDED));

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.err().lines())
                .as("but for how far it is, on a slow machine")
                .allMatch(line -> line.startsWith("reading "));
        assertThat(outcome.out())
                .startsWith("20 results in 20 comparisons, 1 result that stands alone.")
                .contains(
                        "── delay-200 ──", "── delay-500 ──", "── delay-0 ──", "── fan-out-10x10 ──", "── fan-out-1 ──")
                .contains("── burst-1000 ──", "── combined-c10 ──", "── combined-c100 ──", "── fan-out-netty ──")
                .contains("── fan-out-users ──", "── fan-out-c100 ──", "── batching-classes ──")
                .contains("── batching-c300 ──", "── batching-jvm-c300 ──", "── selftest ──")
                .contains("unlike other results of fan-out-10x10: ");
        assertThat(outcome.out().lines().count()).isLessThan(21 * 35);
    }

    /** Two comparisons of the same scenario, variants and levels. */
    @Test
    void verdictsOfAllComparisonsAreExported() throws IOException {
        var runs = files(RECORDED).stream()
                .filter(file -> file.toString().endsWith("-fan-out-10x10.json"))
                .toList();
        var prom = directory.resolve("x.prom");
        var command = Stream.concat(
                Stream.concat(Stream.of("compare"), runs.stream().map(Path::toString)),
                Stream.of("-o", prom.toString()));

        var outcome = Shell.run(command.toArray(String[]::new));

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(runs).hasSize(2);
        for (var run : runs) {
            var alone = directory.resolve("alone.prom");
            Shell.run("compare", run.toString(), "-o", alone.toString());
            var id = ResultFile.read(run).origin().runId();
            for (var family : List.of("ralbench_change{", "ralbench_verdict")) {
                assertThat(Files.readString(prom)
                                .lines()
                                .filter(line -> line.startsWith(family) && line.contains("run=\"" + id + "\"")))
                        .as(family + " of " + id)
                        .hasSameSizeAs(Files.readString(alone)
                                .lines()
                                .filter(line -> line.startsWith(family))
                                .toList())
                        .isNotEmpty();
            }
        }
    }

    /** Next to a run, one file for each reason to skip it. */
    private void filesThatAreNoResults(String run) throws IOException {
        Files.copy(Repository.path("results/schema/result.schema.json"), directory.resolve("b.json"));
        Files.copy(files(RECORDED.resolve("selftest")).getFirst(), directory.resolve("c.json"));
        edited("d", SHOP.runId("d"), "\"status\": \"complete\",\n  \"seed\"", "\"status\": \"running\",\n  \"seed\"");
        Files.createFile(directory.resolve("e.json"));
        assertThat(Shell.run("compare", run, "-o", directory.resolve("f.json").toString())
                        .exit())
                .isZero();
        edited(
                "g",
                SHOP.runId("g"),
                "\"turns\": null,\n    \"capacity\": null",
                "\"turns\": null,\n    \"capacity\": {\"slo\": {}, \"from\": 8, \"to\": 64, \"settleMillis\": 1.0, \"holdMillis\": 1.0}");
        Files.writeString(directory.resolve("h.json"), "{\"a\": 1}");
        Files.writeString(directory.resolve("i.json"), "good morning");
        Files.writeString(
                directory.resolve("j.json"), Files.readString(Path.of(run)).substring(0, 500));
        edited("k", SHOP.runId("k"), "ralbench.result/1", "ralbench.result/2");
        edited("l", SHOP.runId("l"), "\"block\": 3", "\"block\": \"three\"");
        Files.copy(Path.of(run), directory.resolve("m.json"));
        file("n", SyntheticRun.of("base", "head").runId("n").blocks(2), "steal 31 %");
    }

    @Test
    void filesThatHoldNoResultAreSkippedWithTheReason() throws IOException {
        var run = file("a-run", SHOP);
        filesThatAreNoResults(run);

        var outcome = compare(files(directory));

        assertThat(outcome.err().lines().map(line -> line.replace(directory + "/", "")))
                .containsExactly(
                        "ralbench: skipped b.json: a JSON schema",
                        "ralbench: skipped c.json: findings of ralbench selftest",
                        "ralbench: skipped d.json: is under way, or was killed (run.status: running, with 16 trials so"
                                + " far)",
                        "ralbench: skipped e.json: an empty file",
                        "ralbench: skipped f.json: a report of ralbench compare",
                        "ralbench: skipped g.json: is a search for capacity (its loads ended at different numbers of"
                                + " users: each load stopped at the limit of its own target)",
                        "ralbench: skipped h.json: JSON, but no result of ralbench run",
                        "ralbench: skipped i.json: not JSON",
                        "ralbench: skipped j.json: cut off: it ends in the middle, at line 17, column 130",
                        "ralbench: skipped k.json: a result of a newer ralbench: schema: ralbench.result/2, and this"
                                + " version reads up to ralbench.result/1",
                        "ralbench: skipped l.json: a damaged result, at trials[4].block",
                        "ralbench: skipped m.json: the same run as a-run.json",
                        "ralbench: skipped n.json: no block has a usable trial of every variant (block 1 left out:"
                                + " head invalid: steal 31 %)");
        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out()).isEqualTo(Shell.run("compare", run).out());
    }

    @Test
    void withoutAnyResultOneMessageNamesAllFiles() throws IOException {
        Files.createFile(directory.resolve("a.json"));
        Files.writeString(directory.resolve("b.json"), "good morning");

        var outcome = compare(files(directory));

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .startsWith("ralbench: none of the 2 files holds a result that can be compared")
                .contains("a.json: an empty file", "b.json: not JSON", "->");
    }

    @Test
    void aFileThatDoesNotExistIsAMistake() {
        var outcome = Shell.run(
                "compare", file("run", SHOP), directory.resolve("rnu.json").toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("rnu.json", "no such file");
    }

    @Test
    void runsThatCannotBePutTogetherAreTablesOfTheirOwnThatSayWhatTellsThemApart() {
        BrokenResults.write(
                directory.resolve("short.json"),
                SHOP.runId("short").run(),
                json -> json.replace("\"think\": \"0s\"", "\"think\": \"1s\"")
                        .replaceAll("\"scenarioSha256\": \"[0-9a-f]+\"", "\"scenarioSha256\": \"0000\""));

        var outcome = Shell.run(
                "compare", file("long", SHOP), directory.resolve("short.json").toString(), "--metric", "goodput");

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out())
                .contains("unlike other results of shop-checkout: scenario.load.think 0s")
                .contains("unlike other results of shop-checkout: scenario.load.think 1s");
    }

    @Test
    void aRunThatStandsAloneIsALine() {
        var outcome = Shell.run(
                "compare", file("shop", SHOP), file("app", APP.runId("app").scenario("other")));

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out()).contains("stands alone: run app of other, one run of one variant (app)");
    }

    @Test
    void whereNothingCanBeComparedTheFactsThatMatterMostAreNamed() {
        var here = file("here", APP);
        var there = file("there", APP.runId("there").cpu("Xeon"));
        edited(
                "there",
                APP.runId("there").cpu("Xeon"),
                "\"jdk\": \"25.0.3\"",
                "\"jdk\": \"21\", \"a\": \"b\", \"c\": \"d\"");

        var outcome = Shell.run("compare", here, there);

        assertThat(outcome.exit()).isEqualTo(ExitCode.INCOMPARABLE.code());
        assertThat(outcome.err())
                .contains(
                        "machine.cpu   AMD EPYC 7763  |  Xeon",
                        "software.jdk",
                        "and 1 fact more: --details lists them");
        assertThat(Shell.run("compare", here, there, "--details").err())
                .contains("software.a", "software.c")
                .doesNotContain("--details");
    }

    @Test
    void everyFormatHasAllGroups() throws IOException {
        var documents = List.of("json", "md", "xml", "csv", "txt");
        var words = new ArrayList<>(List.of(
                "compare", file("shop", SHOP), file("tea", SHOP.runId("tea").scenario("tea"))));
        nights(3, 0).forEach(words::add);
        words.add(Files.createFile(directory.resolve("empty.json")).toString());
        documents.forEach(ending ->
                words.addAll(List.of("-o", directory.resolve("report." + ending).toString())));

        assertThat(Shell.run(words.toArray(String[]::new)).exit()).isZero();

        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Repository.path("results/schema/compare.schema.json")));
        var json = new JsonMapper().readTree(Files.readString(directory.resolve("report.json")));
        assertThat(schema.validate(json)).isEmpty();
        assertThat(json.path("groups").values())
                .extracting(group -> group.path("scenario").asString())
                .containsExactly("shop-checkout", "tea");
        assertThat(json.at("/histories/0/runs").size()).isEqualTo(3);
        assertThat(json.at("/leftOut/0/reason").asString()).isEqualTo("an empty file");
        assertThat(directory.resolve("report.xml"))
                .content()
                .contains("<testsuite name=\"compare.shop-checkout\"", "<testsuite name=\"compare.tea\"");
        assertThat(directory.resolve("report.md"))
                .content()
                .startsWith("<!-- ralbench:compare=shop-checkout-tea-nightly -->\n### ralbench compare `shop-checkout`")
                .contains("### ralbench compare `tea`", "### history, nightly, 3 runs")
                .containsOnlyOnce("<!--");
        assertThat(Files.readAllLines(directory.resolve("report.csv")).stream()
                        .map(line -> line.substring(0, line.indexOf(',')))
                        .distinct())
                .containsExactly("scenario", "shop-checkout", "tea", "nightly");
        assertThat(directory.resolve("report.txt")).content().contains("── tea ──", "history · nightly");
    }

    @Test
    void nightsAreATableOverTimeAndNotNineTables() {
        var outcome = compare(nights(12, 0.3).map(Path::of).toList());

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out())
                .contains("history · nightly · 12 runs from 2026-02-01 to 2026-02-12")
                .containsPattern("users +metric +runs +median +spread")
                .contains("STEP at run night-7: ", "goodput@10")
                .doesNotContain("HISTORICAL");
    }

    @Test
    void aKnownStepIsNoNews() throws IOException {
        var nights = nights(12, 0.3).map(Path::of).toList();
        var known = Files.writeString(directory.resolve("acknowledged.yaml"), """
                version: 1
                acknowledged:
                  - { row: goodput@10, at: night-7, reason: "signatures" }
                """);

        var outcome = compare(nights, "--metric", "goodput", "--level", "10");

        assertThat(outcome.out())
                .contains("known: STEP at run night-7: goodput@10", "(signatures)", "known step")
                .doesNotContain("\nSTEP");
        var elsewhere = Files.move(known, directory.resolve("known.yaml")).toString();
        assertThat(compare(nights, "--metric", "goodput").out()).contains("\nSTEP");
        assertThat(compare(nights, "--metric", "goodput", "--acknowledged", elsewhere)
                        .out())
                .contains("known: STEP at run night-7: goodput@10");
    }

    /** The last run with an update of the JDK is in a group of its own, but in the same history. */
    @Test
    void anUpdateCutsNoHistory() {
        var nights = new ArrayList<>(nights(6, 0).map(Path::of).toList());
        nights.set(
                5,
                Path.of(edited(
                        "night-6",
                        APP.scenario("nightly").runId("night-6").startedAt("2026-02-06T01:00:00Z"),
                        "\"jdk\": \"25.0.3\"",
                        "\"jdk\": \"25.0.4\"")));

        var outcome = compare(nights, "--metric", "goodput");

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out())
                .startsWith("history · nightly · 6 runs")
                .contains("* software.jdk changed from 25.0.3 to 25.0.4 at run night-6")
                .doesNotContain("stands alone");
    }

    /** Eight nights, each 2 % slower than the one before. */
    @ParameterizedTest
    @CsvSource({"night-1, 10%, REGRESSION, FAIL", "night-1, 25%, OK, PASS", "night-9, 10%, INCOMPARABLE, INCOMPARABLE"})
    void aDriftBudgetJudgesAHistory(String against, String budget, ExitCode exit, String decision) throws IOException {
        var gate = Files.writeString(directory.resolve("gate.yaml"), """
                version: 1
                gate: drift
                drift: [ { metric: goodput, levels: all, against: %s, at_most: %s } ]
                """.formatted(against, budget));
        var nights = IntStream.rangeClosed(1, 8)
                .mapToObj(night -> Path.of(file(
                        "night-" + night,
                        APP.noise(0.005)
                                .runId("night-" + night)
                                .seed(night)
                                .startedAt("2026-02-%02dT01:00:00Z".formatted(night))
                                .harm("app", 0.02 * (night - 1)))))
                .toList();
        var json = directory.resolve("report.json");
        var xml = directory.resolve("report.xml");

        var outcome = compare(
                nights, "--gate", gate.toString(), "-o", json.toString(), "-o", xml.toString(), "--metric", "goodput");

        assertThat(outcome.exit()).isEqualTo(exit.code());
        assertThat(outcome.out()).contains("RESULT " + decision, "exit " + exit.code(), "TREND since run night-1");
        var document = new JsonMapper().readTree(Files.readString(json));
        assertThat(document.path("decision").asString()).isEqualTo(decision);
        assertThat(document.at("/histories/0/drift/rules/0/id").asString()).isEqualTo("goodput@10");
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(Repository.path("results/schema/compare.schema.json")));
        assertThat(schema.validate(document)).isEmpty();
        assertThat(xml).content().contains("gate.drift.shop-checkout.history", "drift of goodput@10");
    }

    @Test
    void aBudgetWithoutAHistoryIsNoPass() throws IOException {
        var gate = Files.writeString(directory.resolve("gate.yaml"), """
                version: 1
                gate: drift
                drift: [ { metric: goodput, levels: all, against: night-1, at_most: 10%% } ]
                """.formatted());

        var outcome = compare(nights(2, 0).map(Path::of).toList(), "--gate", gate.toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.INCOMPARABLE.code());
    }

    /** Too few for a history of their own, on another machine: what they are is not known, and no pass. */
    @Test
    void resultsThatADriftBudgetCannotJudgeAreNamedAndNoPass() throws IOException {
        var gate = Files.writeString(directory.resolve("gate.yaml"), """
                version: 1
                gate: drift
                drift: [ { metric: goodput, levels: all, against: night-1, at_most: 10% } ]
                """);
        var files = new ArrayList<Path>();
        for (int night = 1; night <= 8; night++) {
            var run = APP.noise(0.005)
                    .runId("night-" + night)
                    .seed(night)
                    .startedAt("2026-02-%02dT01:00:00Z".formatted(night));
            files.add(Path.of(file("night-" + night, night > 6 ? run.cpu("Xeon").harm("app", 0.4) : run)));
        }

        var outcome = compare(files, "--gate", gate.toString());
        var quiet = compare(files, "--gate", gate.toString(), "-qq", "--level", "all");

        assertThat(outcome.out()).contains("RESULT PASS");
        assertThat(outcome.err())
                .contains("night-7: not judged by drift rules", "night-8: not judged by drift rules")
                .doesNotContain("night-6: ");
        assertThat(outcome.exit()).isEqualTo(ExitCode.INCOMPARABLE.code());
        assertThat(quiet.out().strip()).as("whatever level is shown").isEqualTo("drift PASS");
    }

    @Test
    void fewNightsSayHowManyAreMissingForAStep() {
        var outcome = compare(nights(5, 0).map(Path::of).toList(), "--metric", "goodput", "--level", "10");

        assertThat(outcome.out()).contains("steps and trends: not looked for; they need 3 runs more");
    }

    @ParameterizedTest
    @CsvSource({
        "0.0, 0.0, OK, 'differ by no more than the noise'",
        "0.2, 0.2, REGRESSION, 'differ by no more than the noise'",
        "0.0, 0.4, REGRESSION, 'DISAGREE in 1 of 1'",
    })
    void pairsOfSeveralMachinesAreOneComparisonThatAGateJudges(double here, double there, ExitCode exit, String says)
            throws IOException {
        var gate = Files.writeString(directory.resolve("gate.yaml"), GATE);
        var run = SyntheticRun.of("base", "head").blocks(8).levels(10).turns(4).noise(0.005);

        var outcome = Shell.run(
                "compare",
                file("here", run.harm("head", here)),
                file("there", run.runId("there").seed(3).cpu("Xeon").harm("head", there)),
                "--metric",
                "goodput",
                "--level",
                "10",
                "--gate",
                gate.toString());

        assertThat(outcome.out())
                .contains("16 blocks", "2 machines", "machine A (1 run): machine.cpu AMD EPYC 7763")
                .contains("machine B (1 run): machine.cpu Xeon", says);
        assertThat(outcome.exit()).isEqualTo(exit.code());
    }

    @Test
    void eachGroupIsJudgedAndTheWorstCodeWins() throws IOException {
        var gate = Files.writeString(directory.resolve("gate.yaml"), GATE).toString();
        var good = file("good", SHOP.turns(4).noise(0.005).harm("head", 0));
        var bad = file("bad", SHOP.turns(4).noise(0.005).scenario("other").runId("bad"));

        var outcome = Shell.run("compare", good, bad, "--gate", gate);

        assertThat(outcome.out()).contains("RESULT PASS", "RESULT FAIL");
        assertThat(outcome.exit()).isEqualTo(ExitCode.REGRESSION.code());
    }

    /** Else a gate over yesterday's and today's run would pass on yesterday's alone. */
    @ParameterizedTest
    @CsvSource({"running, INCOMPARABLE", "complete, OK"})
    void aGateNeverPassesOverARunThatItCouldNotJudge(String status, ExitCode exit) throws IOException {
        var gate = Files.writeString(directory.resolve("gate.yaml"), GATE).toString();
        var run = SHOP.turns(4).noise(0.005).harm("head", 0);
        edited(
                "second",
                run.runId("second").seed(4),
                "\"status\": \"complete\",\n  \"seed\"",
                "\"status\": \"" + status + "\",\n  \"seed\"");

        var outcome = Shell.run(
                "compare", file("run", run), directory.resolve("second.json").toString(), "--gate", gate);

        assertThat(outcome.exit()).isEqualTo(exit.code());
        assertThat(outcome.out().contains("RESULT INCOMPARABLE not every result could be judged  exit 5"))
                .isEqualTo(exit != ExitCode.OK);
    }

    /** One a night; goodput falls after half of them. */
    private Stream<String> nights(int count, double harm) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(night -> file(
                        "night-" + night,
                        APP.scenario("nightly")
                                .runId("night-" + night)
                                .seed(night)
                                .startedAt("2026-02-%02dT01:00:00Z".formatted(night))
                                .harm("app", night > count / 2 ? harm : 0)));
    }

    private static Shell.CommandResult compare(List<Path> files, String... more) {
        return Shell.run(Stream.of(Stream.of("compare"), files.stream().map(Path::toString), Stream.of(more))
                .flatMap(words -> words)
                .toArray(String[]::new));
    }

    private static List<Path> files(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    private String file(String name, SyntheticRun run) {
        return edited(name, run, "", "");
    }

    private void file(String name, SyntheticRun run, String reason) {
        var invalid = SyntheticRun.eachTrial(
                run.run(), trial -> trial.id().variant().equals("head") ? SyntheticRun.invalid(trial, reason) : trial);
        BrokenResults.write(directory.resolve(name + ".json"), invalid, json -> json);
    }

    private String edited(String name, SyntheticRun run, String from, String to) {
        return BrokenResults.write(directory.resolve(name + ".json"), run.run(), json -> {
            var changed = json.replace(from, to);
            assertThat(changed.equals(json)).isEqualTo(from.equals(to));
            return changed;
        });
    }
}
