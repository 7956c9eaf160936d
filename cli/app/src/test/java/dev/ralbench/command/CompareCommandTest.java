package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import dev.ralbench.testing.SyntheticRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

class CompareCommandTest {
    private static final SyntheticRun SHOP = SyntheticRun.of("base", "head")
            .blocks(8)
            .levels(10, 20)
            .levelSeconds(2)
            .harm("head", 0.2);

    @TempDir
    private Path directory;

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restoreTheLocale() {
        Locale.setDefault(before);
    }

    private static final List<BrokenResults.Case> BROKEN = BrokenResults.all();

    static List<BrokenResults.Case> broken() {
        return BROKEN;
    }

    @ParameterizedTest
    @MethodSource("broken")
    void whatCannotBeComparedHasItsOwnMessageAndCode(BrokenResults.Case broken) {
        var outcome = Shell.run(broken.commandLine(directory));

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
        assertThat(outcome.out()).contains("worse");
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void oneRunBeginsWithItsAnswerAndItsLevels() {
        var run = Shell.run("compare", file("run", SHOP)).out();

        assertThat(run.lines().findFirst().orElseThrow()).contains("base", "head", "requests", "at 20 users");
        assertThat(run.indexOf("vs base")).as("the levels first").isBetween(0, run.indexOf("ralbench compare · "));
    }

    @Test
    void whatIsAboutSomethingElseHasNoLevelsAboveIt() {
        var run = file("run", SHOP);

        assertThat(Shell.run("compare", run, "--baseline", "head").out())
                .as("the levels would be compared with another variant")
                .startsWith("ralbench compare · ");
        assertThat(Shell.run("compare", run, "--metric", "goodput").out()).startsWith("ralbench compare · ");
        assertThat(Shell.run("compare", run, file("other", SHOP.runId("other"))).out())
                .startsWith("ralbench compare · ");
    }

    @Test
    void anyVariantMayBeTheBaseline() {
        var outcome = Shell.run("compare", file("run", SHOP), "--baseline", "head", "--metric", "goodput");

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out()).contains("head → base").contains("better").doesNotContain("p50");
    }

    /** Whatever else is wrong with the results: the name is wrong all the same. */
    @Test
    void aBaselineThatNoResultHasIsAWrongOption() {
        var otherWork = file("run", SHOP.statements("head", 4));

        var outcome = Shell.run("compare", otherWork, "--baseline", "nope");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err())
                .contains("--baseline: there is no variant nope", "base, head")
                .doesNotContain("SQL");
        assertThat(Shell.run("compare", file("a", SHOP), file("b", SHOP.runId("other")), "--baseline", "nope")
                        .exit())
                .isEqualTo(ExitCode.USAGE.code());
    }

    @Test
    void theBaselineMayBeCalledAsItsStudyDoes() {
        var run = BrokenResults.write(
                directory.resolve("run.json"),
                SHOP.run(),
                json -> json.replaceFirst("\"head\": \\{", "\"head\": { \"published\": \"v2\","));

        var outcome = Shell.run("compare", run, "--baseline", "v2", "--metric", "goodput");

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("head (v2) → base");
    }

    @Test
    void byForceThereIsATableWithoutVerdictsAndStillTheCode() {
        var here = file("here", SHOP);
        var there = BrokenResults.write(
                directory.resolve("there.json"),
                SHOP.runId("other").run(),
                json -> json.replace("\"think\": \"0s\"", "\"think\": \"1s\"")
                        .replaceAll("\"scenarioSha256\": \"[0-9a-f]+\"", "\"scenarioSha256\": \"0000\""));

        var outcome = Shell.run("compare", here, there, "--force-incomparable");

        assertThat(outcome.exit()).isEqualTo(ExitCode.INCOMPARABLE.code());
        assertThat(outcome.out())
                .contains("NOT COMPARABLE", "scenario.load.think: 0s | 1s", "goodput")
                .doesNotContain("worse", "inconclusive");
    }

    @Test
    void otherWorkIsComparedWhereTheScenarioSaysWhy() {
        var allowed = BrokenResults.write(
                directory.resolve("run.json"),
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
        "report.json, '\"schema\": \"ralbench.compare/2\"'",
        "report.md, '<!-- ralbench:compare=shop-checkout -->'",
        "report.xml, '<testsuites name=\"ralbench\"'",
        "report.csv, 'scenario,kind,metric'",
        "report.TXT, 'ralbench compare'",
    })
    void theEndingOfAFileSaysItsFormat(String name, String content) throws IOException {
        var report = directory.resolve("new").resolve(name);

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

    @ParameterizedTest
    @CsvSource({
        "json, '\"decision\": \"INCOMPARABLE\"'",
        "markdown, '<!-- ralbench:compare=shop-checkout -->'",
        "junit, 'type=\"INCOMPARABLE\"'",
        "csv, 'scenario,kind,metric'",
    })
    void aDocumentIsWrittenEvenWhereResultsAreIncomparable(String format, String content) {
        var outcome = Shell.run("compare", file("run", SHOP.statements("head", 4)), "--format", format);

        assertThat(outcome.exit()).isEqualTo(ExitCode.INCOMPARABLE.code());
        assertThat(outcome.err()).contains("work.head.served.mysql");
        assertThat(outcome.out()).contains(content);
    }

    @Test
    void asciiHasNoOtherSign() {
        for (var format : List.of("terminal", "markdown")) {
            assertThat(Shell.run("compare", file("run", SHOP), "--ascii", "--format", format, "--ramp")
                            .out())
                    .isASCII();
        }
    }

    @Test
    void recordedRunsAreHeldAgainstWhatWasPredictedAndPublished() {
        var outcome = Shell.run(
                "compare",
                Repository.recorded("delay-200").toString(),
                "--ramp",
                "--reference",
                "measured,predicted,published");

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out())
                .containsPattern("(?m)^imperative +RPS +965/s +966/s +−0\\.\\d % +948/s$")
                .containsPattern("(?m)^imperative +mean +615 ms +618 ms +−0\\.\\d % +625 ms$");
    }

    private String file(String name, SyntheticRun run) {
        return BrokenResults.write(directory.resolve(name + ".json"), run.run(), json -> json);
    }
}
