package dev.ralbench.command;

import dev.ralbench.page.Terminal;
import dev.ralbench.scenario.ParsedScenario;
import dev.ralbench.scenario.ScenarioCatalog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes what users see of ralbench without anything being started: help, scenarios, dry runs, reports and comparisons of the
 * recorded results in every format, claims, and the answers to wrong inputs. Two builds that write the same files behave the
 * same. Run it at ralbench's home, for messages name files relative to it.
 */
public final class Outside {
    private static final int COLUMNS = 100;
    /** Of the order of trials, which a dry run prints. */
    private static final String SEED = " --seed 1";

    private static final List<String> COMMANDS = List.of(
            "",
            "run",
            "capacity",
            "compare",
            "report",
            "claims",
            "up",
            "selftest",
            "doctor",
            "list",
            "show",
            "validate",
            "gate",
            "gate init",
            "gate explain");
    private static final List<String> ENDINGS = List.of("txt", "md", "json", "csv", "html");
    /** Written by a comparison only. */
    private static final String JUNIT = "xml";

    /** What depends on the day, the commit or the directory of the caller, and what stands for it. */
    private static final Map<Pattern, String> VARYING = Map.of(
            Pattern.compile("ralbench 0\\.\\d[^\\s\"<]*"), "ralbench VERSION",
            Pattern.compile("-[0-9a-f]{8,}\\.html"), "-HASH.html");

    private final Path directory;
    private final Path scratch;
    private int commands;

    private Outside(Path directory, Path scratch) {
        this.directory = directory;
        this.scratch = scratch;
    }

    /**
     * Writes everything.
     *
     * @param args the directory to write to, which must be empty or new
     */
    public static void main(String[] args) throws IOException {
        var directory = Path.of(args[0]).toAbsolutePath();
        Files.createDirectories(directory);
        try (var before = Files.list(directory)) {
            if (before.findAny().isPresent()) {
                System.err.println(directory + " is not empty");
                System.exit(ExitCode.USAGE.code());
            }
        }
        var scratch = Files.createTempDirectory("ralbench-outside");
        var outside = new Outside(directory, scratch);
        outside.help();
        outside.scenarios();
        outside.results();
        outside.claims();
        outside.wrongInputs();
        System.out.println(outside.commands + " commands in " + directory);
        System.exit(0); // threads of libraries
    }

    private void help() throws IOException {
        for (var command : COMMANDS) {
            var name = "help/" + (command.isEmpty() ? "ralbench" : command.replace(' ', '-'));
            record(name, List.of(command + " --help", command + " --help --all"));
        }
        record("help/version", List.of("", "gate", "--version", "help run", "help nothing"));
    }

    private void scenarios() throws IOException {
        record(
                "scenarios/list",
                List.of("list", "validate", "run --all --dry-run" + SEED, "run --all --quick --dry-run" + SEED));
        for (ParsedScenario scenario : ScenarioCatalog.standard().builtIns()) {
            var name = scenario.name();
            var lines = new ArrayList<>(List.of(
                    "show " + name,
                    "show " + name + " --origin",
                    "validate " + name,
                    "run " + name + " --dry-run" + SEED));
            for (var profile : scenario.profiles()) {
                lines.add("show " + name + " --origin --profile " + profile);
                lines.add("run " + name + " --dry-run --profile " + profile + SEED);
            }
            lines.add("capacity " + name + " --slo p99=300ms --dry-run" + SEED);
            lines.add("run " + name + " --dry-run --trials 12 --order alternating" + SEED);
            lines.add("gate explain pr " + name);
            record("scenarios/" + name, lines);
        }
        for (var gate : List.of("pr", "slow-start", "nightly", "work", "scenarios/gates/selftest.yaml")) {
            record(
                    "gates/" + gate.replace('/', '-'),
                    List.of(
                            "gate explain " + gate,
                            "gate explain " + gate + " delay-200",
                            "run selftest --dry-run --gate " + gate + SEED));
        }
    }

    private void results() throws IOException {
        for (var file : files("results/recorded", false)) {
            var name = "results/" + file.getFileName().toString().replace(".json", "");
            record(name, List.of("report " + file, "report " + file + " --details"));
            documents(name, "report " + file, ENDINGS);
            record(name + "-compare", List.of("compare " + file, "compare " + file + " --details --reference --ramp"));
            documents(name + "-compare", "compare " + file, withJUnit());
        }
        for (var several : List.of("results/recorded/history", "results/recorded/selftest")) {
            var name = several.replace('/', '-');
            var files = words(files(several, false));
            record(name, List.of("compare " + files, "compare " + files + " --details", "compare -qq " + files));
            documents(name, "compare " + files, withJUnit());
        }
        for (var file : files("results/recorded/capacity", false)) {
            record("results/capacity", List.of("report " + file, "compare " + file + " " + file));
            documents("results/capacity", "report " + file, ENDINGS);
        }
        var all = words(files("results/recorded", false));
        record("results/all", List.of("compare " + all, "compare --gate pr " + all));
    }

    private void claims() throws IOException {
        record(
                "claims",
                List.of("claims", "claims --gate", "claims imp", "claims ral par", "claims docs/example-study"));
        documents("claims", "claims", List.of("html"));
    }

    private void wrongInputs() throws IOException {
        var mine = Files.writeString(scratch.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: / }
                load: { closed: { constant: { users: 5, hold: 1s } } }
                variants: { only: { target: { url: "http://127.0.0.1:9" } } }
                """);
        var wrong = Files.writeString(scratch.resolve("wrong.yaml"), """
                schema: 1
                name: wrong name
                request: { path: x, metod: GET }
                load: { closed: { constant: { vus: 5, duration: 1 } } }
                needs: { mysqll: {}, redis: { image: 5 } }
                variants: {}
                """);
        var notResult = Files.writeString(scratch.resolve("not.json"), "{\"a\": 1");
        var file = mine.toString();
        var options = List.of(
                "-u 0",
                "-u x",
                "-u 5 --rate 5",
                "-d 0s",
                "-d 5",
                "--steps 10,5x",
                "--requests 0",
                "--rate -1",
                "--think 5",
                "--timeout 0s",
                "--trials 0",
                "--trials x",
                "--order random",
                "--levels 5",
                "--windows 5",
                "--window-length 1s",
                "--lead-in 1s",
                "--seed x",
                "--attempt 2",
                "--no-base",
                "--gate nothing",
                "--gate pr --trials 5",
                "--gate pr --order alternating",
                "--gate pr --levels 5",
                "--start-up-cache",
                "--find-capacity=1-5",
                "--capacity-hold 1s",
                "--slo p99=1s",
                "--quick",
                "--profile none",
                "--variant none",
                "--variant only=nothing.jar",
                "--directory only=/nowhere",
                "--label only=",
                "--method 5",
                "--header x",
                "--header Host:",
                "--body @/nowhere",
                "--body x",
                "--status 99",
                "--follow -1",
                "--pid 1",
                "--ca /nowhere",
                "--cert /nowhere",
                "--cpus all",
                "--cpus generator=99",
                "--cpus target=0 generator=0",
                "--cpus x=1",
                "--runtime podman",
                "--transport kqueue",
                "--http 9",
                "--proxy x",
                "--dashboard=99999",
                "-o /dev/null",
                "-o x.yaml",
                "-o nowhere/",
                "-o r.xml",
                "--mysql-url x",
                "--redis-url redis://",
                "--color pink",
                "--set a.b=c",
                "--dry-run --dry-run",
                "--nothing",
                "-c 5",
                "-t 2",
                "extra",
                "--all",
                "--warm-up -1",
                "--warm-up 5 --rate 5",
                "--stop-after 0s",
                "--hold 1s",
                "--users 5 --requests 3 --duration 5s");
        record(
                "wrong/run",
                options.stream()
                        .map(option -> "run " + file + " --dry-run " + option)
                        .toList());
        record(
                "wrong/url",
                options.stream()
                        .map(option -> "run http://127.0.0.1:9/x --dry-run " + option)
                        .toList());
        record(
                "wrong/capacity",
                options.stream()
                        .map(option -> "capacity " + file + " --dry-run " + option)
                        .toList());
        record(
                "wrong/words",
                List.of(
                        "runn",
                        "run",
                        "run nothing",
                        "run delay-20",
                        "run ftp://x",
                        "run http://",
                        "run http:///x",
                        "run " + wrong,
                        "validate " + wrong,
                        "show " + wrong,
                        "show nothing",
                        "validate nothing /nowhere/x.yaml",
                        "up",
                        "up nothing",
                        "up delay-200 --port 0",
                        "capacity",
                        "capacity delay-200 --slo",
                        "capacity delay-200 --slo p99",
                        "capacity delay-200 --slo p99=5",
                        "compare",
                        "compare nothing",
                        "compare " + notResult,
                        "compare " + wrong,
                        "report",
                        "report " + notResult,
                        "report nothing",
                        "report results/recorded",
                        "claims nothing",
                        "claims /nowhere",
                        "gate",
                        "gate init",
                        "gate init nothing",
                        "gate init " + file + " --pairs 1",
                        "gate init " + file + " --design nightly",
                        "gate explain",
                        "gate explain nothing",
                        "selftest --runs -1",
                        "selftest --runs 0 --injected 0",
                        "selftest --regression nothing",
                        "selftest --from nothing",
                        "doctor extra",
                        "list extra",
                        "help nothing",
                        "--nothing",
                        "-x",
                        "compare --metric x " + files("results/recorded", false).getFirst(),
                        "compare --level 5 " + files("results/recorded", false).getFirst(),
                        "compare --baseline x "
                                + files("results/recorded", false).getFirst(),
                        "report --nothing " + notResult));
    }

    private static List<Path> files(String in, boolean isDeep) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of(in), isDeep ? Integer.MAX_VALUE : 1)) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> withJUnit() {
        return Stream.concat(ENDINGS.stream(), Stream.of(JUNIT)).toList();
    }

    private static String words(List<Path> files) {
        return String.join(" ", files.stream().map(Path::toString).toList());
    }

    /** The files that a command writes by {@code -o}, one for each ending. */
    private void documents(String name, String command, List<String> endings) throws IOException {
        for (var ending : endings) {
            var written = scratch.resolve("report." + ending);
            record(name + "-" + ending + ".log", List.of(command + " -o " + written));
            if (Files.exists(written)) {
                write(name + "." + ending, Files.readString(written));
                Files.delete(written);
            }
        }
    }

    private void record(String name, List<String> lines) throws IOException {
        var text = new StringBuilder();
        for (var line : lines) {
            text.append(outcome(line.isBlank() ? new String[0] : line.strip().split(" +"), line.strip()));
        }
        write(name, text.toString());
    }

    private String outcome(String[] words, String line) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var environment = Map.of("RALBENCH_CACHE", scratch.resolve("cache").toString(), "LANG", "C.UTF-8");
        var console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new Terminal(false, false, COLUMNS),
                environment);
        int exit = Main.execute(console, words);
        commands++;
        return "$ ralbench %s%n%s%s[exit %d]%n%n"
                .formatted(
                        line, out.toString(StandardCharsets.UTF_8), marked(err.toString(StandardCharsets.UTF_8)), exit);
    }

    /** Standard error, told apart from standard output. */
    private static String marked(String text) {
        return text.isEmpty()
                ? ""
                : String.join(
                        "",
                        Arrays.stream(text.split("\n"))
                                .map(line -> "! " + line + "\n")
                                .toList());
    }

    private void write(String name, String text) throws IOException {
        var file = directory.resolve(name.endsWith(".log") || name.matches(".*\\.[a-z]{2,4}$") ? name : name + ".log");
        Files.createDirectories(file.getParent());
        var same = text.replace(scratch.toString(), "SCRATCH");
        for (var varying : VARYING.entrySet()) {
            same = varying.getKey().matcher(same).replaceAll(varying.getValue());
        }
        Files.writeString(file, same);
    }
}
