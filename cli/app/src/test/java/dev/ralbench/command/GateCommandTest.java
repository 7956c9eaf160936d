package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateCommandTest {
    private static final String PR =
            Repository.path("scenarios", "gates", "pr.yaml").toString();

    @TempDir
    private Path directory;

    /** With a cache of its own: earlier runs on this machine would change the times. */
    private Shell.CommandResult run(String... args) {
        return new Shell(Map.of("RALBENCH_CACHE", directory.resolve("cache").toString())).execute(args);
    }

    @Test
    void explainPrintsWhatAGateWillSee() {
        var outcome = run("gate", "explain", PR, "--scenario", "delay-200", "-v", "imperative,reactive");

        assertThat(outcome.exit()).isZero();
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).contains("gate pr: alternating, 4 noisy rules", "takes about");
    }

    /** A promise is that of the whole gate, and holds for pairs that were really measured. */
    @Test
    void theDocumentShowsWhatThePullRequestGateFinds() {
        var bank = Repository.path("results/recorded/noise/0756a6616d3f/delay-200.jsonl");
        var out = run("gate", "explain", "pr", "-s", "delay-200", "--noise", bank.toString(), "--power")
                .out();
        var table = out.substring(out.indexOf("how the whole gate ends"));

        assertThat(Repository.path("docs/reference/gate-power.md")).content().contains(table);
        assertThat(row(table, "nothing differs", 1)).satisfies(found -> {
            assertThat(found.fails()).isLessThanOrEqualTo(1);
            assertThat(found.passes()).isGreaterThanOrEqualTo(97);
            assertThat(found.pairs()).isLessThanOrEqualTo(7);
        });
        assertThat(row(table, "nothing differs", 2).fails()).isLessThanOrEqualTo(1);
        assertThat(row(table, "nothing differs", 3).fails()).isLessThanOrEqualTo(1);
        assertThat(row(table, "nothing differs", 3).passes()).isGreaterThan(72);
        assertThat(row(table, "goodput@1024 7.5 % worse", 1).fails()).isGreaterThanOrEqualTo(95);
        var named = Pattern.compile("([a-z0-9/]+@[0-9]+): .*\n.* finds ([0-9.]+ %)\n")
                .matcher(out)
                .results()
                .toList();
        assertThat(named)
                .hasSize(4)
                .allSatisfy(size -> assertThat(row(table, size.group(1) + " " + size.group(2) + " worse", 1)
                                .fails())
                        .isGreaterThanOrEqualTo(93));
    }

    private record Shares(double fails, double passes, double pairs) {}

    private static Shares row(String table, String truth, int times) {
        var found = Pattern.compile(
                        "^" + Pattern.quote(truth) + " +×" + times + " +>?([0-9.]+) % +[<>]?([0-9.]+) % .* ([0-9.]+)$",
                        Pattern.MULTILINE)
                .matcher(table);
        assertThat(found.find()).as(truth).isTrue();
        return new Shares(
                Double.parseDouble(found.group(1)),
                Double.parseDouble(found.group(2)),
                Double.parseDouble(found.group(3)));
    }

    @ParameterizedTest
    @CsvSource({
        "gate explain pr --power --no-base, without a base nothing is compared",
        "gate explain work --power, the gate work has no relative rule",
        "gate explain pr --noise nowhere.jsonl, there is no such file",
        "gate explain pr --noise pom.xml.json, there is no such file",
    })
    void whatCannotBeSimulatedIsRefused(String words, String says) {
        var outcome = run(words.split(" ", -1));

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains(says);
    }

    @ParameterizedTest
    @CsvSource({
        "pr, --scenario for an estimate of the time",
        "pr --no-base, --scenario for an estimate of the time",
        "nightly, three times for each pair; name it by --scenario",
        "nightly --no-base, once for each block; name it by --scenario",
    })
    void withoutAScenarioThereIsNoTime(String words, String says) {
        var outcome = run(("gate explain " + words).split(" ", -1));

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains(says);
    }

    /** One request of one user takes 250 ms at least, so six seconds hold 24: no p90. */
    @Test
    void whatAScenarioCannotShowIsLeftOut() {
        var outcome = run("gate", "explain", "pr", "-s", "fan-out-1", "-v", "base=coroutines", "-v", "head=coroutines");

        assertThat(outcome.out())
                .contains(
                        "not judged, as if_present allows: p90@1: needs 100 requests per trial, and level 1 will have 40")
                .contains("goodput@1:", "2 noisy rules");
        assertThat(run("gate", "explain", "pr", "-s", "delay-200", "-v", "imperative,reactive")
                        .out())
                .contains("sql/request@all: scenario delay-200 has no needs.mysql or needs.postgres", "p90@1024:");
    }

    @Test
    void aRuleThatCanHaveNoDataIsRefused() {
        var outcome = run("gate", "explain", "selftest-counts", "-s", "delay-200", "-v", "imperative,reactive");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("can have no data", "scenario delay-200 has no needs.mysql", "if_present");
    }

    @Test
    void theScenarioGivesLevelsVariantsAndTime() throws IOException {
        var file = Files.writeString(directory.resolve("g.yaml"), """
                version: 1
                gate: g
                design: { shape: sequential, pairs: { looks: [12] } }
                relative: [{ metric: goodput, levels: all, material: 5%, tolerate: 10% }]
                """);

        var two = run("gate", "explain", file.toString(), "-s", "delay-200", "-v", "imperative,reactive");

        assertThat(two.out()).contains("4 noisy rules").contains("goodput@1024");
    }

    @Test
    void twoBuildsAreTheUsualCase() {
        var two = run("gate", "explain", PR, "--scenario", "delay-200");
        var three = run("gate", "explain", PR, "-s", "delay-200", "-v", "imperative,virtual-threads,reactive");

        assertThat(two.out()).contains("4 noisy rules");
        assertThat(three.out()).contains("8 noisy rules");
        assertThat(minutes(three.out())).isGreaterThan(1.2 * minutes(two.out()));
    }

    @ParameterizedTest
    @CsvSource({"selftest, base", "delay-200, reactive"})
    void theTimeIsThatOfADryRun(String scenario, String variant) {
        var explained = run("gate", "explain", PR, "--scenario", scenario);
        var builds = List.of("--variant", "base=" + variant, "--variant", "head=" + variant);
        var dryRun = new ArrayList<>(List.of("run", scenario, "--dry-run", "--gate", PR));
        dryRun.addAll(builds);
        var planned = run(dryRun.toArray(String[]::new));

        assertThat(60 * minutes(explained.out()))
                .isCloseTo(number("time: about ([0-9.]+) s", planned.out()), Percentage.withPercentage(10));
    }

    @ParameterizedTest
    @CsvSource({"pr, delay-200", "nightly, delay-200", "pr, fan-out-1"})
    void headAloneTakesAsLongAsADryRunSays(String gate, String scenario) {
        var head = List.of("--variant", "head=coroutines", "--no-base");
        var explain = new ArrayList<>(List.of("gate", "explain", gate, "--scenario", scenario));
        explain.addAll(head);
        var explained = run(explain.toArray(String[]::new));
        var dryRun = new ArrayList<>(List.of("run", scenario, "--dry-run", "--gate", gate));
        dryRun.addAll(head);
        var planned = run(dryRun.toArray(String[]::new));

        assertThat(explained.out())
                .as(explained.err())
                .contains("without a base: judges ", "decides after 6 blocks of head alone");
        assertThat(planned.out().lines().filter("block: head"::equals)).hasSize(6);
        assertThat(60 * minutes(explained.out()))
                .isCloseTo(number("time: about ([0-9.]+) s", planned.out()), Percentage.withPercentage(5));
    }

    /** 2^-3 is more than 5 %, so the look at 3 pairs can pass nothing. */
    @Test
    void theTimeIsThatOfTheFirstLookThatCanPass() throws IOException {
        var gate = Files.writeString(directory.resolve("g.yaml"), """
                version: 1
                gate: g
                design: { shape: alternating, pairs: { looks: [3, 12, 16] } }
                relative: [{ metric: goodput, levels: highest, material: 5%, tolerate: 10% }]
                """).toString();

        var explained = run("gate", "explain", gate, "-s", "delay-200", "-v", "imperative,reactive");
        var planned = run("run", "delay-200", "-v", "imperative,reactive", "--gate", gate, "--dry-run");

        assertThat(explained.out()).contains("if 12 pairs decide it");
        assertThat(planned.out()).contains("if 12 blocks decide it");
        assertThat(60 * minutes(explained.out()))
                .isCloseTo(number("time: about ([0-9.]+) s", planned.out()), Percentage.withPercentage(5));
    }

    @Test
    void withoutABaseAGateNeedsALimit() throws IOException {
        var gate = Files.writeString(directory.resolve("g.yaml"), """
                version: 1
                gate: g
                design: { shape: sequential, pairs: { looks: [12] } }
                relative: [{ metric: goodput, levels: all, material: 5%, tolerate: 10% }]
                """).toString();

        assertThat(run("gate", "explain", gate, "--no-base").exit()).isEqualTo(ExitCode.INCOMPARABLE.code());
        assertThat(run("gate", "explain", "pr", "--no-base", "-s", "delay-200", "-v", "imperative,reactive")
                        .err())
                .contains("--no-base: there is a base");
    }

    @Test
    void aControlIsMeasuredTooButJudgedByNoRule() throws IOException {
        var text = """
                version: 1
                gate: g
                design: { shape: sequential, pairs: { looks: [12] }, control: %s }
                relative: [{ metric: goodput, levels: all, material: 5%%, tolerate: 10%% }]
                """;
        var file = directory.resolve("g.yaml");
        String[] explain = {"gate", "explain", file.toString(), "-s", "delay-200", "-v", "imperative,reactive"};
        Files.writeString(file, text.formatted(false));
        var without = run(explain).out();
        Files.writeString(file, text.formatted(true));
        var with = run(explain).out();

        assertThat(without).contains("4 noisy rules");
        assertThat(with).contains("4 noisy rules");
        assertThat(minutes(with)).isGreaterThan(1.4 * minutes(without));

        var plan = run("run", "delay-200", "-v", "imperative,reactive", "--gate", file.toString(), "--dry-run");
        assertThat(plan.out()).contains("control");
    }

    private static double minutes(String explanation) {
        return number("takes about ([0-9.]+) min", explanation);
    }

    private static double number(String pattern, String text) {
        var found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(text).isTrue();
        return Double.parseDouble(found.group(1));
    }

    @Test
    void aLevelThatTheScenarioDoesNotHaveIsNamed() throws IOException {
        var file = Files.writeString(directory.resolve("g.yaml"), """
                version: 1
                gate: g
                design: { shape: sequential, pairs: { looks: [12] } }
                relative: [{ metric: goodput, levels: [77], material: 5%, tolerate: 10% }]
                """);

        var outcome = run("gate", "explain", file.toString(), "-s", "delay-200");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).contains("g.yaml:4:39", "there is no level 77");
    }

    @Test
    void gateAloneIsRefusedWithItsSubcommand() {
        var outcome = run("gate");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("explain");
    }
}
