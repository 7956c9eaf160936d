package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be known to be wrong before the first trial is refused before it, not after the last. */
class RefusedRunsTest {
    private static final String CONSTANT = "{ closed: { constant: { users: 5, hold: 1s } } }";
    private static final String OPEN = "{ open: { rate: { perSecond: 50, hold: 1s } } }";
    private static final String COUNTED = "{ closed: { loops: { users: 5, loops: 1 } } }";

    @TempDir
    private Path directory;

    /** No process listens there: a run that was not refused would end with 7. */
    private String scenario(String name, String load, String more) throws IOException {
        return Files.writeString(directory.resolve(name + ".yaml"), """
                        schema: 1
                        name: %s
                        request: { path: / }
                        load: %s
                        variants:
                          base: { target: { url: "http://127.0.0.1:9" } }
                          head: { target: { url: "http://127.0.0.1:9" } }
                        %s
                        """.formatted(name, load, more))
                .toString();
    }

    private static Shell.CommandResult run(String scenario, String... options) {
        var args = new ArrayList<>(List.of("run", scenario));
        args.addAll(List.of(options));
        return Shell.run(args.toArray(String[]::new));
    }

    private static String[] words(String options) {
        return (options + " --dry-run").split(" ", -1);
    }

    private static void assertRefused(Shell.CommandResult outcome, String... parts) {
        assertThat(outcome.err()).startsWith("ralbench: ").contains(parts);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "localhost:9000", "-1", "65536", "1234567", "9000x"})
    void aPortThatIsNoneIsNotTakenForTheScenario(String port) throws IOException {
        var scenario = scenario("mine", CONSTANT, "");

        var outcome = run(scenario, "--dashboard=" + port, "--dry-run");

        assertRefused(outcome, "--dashboard: there is no port " + port);
        assertThat(outcome.err().lines()).as("one message").hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "--metrics 65536, --metrics: there is no port 65536",
        "--metrics -1, --metrics: there is no port -1",
        "--metrics x, needs a whole number",
        "--otlp localhost, --otlp localhost is no URL of a server",
        "--otlp http://me:pw0rd@127.0.0.1:4318, --otlp: its URL has a user or a password",
    })
    void whatNoMonitoringSystemCanFollowIsRefused(String option, String why) throws IOException {
        var outcome = run(scenario("mine", CONSTANT, ""), words(option));

        assertThat(outcome.err()).startsWith("ralbench: ").contains(why).doesNotContain("pw0rd");
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--dashboard", "--dashboard 9000", "--dashboard=9000", "--dashboard=0"})
    void theScenarioMayFollowADashboardWithOrWithoutPort(String option) throws IOException {
        var words = new ArrayList<>(List.of("run"));
        words.addAll(List.of(option.split(" ", -1)));
        words.addAll(List.of(scenario("mine", CONSTANT, ""), "--dry-run"));

        var outcome = Shell.run(words.toArray(String[]::new));

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("mine");
    }

    @Test
    void aGateAndAScenarioAreNotTakenForEachOther() throws IOException {
        var gate = Files.writeString(directory.resolve("gate.yaml"), "version: 1\ngate: mine\n");
        var scenario = scenario("mine", CONSTANT, "");

        assertRefused(
                run(gate.toString()),
                gate + " is a gate, not a scenario",
                "gate explain " + gate,
                "run --scenario FILE --gate " + gate);
        assertRefused(
                run(scenario, "--gate", scenario),
                scenario + " is a scenario, not a gate",
                "ralbench gate init " + scenario);
    }

    @Test
    void aWrongOptionIsNotBlamedOnTheFile() throws IOException {
        assertRefused(run(scenario("mine", CONSTANT, ""), "-u", "0"), "ralbench: --users: must be at least 1, got 0");
    }

    @Test
    void whatIsForAUrlIsRefusedForAFile() throws IOException {
        assertRefused(run(scenario("mine", CONSTANT, ""), "--pid", "1"), "--pid: is for a URL in place of a scenario");
    }

    @Test
    void aLimitAtALevelThatAProfileDoesNotHaveIsFoundByValidate() throws IOException {
        var file = scenario("mine", CONSTANT, """
                expect: { "p99@5": "<300ms" }
                profiles: { quick: { load: { closed: { constant: { users: 2, hold: 1s } } } } }
                """);

        assertRefused(Shell.run("validate", file), "expect: p99@5: this run of mine has no level 5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "r.json/", "results/ ", "a\nb.json", "/dev/full", "/dev/null", ".", "/"})
    @Disturbance(value = "-o names no file:", then = "refused before anything is started, in a dry run too")
    void whatCannotBeAResultIsRefused(String output) throws IOException {
        var scenario = scenario("mine", CONSTANT, "");

        for (var more : List.of(List.of("--dry-run"), List.<String>of())) {
            var options = new ArrayList<>(List.of("--variant", "head", "-o", output));
            options.addAll(more);
            assertThat(run(scenario, options.toArray(String[]::new))).satisfies(outcome -> {
                assertThat(outcome.err()).startsWith("ralbench: ").doesNotContain("\tat ");
                assertThat(outcome.out()).isEmpty();
                assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
            });
        }
    }

    /** The name of a scenario, a file or a variant that is not there would be said to be wrong, without it. */
    @ParameterizedTest
    @CsvSource({
        "run|, argument 2 is empty",
        "run|delay-200|--variant|, the value of --variant is empty",
        "run|delay-200|--variant=, the value of --variant is empty",
        "run|delay-200|--gate|, the value of --gate is empty",
        "report|, argument 2 is empty",
        "validate|delay-200|, argument 3 is empty",
        "gate|explain|, argument 3 is empty",
        "claims|, argument 2 is empty",
    })
    @Disturbance(value = "an argument is empty, because a variable is not set", then = "named by its place or option")
    void anEmptyArgumentIsNamed(String words, String what) {
        assertRefused(Shell.run(words.split("[|]", -1)), what, "a variable of the shell may not be set");
    }

    @Test
    void anEmptyBodyIsOne() throws IOException {
        assertThat(run(scenario("mine", CONSTANT, ""), "--variant", "head", "--body", "", "--dry-run")
                        .err())
                .doesNotContain("is empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"r.json", "r", "r.JSON", ".hidden"})
    void aResultOfOneVariantIsNot(String result) throws IOException {
        var file = directory.resolve(result).toString();

        assertThat(run(scenario("mine", CONSTANT, ""), words("--variant head -o " + file))
                        .exit())
                .isZero();
    }

    /** A base that got lost on the way to the command line must not turn into a build without one. */
    @ParameterizedTest
    @CsvSource({
        "--gate pr --variant head, there is nothing to compare, add --no-base",
        "--gate pr --no-base, --no-base: there is a base, 'base, head'",
        "--no-base --variant head, --no-base: needs --gate, name a gate",
    })
    void aBaseIsMissingOnlyWhereTheUserSaysSo(String options, String what, String more) throws IOException {
        assertRefused(run(scenario("mine", CONSTANT, ""), words(options)), what, more);
    }

    @Test
    void aGateThatOnlyComparesHasNothingToJudgeWithoutABase() throws IOException {
        var gate = Files.writeString(directory.resolve("g.yaml"), """
                version: 1
                gate: mine
                design: { shape: sequential, pairs: { looks: [12] } }
                relative: [ { metric: goodput, levels: all, material: 5%, tolerate: 10% } ]
                """);

        var outcome = run(scenario("mine", CONSTANT, ""), words("--variant head --no-base --gate " + gate));

        assertThat(outcome.exit()).isEqualTo(ExitCode.INCOMPARABLE.code());
        assertThat(outcome.err()).contains("--no-base: there is nothing to judge", "add one, such as absolute:");
    }

    @Test
    void aReportOnTwoIsNeither() throws IOException {
        var file = directory.resolve("r.csv").toString();

        assertThat(run(scenario("mine", CONSTANT, ""), words("-o " + file)).exit())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"report.pdf", "report.json.gz", "report.", "-"})
    void anEndingThatIsNoneIsRefused(String output) throws IOException {
        assertRefused(
                run(scenario("mine", CONSTANT, ""), words("-o " + output)),
                "--output " + output + ": its ending does not say what is meant",
                ".json (the result), .txt, .md, .xml, .csv, .html, .tidy.csv, .hlog, .bmf.json, .smaller.json, .bigger.json, .prom"
                        + " (reports)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--users 5 --duration 1s",
                "--duration 1s",
                "--steps 5,10 --hold 1s",
                "--stop-after 1s",
                "--warm-up 10",
                "--quick",
                "--profile quick"
            })
    void aGateThatTakesTurnsTakesNoOptionsOfTheLoad(String options) throws IOException {
        var first = options.startsWith("--profile") ? options : options.split(" ", -1)[0];
        var quick = "profiles: { quick: { load: { timeout: 1s } } }";

        assertRefused(
                run(scenario("mine", CONSTANT, quick), words("--gate pr " + options)),
                first + " and --gate pr exclude each other");
        assertThat(run(scenario("mine", CONSTANT, quick), words("--gate nightly " + options))
                        .err())
                .doesNotContain("exclude");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--stop-after 1s | --stop-after and --order alternating exclude",
                "--steps 5,10 --hold 1s --levels 4 | --steps and --levels exclude",
                "--users 5 --duration 1s --levels 4 | --users and --levels exclude",
                "--duration 1s --levels 4 | --duration and --levels exclude"
            })
    void turnsTakeNoOptionsThatHaveNoEffectOnThem(String options, String why) throws IOException {
        assertRefused(run(scenario("mine", CONSTANT, ""), words("--order alternating " + options)), why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--users 5 --duration 1s", "--steps 5,10 --hold 1s", "--warm-up 10", "--levels 4"})
    void turnsTakeTheirLevelsAndWarmUpFromOptions(String options) throws IOException {
        assertThat(run(scenario("mine", CONSTANT, ""), words("--order alternating " + options))
                        .exit())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--gate pr", "--order alternating", "--order alternating --levels 4"})
    void usersAndADurationMakeAnOpenLoadOneThatCanTakeTurns(String options) throws IOException {
        var open = scenario("mine", OPEN, "");

        assertRefused(run(open, words(options)), "has an open load", "--users and --duration");
        var closed = run(open, words(options + " --users 5 --duration 1s"));
        assertThat(closed.exit()).as(closed.err()).isZero();
        assertRefused(run(open, words(options + " --users 5 --duration 1s --stop-after 1s")), "--stop-after and");
    }

    @Test
    void allScenariosAndOneOfThemExcludeEachOther() {
        assertRefused(run("delay-200", "--all"), "--all and delay-200 exclude each other");
    }

    @Test
    void allAreThoseThatComeWithRalbench() {
        var names = Shell.run("list").out();
        var planned = Shell.run("run", "--all", "--quick", "--dry-run").out();

        assertThat(planned.lines().filter(line -> line.matches("[a-z0-9-]+: [A-Z].*")))
                .hasSizeGreaterThan(8)
                .allSatisfy(line -> assertThat(names).contains("  " + line.replaceFirst(":.*", " ")));
    }

    @Test
    void whatIsWrongWithTheSecondScenarioShowsBeforeTheFirstIsMeasured() throws IOException {
        assertRefused(
                run(scenario("one", CONSTANT, ""), scenario("two", COUNTED, ""), "--order", "alternating"),
                "the load of scenario two has no constant number of users");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p99@50 | '' | has no level 50",
                "p99@5 | --users 4 --duration 1s | has no level 5",
                "p99@5 | --order alternating --levels 50,6 | valid here: 50, 6",
                "p99@5 | --quick | has no level 5",
                "p99@5/s | '' | has no level 5/s",
                "p99@5 #2 | '' | has no level 5 #2"
            })
    void aLimitAtALevelThatTheRunWillNotHaveIsRefused(String key, String options, String why) throws IOException {
        var more = "profiles: { quick: { load: { closed: { constant: { users: 2, hold: 1s } } } } }\nexpect: { \"" + key
                + "\": <1s }";

        assertRefused(run(scenario("mine", CONSTANT, more), words(("--seed 1 " + options).strip())), why, key);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p99@5 | --seed 1",
                "p99@5 | --order alternating",
                "p99@50 | --order alternating --levels 50",
                "p99 | --quick",
                "p99@5 | --find-capacity --slo p99=1s"
            })
    void aLimitAtALevelThatTheRunWillHaveIsAccepted(String key, String options) throws IOException {
        var more = "profiles: { quick: { load: { closed: { constant: { users: 2, hold: 1s } } } } }\nexpect: { \"" + key
                + "\": <1s }";

        var outcome = run(scenario("mine", CONSTANT, more), words(options));
        assertThat(outcome.exit()).as(outcome.err()).isZero();
    }

    @Test
    void aProfileMayHaveLimitsOfItsOwnForItsOwnLevels() throws IOException {
        var more = """
                profiles:
                  quick: { load: { closed: { constant: { users: 2, hold: 1s } } }, expect: { errors: <1% } }
                expect: { "p99@5": <1s }
                """;

        var outcome = run(scenario("mine", CONSTANT, more), words("--quick"));
        assertThat(outcome.exit()).as(outcome.err()).isZero();
    }

    @Test
    void labelledLevelsAreCalledAsTheTablesCallThem() throws IOException {
        var load = """
                { closed: { sequence: [
                  { loops: { users: 5, loops: 1, label: warm } },
                  { constant: { users: 5, hold: 1s, label: warm } },
                  { constant: { users: 5, hold: 1s, label: warm } }] } }""";

        assertThat(run(scenario("mine", load, "expect: { \"p99@5 warm #2\": <1s }"), "--dry-run")
                        .exit())
                .isZero();
        assertRefused(
                run(scenario("mine", load, "expect: { \"p99@5 warm #3\": <1s }"), "--dry-run"),
                "valid here: 5 warm, 5 warm #2");
    }
}
