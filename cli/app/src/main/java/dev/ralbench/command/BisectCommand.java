package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.command.GroupedHelp.Group;
import dev.ralbench.gate.GateFile;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.NoiseRecord;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.gate.ScenarioLimitJudge;
import dev.ralbench.gate.ScenarioLimitJudge.LimitResult;
import dev.ralbench.report.comparison.CompareReport;
import dev.ralbench.report.comparison.CompareText;
import dev.ralbench.report.comparison.ComparisonView;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialResult;
import dev.ralbench.session.GatedRun;
import dev.ralbench.session.PlannedRun;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import dev.ralbench.trial.FinishedRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * One step of {@code git bisect run}: builds what is checked out, lets a gate compare it with a build that stays the same in
 * all steps, and answers with an exit code of git's. A commit counts as bad only if the gate fails; whatever is not decided
 * is skipped, and what would go wrong in each step ends the search.
 */
@Command(
        name = BisectCommand.NAME,
        description = "One step of git bisect run: builds the commit that is checked out, compares it with a build that"
                + " stays the same in all steps, and answers git: good if the gate passes, bad if it fails, else skip.",
        footer = {
            "",
            "Example: cp load/orders.yaml load/orders-gate.yaml /tmp",
            "         git bisect start HEAD v1.4",
            "         git bisect run ralbench gate bisect /tmp/orders.yaml --gate /tmp/orders-gate.yaml \\",
            "             --base v1.4 --build 'go build -o bin/orders .' --head bin/orders"
        })
final class BisectCommand implements Callable<Integer> {
    static final String NAME = "bisect";

    private static final String BASE = "base";
    private static final String HEAD = "head";
    private static final String IMAGE = "image:";

    /** Exit codes that git knows; from 128 on it ends the search. */
    private static final int GOOD = 0;

    private static final int BAD = ExitCode.REGRESSION.code();
    private static final int SKIP = 125;
    private static final int STOP = 128;
    private static final Set<Integer> ANSWERS = Set.of(GOOD, BAD, SKIP);

    private static final List<Group> GROUPS = List.of(
            new Group(
                    "What is compared",
                    List.of("--base", "--build", "--head", "--gate"),
                    List.of("--variant", "--profile")),
            GroupedHelp.MACHINE,
            new Group("Output", List.of("--details", "--quiet"), List.of("--color", "--ascii", "--help", "--version")));

    private final Console console;
    private final Session session;
    private final GitBuilds builds;
    private final Clock clock;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "SCENARIO",
            description =
                    "A built-in scenario, or a YAML file. Keep a copy outside of the repository: each commit has its"
                            + " own version of a file, or none.")
    private String scenario = "";

    @Option(
            names = "--base",
            paramLabel = "REVISION|DIR|WHAT",
            required = true,
            description =
                    "The good build that each commit is compared with: a revision, which is built once and kept; the"
                            + " directory of a tree in which it is built; or a .jar, a program, image:NAME or http://host:port.")
    private String base = "";

    @Option(
            names = "--build",
            paramLabel = "COMMAND",
            required = true,
            description = "Builds a commit; run by sh in the current directory. If it fails, the commit is skipped.")
    private String build = "";

    @Option(
            names = "--head",
            paramLabel = "WHAT",
            required = true,
            description =
                    "What the build makes: a .jar, a program or a script by its path from here, image:NAME, a command,"
                            + " or a variant of the scenario that starts it.")
    private String head = "";

    @Option(
            names = "--gate",
            paramLabel = "NAME|FILE",
            description =
                    "The gate that decides (default: ${DEFAULT-VALUE}). Keep a copy of a file outside of the repository.")
    private String gate = "pr";

    @Option(
            names = {"-v", "--variant"},
            paramLabel = "NAME",
            description = "Of a scenario with several variants: the one that both builds are started like.")
    private Optional<String> like = Optional.empty();

    @Option(names = "--profile", paramLabel = "NAME", description = "Use this profile of the scenario.")
    private Optional<String> profile = Optional.empty();

    @Option(names = "--details", description = "Also print the gate's table of each step.")
    private boolean isDetailed;

    @Mixin
    private RuntimeOptions runtime = new RuntimeOptions();

    @Mixin
    private SenderOptions sender = new SenderOptions();

    @Mixin
    private CpuOptions cpus = new CpuOptions();

    @Mixin
    private DisplayOptions display = new DisplayOptions();

    BisectCommand(Console console, Session session, GitBuilds builds, Clock clock) {
        this.console = console;
        this.session = session;
        this.builds = builds;
        this.clock = clock;
    }

    /** The help, once the command has all its options: its exit codes are git's. */
    static void addHelp(CommandLine command) {
        GroupedHelp.addTo(command, GROUPS);
        command.getCommandSpec()
                .usageMessage()
                .exitCodeList(UsageMessageSpec.keyValuesMap(
                        GOOD + ":good: the gate passed",
                        BAD + ":bad: the gate failed, or head broke a limit of the scenario",
                        SKIP + ":skip: the commit cannot be built or started, or the gate did not decide",
                        STOP + ":git bisect stops: wrong command line or file, base cannot be started, or a defect",
                        ExitCode.HANGUP.code() + ", " + ExitCode.INTERRUPTED.code() + ", " + ExitCode.TERMINATED.code()
                                + ":git bisect stops: a signal ended the step"));
    }

    /**
     * The exit code of the whole program. git would take the usual ones from 1 to 124 for "bad": a wrong option would send
     * the search to a commit that has nothing to do with it.
     *
     * @param args the whole command line
     * @param exit what it would end with
     */
    static int exitCode(List<String> args, int exit) {
        boolean isStep =
                args.size() > 1 && args.get(0).equals("gate") && args.get(1).equals(NAME);
        return !isStep || ANSWERS.contains(exit) || exit >= STOP ? exit : STOP;
    }

    /** What is known about a commit, and why in one line. */
    private record Answer(String word, int exit, String why) {
        static Answer good(String why) {
            return new Answer("good", GOOD, why);
        }

        static Answer bad(String why) {
            return new Answer("bad", BAD, why);
        }

        static Answer skip(String why) {
            return new Answer("skip", SKIP, why);
        }
    }

    @Override
    public Integer call() {
        var commit = builds.checkedOut()
                .orElseThrow(() -> Failure.usage(
                        "no commit is checked out here", "", "start git bisect run in the repository of the service"));
        // All that would be wrong in each step shows before a build.
        GateFile.find(gate, List.of());
        var file = headFile();
        var pinned = pinned(file);
        var failed = builds.build(build);
        if (failed.isPresent()) {
            console.tell(failed.get());
            return say(commit, Answer.skip("it cannot be built"));
        }
        if (file.isPresent() && !Files.isRegularFile(file.get())) {
            return say(commit, Answer.skip("after the build there is no file " + head));
        }
        var planned = session.plan(request(pinned));
        return switch (new ForegroundRun(session, planned, display.progress(console)).run()) {
            case ForegroundRun.Stopped stopped -> {
                stopped.troubles().forEach(new Failures(console)::print);
                yield stopped.signal().code();
            }
            case ForegroundRun.Complete complete -> {
                complete.troubles().forEach(new Failures(console)::print);
                yield complete.troubles().isEmpty()
                        ? say(commit, answer(planned, complete.measured()))
                        : ExitCode.ENVIRONMENT.code();
            }
        };
    }

    private int say(String commit, Answer answer) {
        console.out().printf("bisect: %-4s %s: %s%n", answer.word(), commit, answer.why());
        return answer.exit();
    }

    /**
     * The base of all steps.
     *
     * @param what as after {@code --variant base=}
     * @param directory its tree, if it is started in one
     */
    private record Pinned(String what, Optional<Path> directory) {}

    private Pinned pinned(Optional<Path> file) {
        var path = Path.of(base);
        if (Files.isDirectory(path)) {
            requireInTree();
            return inTree(path, file);
        }
        if (Files.exists(path) || isElsewhere(base) || !isOneWord(base) || isVariant(base)) {
            requireAnotherFile(path, file);
            requireAnotherService();
            return new Pinned(base, Optional.empty());
        }
        if (builds.commit(base).isEmpty()) {
            throw Failure.usage(
                    "--base " + base + ": there is no such file, directory or revision",
                    "",
                    "correct it, or fetch the revision; git log shows those there are");
        }
        requireInTree();
        var kept = builds.kept(base, build, Optional.empty());
        if (kept.isNew()) {
            console.tell("base: " + base + ", built in " + kept.directory());
        }
        return inTree(kept.directory(), file);
    }

    /** Head's counterpart in the tree of the base. */
    private Pinned inTree(Path tree, Optional<Path> head) {
        if (head.isEmpty()) {
            return new Pinned(this.head, Optional.of(tree));
        }
        var file = tree.resolve(head.get());
        if (head.get().isAbsolute() || !Files.isRegularFile(file)) {
            throw Failure.usage(
                    "--base " + base + ": there is no file " + file,
                    "in a tree the base has the path that --head names: " + head.get(),
                    "build the base there, and name head by its path from the current directory");
        }
        return new Pinned(file.toString(), Optional.of(tree));
    }

    private void requireAnotherFile(Path base, Optional<Path> head) {
        if (head.filter(file -> isSame(file, base)).isPresent()) {
            throw Failure.usage(
                    "--base " + base + " is the file that each build replaces",
                    "",
                    "copy it to another place, or name the revision that it was built from");
        }
    }

    /** An image's name, an address, a variant or a command stands for the same service in both. */
    private void requireAnotherService() {
        if (withDefaultTag(base).equals(withDefaultTag(head))) {
            throw Failure.usage(
                    "--base " + base + " is also head",
                    "each build replaces it, so each commit would be compared with itself",
                    cure());
        }
    }

    /** What a build makes outside of its tree has no counterpart in the tree of the base. */
    private void requireInTree() {
        if (isElsewhere(head)) {
            throw Failure.usage(
                    "--base " + base + ": --head " + head + " has no counterpart in a tree",
                    "each build replaces it, so each commit would be compared with itself",
                    cure());
        }
    }

    private String cure() {
        if (head.startsWith(IMAGE)) {
            return "tag the base's image with another name and give --base image:NAME";
        }
        return isElsewhere(head)
                ? "start the base at another address and give --base http://host:port"
                : "name the revision that the base is built from: --base v1.4";
    }

    private static String withDefaultTag(String what) {
        return what.startsWith(IMAGE) && what.lastIndexOf(':') < Math.max(IMAGE.length(), what.lastIndexOf('/'))
                ? what + ":latest"
                : what;
    }

    private static boolean isSame(Path one, Path other) {
        return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }

    /** The file that a build makes; empty if head is an image, a URL, a variant or a command of several words. */
    private Optional<Path> headFile() {
        boolean isFile = !isElsewhere(head) && (isOneWord(head) || head.endsWith(".jar")) && !isVariant(head);
        return isFile ? Optional.of(Path.of(head)) : Optional.empty();
    }

    private static boolean isElsewhere(String what) {
        return Stream.of(IMAGE, "http://", "https://").anyMatch(what::startsWith);
    }

    private static boolean isOneWord(String what) {
        return what.chars().noneMatch(Character::isWhitespace);
    }

    private boolean isVariant(String what) {
        return session.resolve(RunRequest.of(scenario)).scenario().variants().stream()
                .anyMatch(variant -> variant.name().equals(what));
    }

    private RunRequest request(Pinned pinned) {
        var request = cpus.addTo(sender.addTo(runtime.addTo(RunRequest.of(scenario))));
        var variants = new ArrayList<>(List.of(BASE + "=" + pinned.what(), HEAD + "=" + head));
        like.ifPresent(variants::add);
        request = request.option("--variant", variants.toArray(String[]::new));
        if (pinned.directory().isPresent()) {
            request = request.option(
                    "--directory", BASE + "=" + pinned.directory().get());
        }
        request = profile.map(request::profile).orElse(request);
        return request.gate(gate).command(RunCommand.commandLine(spec));
    }

    private Answer answer(PlannedRun planned, FinishedRun measured) {
        var result = measured.result();
        var at = measured.file().map(file -> "; result: " + file).orElse("");
        var dead = deadBase(result);
        if (dead.isPresent()) {
            throw Failure.environment(
                    "base could not be measured",
                    dead.get(),
                    "correct --base; git bisect log and git bisect replay go on where the search has stopped");
        }
        var failure = result.lastAttempts().stream()
                .filter(trial -> trial.hasFailed() && trial.status() != TrialResult.Status.BEYOND_LIMIT)
                .findFirst();
        if (failure.isPresent()) {
            return Answer.skip(failure.get().id().variant() + " failed: "
                    + failure.get()
                            .failure()
                            .map(TrialFailure::text)
                            .orElse("")
                            .lines()
                            .findFirst()
                            .orElse("") + at);
        }
        var answer = judged(planned, planned.gate().orElseThrow(), result);
        return new Answer(answer.word(), answer.exit(), answer.why() + at);
    }

    /** Why base was never measured: no commit can be compared with it. */
    private static Optional<String> deadBase(RunResult result) {
        var ofBase = result.trials().stream()
                .filter(trial -> trial.id().variant().equals(BASE))
                .toList();
        return ofBase.stream().anyMatch(trial -> trial.measurement().isPresent())
                ? Optional.empty()
                : ofBase.stream()
                        .filter(TrialResult::hasFailed)
                        .findFirst()
                        .map(trial -> trial.failure().map(TrialFailure::text).orElse(""));
    }

    private Answer judged(PlannedRun planned, GatedRun gated, RunResult result) {
        GatedRun.Judged judged;
        try {
            judged = gated.judge(result);
        } catch (Failure failure) {
            if (failure.kind() == FailureKind.REGRESSION) {
                return Answer.bad(failure.what());
            }
            if (failure.kind() == FailureKind.INCOMPARABLE || failure.kind() == FailureKind.INVALID) {
                return Answer.skip(failure.what());
            }
            throw failure;
        }
        remember(judged);
        if (isDetailed) {
            var view = new ComparisonView(
                    judged.comparison(),
                    Optional.of(judged.result()),
                    ComparisonView.Selection.all(),
                    ExitCode.of(judged.result()).code());
            console.out().println();
            console.out()
                    .print(new CompareText(display.page(console), false, false, Set.of())
                            .render(CompareReport.of(view)));
        }
        var broken = ScenarioLimitJudge.judge(planned.scenario().expected().limits(), result).stream()
                .filter(limit -> limit.variant().equals(HEAD) && limit.outcome() == RuleOutcome.FAIL)
                .map(BisectCommand::limit)
                .collect(Collectors.joining(", "));
        return broken.isEmpty() ? ofGate(judged.result()) : Answer.bad("head breaks " + broken);
    }

    private static String limit(LimitResult limit) {
        return limit.limit().key() + " " + limit.limit().written();
    }

    private static Answer ofGate(GateResult result) {
        var gate = QuietSummary.decision(result);
        return switch (result.decision()) {
            case PASS -> Answer.good(gate);
            case FAIL -> Answer.bad(gate + ": " + named(result, RuleOutcome.FAIL));
            case INCONCLUSIVE, CONTINUE -> Answer.skip(gate + ": " + named(result, RuleOutcome.INCONCLUSIVE));
            case INVALID, INCOMPARABLE, BASELINE -> Answer.skip(gate);
        };
    }

    private static String named(GateResult result, RuleOutcome outcome) {
        return result.rules().stream()
                .filter(rule -> rule.outcome() == outcome)
                .map(BisectCommand::rule)
                .collect(Collectors.joining(", "));
    }

    private static String rule(RuleResult rule) {
        return rule.words().isEmpty() ? rule.id() : rule.id() + " " + rule.words();
    }

    /** A full disk there costs no answer. */
    private void remember(GatedRun.Judged judged) {
        try {
            NoiseRecord.append(session.noise(), judged.result(), judged.comparison(), clock.now());
        } catch (Failure failure) {
            new Failures(console).print(failure);
        }
    }
}
