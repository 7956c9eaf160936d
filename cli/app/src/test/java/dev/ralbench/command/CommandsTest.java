package dev.ralbench.command;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Commands that start nothing. Each wrong input has its message on standard error, its code, and an empty standard output. */
class CommandsTest {
    @TempDir
    private Path directory;

    private static void assertRefused(Shell.CommandResult outcome, String... parts) {
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("ralbench: ").contains(parts);
        assertThat(outcome.err()).doesNotContain("Exception").doesNotContain("\tat ");
    }

    private Path scenario(String text) throws IOException {
        return Files.writeString(directory.resolve("mine.yaml"), text);
    }

    private static final String MY_URL = "http://127.0.0.1:9/x";

    private static final String MINE = """
            schema: 1
            name: mine
            request: { path: / }
            load: { closed: { constant: { users: 5, hold: 1s } } }
            variants: { only: { target: { url: "http://127.0.0.1:9" } } }
            """;

    @ParameterizedTest
    @ValueSource(strings = {"", "run", "gate", "gate explain", "gate init", "capacity", "help"})
    void helpShowsWhatTheCommandsOwnOptionDoes(String command) {
        var words = command.isEmpty() ? new String[0] : command.split(" ");
        var asked = Stream.concat(Stream.of("help"), Stream.of(words)).toArray(String[]::new);
        var option = Stream.concat(Stream.of(words), Stream.of("--help")).toArray(String[]::new);

        assertThat(Shell.run(asked).out())
                .startsWith("Usage: ralbench")
                .isEqualTo(Shell.run(option).out());
    }

    @ParameterizedTest
    @EnumSource(ExitCode.class)
    void helpListsEveryExitCode(ExitCode code) {
        assertThat(Shell.run("run", "--help", "--all").out()).containsPattern("(?m)^ +" + code.code() + " +\\S");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "65536", "-1"})
    void aPortIsAPort(String port) {
        assertRefused(
                Shell.run("up", "delay-200", "--port=" + port), "--port: must be between 1 and 65535, got " + port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gr\ufffdn", "gr\ud800n"})
    void anArgumentThatCouldNotBeDecodedIsRefused(String text) {
        assertRefused(Shell.run("show", MY_URL, "--body", text), "the value of --body is not UTF-8");
        assertRefused(Shell.run("show", text), "argument 2 is not UTF-8");
    }

    @Test
    void anEnvironmentVariableThatCouldNotBeDecodedIsRefused() {
        var outcome = new Shell(Map.of("TOKEN", "gr\ufffdn")).execute("run", MY_URL, "-H", "X-Token: ${env:TOKEN}");
        assertRefused(outcome, "the value of TOKEN is not UTF-8", "set the variable in UTF-8");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "-c 10 | -c | write -u N: each user has a connection of its own",
                "-c10 | -c10 | write -u N",
                "--connections=10 | --connections | write -u N",
                "-connections 10 | -connections | write -u N",
                "--concurrency 10 | --concurrency | write -u N",
                "--vus 10 | --vus | write -u N",
                "-t4 | -t4 | leave out the threads of wrk; for the seconds of ab write -d 30s",
                "-k | -k | for the -k of curl write --insecure",
                "--csv | --csv | write -o FILE.csv",
                "--data x | --data | write --body TEXT, or --body @FILE",
                "-T text/plain | -T | write -H 'Content-Type: TYPE'",
                "-T 10s | -T | for the timeout of wrk write --timeout 10s",
                "--url http://x/ | --url | ralbench run URL -u 50",
                "--script x.lua | --script | there are no scripts",
                "--output-format json | --output-format | write -o FILE.csv, or FILE.html",
                "-U | -U | response time counts from when each request was due",
                "--rps 5 | --rps | write --rate N",
                "--stages 1:5s | --stages | write --steps 10,50,100 --hold 30s",
                "--max-redirects 3 | --max-redirects | write --follow",
                "--pipelining 5 | --pipelining | a connection has one request at a time",
                "-b x | -b | write --body TEXT",
                "--ramp-up 5s | --ramp-up | closed: { ramp:",
                "-A x:y | -A | write -H 'Accept: TYPE'",
                "-l | -l | the percentiles are always shown",
                "--latency | --latency | the percentiles are always shown",
                "-disable-keepalive | -disable-keepalive | keepAlive: false",
                "--disable-keepalive | --disable-keepalive | keepAlive: false",
                "-duration=5s | -duration | write --duration, with two dashes",
                "-rate 50 | -rate | write --rate, with two dashes",
                "-output=x.csv | -output | write --output, with two dashes",
                "-z 5s | -z | write -d 30s",
                "-m PUT | -m | write -X METHOD"
            })
    void anOptionOfAnotherToolIsAnsweredWithOurs(String options, String named, String cure) {
        var outcome = Shell.run(("run " + MY_URL + " " + options).split(" ", -1));

        assertRefused(outcome, "ralbench run has no option " + named + "\n", "-> ", cure);
        assertThat(outcome.err()).doesNotContain("did you mean");
        assertThat(outcome.err().lines()).hasSize(2);
    }

    /** A script whose variable is empty must not pass, so the code stays that of a wrong command line. */
    @ParameterizedTest
    @ValueSource(strings = {"", "gate"})
    void withoutACommandHelpIsPrintedOnStandardError(String command) {
        var words = command.isEmpty() ? List.<String>of() : List.of(command);
        var outcome = Shell.run(words.toArray(String[]::new));
        var asked = Shell.run(Stream.concat(words.stream(), Stream.of("--help")).toArray(String[]::new));

        assertThat(asked.exit()).isZero();
        assertThat(asked.out()).contains("Usage: ralbench", "Commands:");
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).isEqualTo(asked.out());
    }

    @Test
    void ourOwnOptionsStayWhatTheyAre() {
        var attached = Shell.run("run", MY_URL, "-u50", "-d30s", "-XPUT", "-qq", "--dry-run");
        assertThat(attached.exit()).as(attached.err()).isZero();
        assertThat(Shell.run("show", MY_URL, "--body", "-connections").out()).contains("body: -connections");
        assertRefused(Shell.run("compare", "-k", "x.json"), "ralbench compare has no option -k");
    }

    @Test
    void aHeaderHoldsAnyTextOfOneLine() {
        assertThat(Shell.run("show", MY_URL, "-H", "X-Name: Jürgen € 😀").out()).contains("X-Name: Jürgen € 😀");
        assertRefused(Shell.run("show", MY_URL, "-H", "X-Name: a\nb"), "must not hold line breaks");
    }

    @Test
    void publishedNamesAreListedAndSelect() {
        assertThat(Shell.run("list").out()).contains("variants: sequential (v1), pooled-dropping (v2),");
        assertThat(Shell.run("show", "fan-out-1", "--variant", "v2").out())
                .isEqualTo(Shell.run("show", "fan-out-1", "--variant", "pooled-dropping")
                        .out())
                .contains("published: v2");
        assertRefused(
                Shell.run("show", "fan-out-1", "--variant", "v2,pooled-dropping"),
                "--variant pooled-dropping: is the same variant as v2");
    }

    /** Those that people call; {@code gate} by itself is none. */
    private static Stream<String> commands() {
        var root = Main.commandLine(Shell.console(), Uncalibrated.CEILING);
        return root.getSubcommands().values().stream()
                .flatMap(command -> command.getSubcommands().isEmpty()
                        ? Stream.of(command)
                        : command.getSubcommands().values().stream())
                .map(CommandLine::getCommandSpec)
                .filter(spec -> !spec.usageMessage().hidden() && !spec.name().equals("help"))
                .map(spec -> spec.qualifiedName(" "));
    }

    @Test
    void theReadmesTableHasEveryCommandAndNoOther() throws IOException {
        var cells = Pattern.compile("(?m)^\\| (`.*?) \\| ")
                .matcher(Files.readString(Repository.path("README.md")))
                .results()
                .map(row -> row.group(1))
                .collect(joining());

        assertThat(Pattern.compile("`([a-z]+(?: [a-z]+)*)")
                        .matcher(cells)
                        .results()
                        .map(name -> "ralbench " + name.group(1)))
                .containsExactlyInAnyOrderElementsOf(commands().toList());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasAnExampleInItsHelp(String command) {
        var words = new ArrayList<>(List.of(command.split(" ")).subList(1, command.split(" ").length));
        words.add("--help");

        assertThat(Shell.run(words.toArray(String[]::new)).out())
                .containsPattern("Examples?:(?s:.*)\\b" + command + "\\b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://127.0.0.1:1/a -n 5|ralbench has no command http://127.0.0.1:1/a|did you mean ralbench run http://127.0.0.1:1/a?",
                "load/shop.yaml|ralbench has no command load/shop.yaml|did you mean ralbench run load/shop.yaml?",
                "run --runs 5|ralbench run has no option --runs|write --trials N",
                "run --export-markdown a.md|ralbench run has no option --export-markdown|write -o FILE.csv",
                "compare x.json -o .|--output . is a directory|name a file in it",
                "rnu delay-200|ralbench has no command rnu|did you mean run? (valid here: run, capacity, compare",
                "gate exlain pr|ralbench gate has no command exlain|did you mean explain? (valid here: init, explain",
                "run --scenrio x|ralbench run has no option --scenrio|did you mean --scenario?",
                "run delay-200 --trails=3|ralbench run has no option --trails|did you mean --trials?",
                "show delay-200 delay-0|ralbench show takes no argument delay-0|ralbench show --help",
                "run delay-200 --gate prr|there is no built-in gate prr|did you mean pr? (valid here: pr, slow-start, nightly, work)",
                "run delay-200 --trials=many|--trials: needs a whole number, got \"many\"|ralbench run --help",
                "run delay-200 --seed=few|--seed: needs a whole number, got \"few\"|ralbench run --help",
                "run delay-200 --event-loops=two|--event-loops: needs a whole number, got \"two\"|ralbench run --help",
                "run delay-200 --event-loops=0|--event-loops: must be a whole number from 1 to 1024, got 0|one per CPU",
                "run delay-200 --runtime podman|--runtime: unknown value podman|valid here: auto, docker, process",
                "show|ralbench show needs SCENARIO|ralbench show --help",
                "report x.json --format md|--format: unknown value md|valid here: terminal, markdown, json, junit, csv",
                "compare x.json --json|ralbench compare has no option --json|write -o FILE.csv, or FILE.html",
                "run http://127.0.0.1:1/ -q 50|-q 50: -q means --quiet; for the rate of hey or oha write --rate N, for all users|--help",
                "run http://127.0.0.1:1/ -d {\"a\":1}|-d {\"a\":1}: -d means --duration; for the body of curl, hey or oha write --body TEXT, or --body @FILE|--help",
                "run http://127.0.0.1:1/ -d 5s -d @order.json|-d @order.json: -d means --duration; for the body of curl, hey or oha write --body TEXT, or --body @FILE|--help",
                "run http://127.0.0.1:1/ -d id=42|-d id=42: -d means --duration; for the body of curl, hey or oha write --body TEXT, or --body @FILE|--help",
                "run script.js|script.js is no scenario|there are no scripts",
                "run ./load.jmx|./load.jmx is no scenario|with -X, -H and --body",
                "run v1.2|there is no built-in scenario v1.2|such as ./mine.yaml, or a URL",
                "run http://127.0.0.1:1/ -o /no-such-directory/x.json|cannot write to /no-such-directory/x.json|none is made in the root of the file system",
                "run http://127.0.0.1:1/ -o /no-such-directory/x.html|cannot write to /no-such-directory/x.html|there is no directory /no-such-directory",
                "run http://127.0.0.1:1/ -s x.lua|-s x.lua: -s means --scenario; there are no scripts: write the request by -X, -H and --body, or a scenario file|--help",
                "run http://127.0.0.1:1/ -s 30|-s 30: -s means --scenario; for the timeout of ab write --timeout 30s|--help",
                "run x -u 5 -u 6|--users is given twice|leave one of them out",
                "run x --gate pr --gate work|--gate is given twice|leave one of them out",
                "run http://127.0.0.1:1/ -n 5 -d 6s|--requests and --duration cannot be combined|Leave one of them out.",
                "run --help=all|--help takes no value, got all|write --help --all",
                "--help=all|--help takes no value, got all|write --help, or leave it out",
                "run x --details=yes|--details takes no value, got yes|write --details, or leave it out",
                "help rnu|ralbench has no command rnu|did you mean run?",
                "help nosuch|ralbench has no command nosuch|valid here: run, capacity",
                "help gate nosuch|ralbench gate has no command nosuch|valid here: init, explain",
                "help gate explian|ralbench gate has no command explian|did you mean explain?",
                "help run extra|ralbench run has no command extra|it has no commands",
                "help explain|ralbench has no command explain|did you mean ralbench gate explain?",
                "explain pr|ralbench has no command explain|did you mean ralbench gate explain?",
            })
    void aSlipOfTheFingerIsAnsweredWithWhatWasMeant(String line, String what, String hint) {
        var outcome = Shell.run(line.split(" "));
        assertRefused(outcome, hint);
        assertThat(outcome.err()).startsWith("ralbench: " + what + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pr", "slow-start", "nightly", "work"})
    void gatesThatAreProposedAreThere(String gate) {
        assertThat(Shell.run("gate", "explain", gate).exit()).isZero();
    }

    @Test
    void listNamesScenariosAndTargets() {
        assertThat(Shell.run("list").out()).contains("delay-200", "virtual-threads", "tomcat", "netty");
    }

    @Test
    void showSaysWhereAValueComesFrom() {
        var outcome = new Shell(Map.of("RALBENCH_TIMEOUT", "3s")).execute("show", "delay-200", "--quick", "--origin");
        assertThat(outcome.out()).containsPattern("load.timeout: 3s +# RALBENCH_TIMEOUT");
        assertThat(outcome.out()).containsPattern("load.stopAfter: 24s +# profile quick");
    }

    @Test
    void whatShowPrintsIsAScenario() throws IOException {
        var shown = scenario(Shell.run("show", "delay-500").out());
        assertThat(Shell.run("show", shown.toString()).out())
                .isEqualTo(Shell.run("show", "delay-500").out());
    }

    @Test
    void dryRunPrintsTheTimelineAndStartsNothing() {
        var outcome = Shell.run("run", "--scenario", "delay-200", "--dry-run", "--seed", "1");
        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out()).contains("71680 user-seconds", "90.0 s -   100.0 s  768 -> 1024 users");
    }

    @Test
    void dryRunPrintsTheWindowsOfAlternatingVariants() {
        var outcome = Shell.run(
                "run", "delay-0", "--dry-run", "--order", "alternating", "--levels", "256,1024", "--trials", "3");
        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out())
                .contains(
                        "warm-up: 2000 requests to each variant at least, and at each level until all compilers rest, 60 s at most")
                .contains("256 users: 4 windows of 2.50 s per variant, each after at least 0.50 s of lead-in")
                .contains("offered: 12800 user-seconds per variant")
                .contains("requests in flight at the end of a turn are waited for")
                // 3 blocks: 33 s of warm-up; for each variant 4 s around it and 8 windows of (0.5 + 2.5 + 0.17) s
                .contains("time: about 627 s");
    }

    @Test
    void alternatingTakesTheLevelsOfTheScenarioWhereNoneAreGiven() {
        var outcome = Shell.run("run", "delay-0", "--dry-run", "--order", "Alternating", "--windows", "2");
        assertThat(outcome.out()).containsSubsequence("\n1024 users: 2 windows", "\n256 users: 2 windows");
    }

    @Test
    void sequentialIsAnotherWordForInterleaved() {
        var seed = new String[] {"run", "delay-0", "--dry-run", "--seed", "5", "--trials", "9", "--order", ""};
        var outputs = Stream.of("interleaved", "sequential")
                .map(order -> {
                    seed[8] = order;
                    return Shell.run(seed);
                })
                .toList();
        assertThat(outputs.getFirst().exit()).isZero();
        assertThat(outputs.getFirst()).isEqualTo(outputs.getLast());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"--levels | 5", "--windows | 2", "--window-length | 1s", "--lead-in | 1s"})
    void optionsOfAlternatingVariantsAreRefusedInOtherOrders(String option, String value) {
        assertRefused(
                Shell.run("run", "delay-0", "--dry-run", option, value),
                option + ": needs --order alternating",
                "leave " + option + " out");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--levels | 5,x | whole numbers",
                "--levels | 0 | at least 1",
                "--windows | 0 | at least 1",
                "--window-length | 0 | positive",
                "--window-length | 3 | unit",
                "--lead-in | -1s | negative",
                "--warm-up | 0 | at least 1"
            })
    void wrongWindowsAreRefused(String option, String value, String why) {
        assertRefused(Shell.run("run", "delay-0", "--dry-run", "--order", "alternating", option + "=" + value), why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--slo p99=1s | --slo: belongs to a search for capacity",
                "--capacity-hold 3s | --capacity-hold: belongs to a search for capacity",
                "--find-capacity | there is no objective",
                "--find-capacity=8 --slo p99=1s | needs two numbers of users",
                "--find-capacity=64-8 --slo p99=1s | FROM < TO",
                "--find-capacity --slo p99 | needs a metric, = and a limit",
                "--find-capacity --slo p98=1s | unknown metric p98",
                "--find-capacity --slo p99=1 | unit",
                "--find-capacity --slo p99=1s --capacity-hold 10ms | at least 1s",
                "--find-capacity --slo p99=1s --order alternating | exclude each other",
                "--find-capacity --slo p99=1s --gate pr | exclude each other",
                "--find-capacity --slo p99=1s -o x.md | --output x.md exclude each other",
                "--find-capacity --slo p99=1s -o x.json -o x.csv | --output x.csv exclude each other",
                "--find-capacity --slo p99=1s -o x.xml | trials[].capacity",
                "--find-capacity --slo p99=1s -o x.txt | ends at a level of its own",
                "--find-capacity --slo p99=1s --users 5 --duration 1s | --find-capacity and --users exclude each other",
                "--find-capacity --slo p99=1s --steps 10 | --find-capacity and --steps exclude each other",
                "--find-capacity=1-2000000 --slo p99=1s | TO ≤ 1000000"
            })
    void aSearchThatCannotBeIsRefused(String options, String why) {
        var arguments = new ArrayList<>(List.of("run", "delay-0", "--dry-run"));
        arguments.addAll(List.of(options.split(" ", -1)));
        assertRefused(Shell.run(arguments.toArray(String[]::new)), why);
    }

    @Test
    @Disturbance(value = "200 variants and 1000 levels", then = "planned, each of them once")
    void manyVariantsAndLevelsArePlanned() throws IOException {
        var variants = IntStream.rangeClosed(1, 200)
                .mapToObj("  v%d: { target: { url: \"http://127.0.0.1:9\" } }\n"::formatted)
                .collect(joining());
        var levels = IntStream.rangeClosed(1, 1000).mapToObj(String::valueOf).collect(joining(","));
        var file = scenario("""
                schema: 1
                name: many
                request: { path: / }
                load: { closed: { constant: { users: 5, hold: 1s } } }
                variants:
                """ + variants);

        var planned = Shell.run("run", file.toString(), "--dry-run", "--order", "alternating", "--levels", levels);

        assertThat(planned.exit()).as(planned.err()).isZero();
        assertThat(planned.out().lines().filter(line -> line.matches("\\d+ users: 4 windows of .*")))
                .hasSize(1000);
        assertThat(Pattern.compile("\\bv(\\d+)\\b")
                        .matcher(planned.out())
                        .results()
                        .map(MatchResult::group)
                        .distinct())
                .hasSize(200);
    }

    @Test
    void aSearchIsPrintedBeforeItIsMade() {
        var plan = Shell.run("run", "delay-0", "--dry-run", "--find-capacity=8-64", "--slo", "p99=1s");
        assertThat(plan.exit()).isZero();
        assertThat(plan.out()).contains("8 users", "64 users");
    }

    @Test
    void alternatingNeedsAConstantLevel() throws IOException {
        var file = scenario(MINE.replace("constant: { users: 5, hold: 1s }", "loops: { users: 5, loops: 1 }"));
        assertRefused(
                Shell.run("run", file.toString(), "--dry-run", "--order", "alternating"), "no levels", "--levels 256");
    }

    @Test
    void aScenarioMayBeGivenWithoutItsOption() {
        assertThat(Shell.run("run", "delay-200", "--dry-run").out()).contains("delay-200: A handler that waits 200 ms");
    }

    @Test
    void aTypoInAKeyIsNamedWithPositionAndNearestKey() throws IOException {
        var file = scenario(MINE.replace("hold:", "hodl:"));
        assertRefused(Shell.run("run", "--scenario", file.toString()), "mine.yaml:4:", "hodl", "hold");
    }

    @Test
    void aMissingUnitIsNamed() throws IOException {
        var file = scenario(MINE.replace("1s", "1"));
        assertRefused(Shell.run("validate", file.toString()), "mine.yaml:4:", "unit");
    }

    @Test
    void validateTakesTheNamesThatRunTakes() {
        var outcome = Shell.run("validate", "delay-200");

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out()).startsWith("delay-200: ok (");
        assertRefused(Shell.run("validate", "delay-20"), "there is no built-in scenario delay-20", "delay-200");
    }

    @Test
    void negativeUsersAreRefused() throws IOException {
        var file = scenario(MINE.replace("users: 5", "users: -5"));
        assertRefused(Shell.run("run", "--scenario", file.toString()), "mine.yaml:4:", "users");
        assertRefused(Shell.run("run", "--scenario", "delay-0", "-u", "-5", "-d", "1s"), "users");
    }

    @Test
    void anUnknownScenarioIsAnsweredWithTheNearestName() {
        assertRefused(Shell.run("run", "--scenario", "dealy-200"), "dealy-200", "delay-200");
    }

    @Test
    void anUnknownVariantIsAnsweredWithTheNearestName() {
        assertRefused(Shell.run("run", "--scenario", "delay-200", "-v", "reactiv"), "reactiv", "reactive");
    }

    @Test
    void anUnknownProfileIsAnsweredWithTheOnesThereAre() {
        assertRefused(Shell.run("run", "--scenario", "delay-200", "--profile", "quik"), "quik", "quick");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertRefused(
                Shell.run("run", "--scenario", directory.resolve("no.yaml").toString()), "no.yaml");
    }

    @Test
    void anUnknownOptionIsAnsweredWithTheNearestOne() {
        assertRefused(Shell.run("run", "--scenario", "delay-0", "--trails", "3"), "--trails", "--trials");
    }

    @Test
    void noScenarioIsRefused() {
        assertRefused(Shell.run("run"), "scenario");
    }

    @ParameterizedTest
    @CsvSource({"--trials, 0", "--trials, x", "--seed, x", "--color, sometimes", "--order, random"})
    void wrongValuesOfOptionsAreRefused(String option, String value) {
        assertRefused(Shell.run("run", "--scenario", "delay-0", "--dry-run", option, value), option);
    }

    @Test
    void aResultPathThatIsADirectoryIsRefusedBeforeAnythingIsStarted() throws IOException {
        var file = scenario(MINE);
        assertRefused(
                Shell.run("run", "--scenario", file.toString(), "-o", directory.toString()), directory.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--think 5 | --think: needs a unit, got 5; write 5s or 5ms (load.think)",
                "-d 5 | --duration: needs a unit, got 5; write 5s or 5ms (load.closed.constant.hold)",
            })
    void aMessageThatSaysWhatToWriteHasNoOtherCure(String options, String message) throws IOException {
        var words = ("run " + scenario(MINE) + " --dry-run " + options).split(" ");

        assertThat(Shell.run(words).err()).isEqualTo("ralbench: " + message + "\n");
    }

    @Test
    void anOptionThatNeedsAnotherIsNotCalledWrong() throws IOException {
        var file = scenario(MINE.replace("constant: { users: 5, hold: 1s }", "ramp: { from: 0, to: 9, ramp: 1s }"));

        assertThat(Shell.run("run", file.toString(), "--dry-run", "-u", "5").err())
                .contains("--users: needs --duration, because", "-> give both, or neither");
    }

    @Test
    void anUnknownTargetIsRefusedBeforeAnythingIsStarted() throws IOException {
        var file = scenario(MINE.replace("{ url: \"http://127.0.0.1:9\" }", "tomkat"));
        var result = directory.resolve("r.json");
        var message = file + ":5:29: variants.only.target: no built-in target 'tomkat'";
        assertRefused(Shell.run("run", "-s", file.toString(), "-o", result.toString()), message, "did you mean tomcat");
        assertThat(result).doesNotExist();
        assertRefused(Shell.run("validate", file.toString()), message, "did you mean tomcat");
        assertRefused(Shell.run("up", file.toString()), message, "did you mean tomcat");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--quick=false", "--insecure=false", "-L=false"})
    void aFlagWithFalseIsAsIfItWereNotGiven(String flag) {
        var without = Shell.run("run", "delay-200", "--dry-run", "--seed", "1");

        assertThat(Shell.run("run", "delay-200", "--dry-run", "--seed", "1", flag))
                .isEqualTo(without);
        assertThat(Shell.run("run", "delay-200", "--dry-run", "--seed", "1", "--quick=true"))
                .isEqualTo(Shell.run("run", "delay-200", "--dry-run", "--seed", "1", "--quick"))
                .isNotEqualTo(without);
    }
}
