package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.NearestName;
import dev.ralbench.compare.Acknowledgements;
import dev.ralbench.compare.CapacityComparison;
import dev.ralbench.compare.Comparer;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateFile;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Metrics;
import dev.ralbench.report.CapacityDifferences;
import dev.ralbench.report.comparison.CompareReport;
import dev.ralbench.report.comparison.ComparisonRefusal;
import dev.ralbench.report.comparison.ComparisonView;
import dev.ralbench.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lays stored results side by side. */
@Command(
        name = "compare",
        description = {
            "Compares the variants of stored results: differences with intervals, and verdicts where the variants were"
                    + " measured in the same run. Results are grouped by scenario and by what makes them comparable;"
                    + " three or more runs of one variant become a table over time. Searches for capacity are compared with"
                    + " each other: each with the first, or the variants of one. Reads files only; nothing is started."
        },
        footer = {
            "",
            "Examples:",
            "  ralbench compare results/*.json",
            "  ralbench compare results/20260211T091407Z-shop.json --baseline base -o report.md"
        })
final class CompareCommand implements Callable<Integer> {
    private final Console console;
    private final Clock clock;

    @Parameters(
            paramLabel = "FILE",
            arity = "1..*",
            description =
                    "Result files of ralbench run or capacity. Other files among them are skipped, with a line that says why.")
    private List<Path> files = List.of();

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description =
                    "The variant that all others are compared with, by its name or the one that its study has for it"
                            + " (default: the scenario's first).")
    private Optional<String> baseline = Optional.empty();

    @Option(
            names = "--metric",
            paramLabel = "KEY",
            split = ",",
            description =
                    "Only this metric, such as goodput, cpu/request or p99@NAME, of one of several requests; may be"
                            + " given several times.")
    private List<String> metrics = List.of();

    @Option(
            names = "--level",
            paramLabel = "NAME",
            split = ",",
            description = "Only this level, such as 1024; \"all\" means the whole run.")
    private List<String> levels = List.of();

    @Option(
            names = "--gate",
            paramLabel = "NAME|FILE",
            description =
                    "Judge each comparison by the rules of this gate, built in or a file, and each history by its drift"
                            + " rules; the exit code is the worst decision.")
    private Optional<String> gate = Optional.empty();

    @Option(
            names = "--acknowledged",
            paramLabel = "FILE",
            description = "Steps, trends and odd last runs of histories that are known, and why (default: "
                    + Acknowledgements.FILE + " next to the first result, if there is one).")
    private Optional<Path> acknowledged = Optional.empty();

    @Option(
            names = "--no-base",
            description = "With --gate and one result of one variant: judge its absolute rules, as run --no-base does.")
    private boolean hasNoBase;

    @Option(
            names = "--force-incomparable",
            description = "Put all results into one table even if they are not comparable. Prints no verdicts and exits"
                    + " with 5.")
    private boolean isForced;

    @Mixin
    private ReportOptions reports = new ReportOptions();

    /**
     * The command with its surroundings.
     *
     * @param clock decides which accepted changes have expired; nothing else here depends on the time
     */
    CompareCommand(Console console, Clock clock) {
        this.console = console;
        this.clock = clock;
    }

    @Override
    public Integer call() {
        reports.check();
        checkNoBase();
        var selected = metrics();
        var rules = gate.map(name -> GateFile.find(name, List.of()));
        var given = CompareInput.read(files, isForced, reports.reading(console, clock));
        if (given.results().isEmpty() && !given.searches().isEmpty() && gate.isEmpty()) {
            return searches(given);
        }
        if (given.results().isEmpty()) {
            throw nothing(given, rules);
        }
        checkNames(given.results(), selected, rules);
        given.skipped()
                .forEach(each -> console.err().println("ralbench: skipped " + each.file() + ": " + each.reason()));
        var report = compared(given, selected, rules);
        report.leftOut().stream()
                .skip(given.skipped().size())
                .forEach(each -> console.err().println("ralbench: " + each.file() + ": " + each.reason()));
        reports.write(console, report);
        return report.exitCode();
    }

    /** Files that are no searches are skipped, as they are of any comparison. */
    private int searches(CompareInput given) {
        reports.checkTerminalOnly();
        checkForSearches(given.searches().size());
        given.skipped().stream()
                .filter(each -> !each.isSearch())
                .forEach(each -> console.err().println("ralbench: skipped " + each.file() + ": " + each.reason()));
        var compared = CapacityComparison.of(given.searches(), baseline, isForced);
        CapacityDifferences.render(compared, reports.page(console)).forEach(console.out()::println);
        return (compared.differences().isEmpty() ? ExitCode.OK : ExitCode.INCOMPARABLE).code();
    }

    private void checkForSearches(int searches) {
        if (searches > 1 && baseline.isPresent()) {
            throw Failure.usage(
                    "--baseline: each of several searches is compared with the first",
                    "",
                    "leave it out, or name the search to compare with first");
        }
        if (!metrics.isEmpty() || !levels.isEmpty()) {
            throw Failure.usage(
                    (metrics.isEmpty() ? "--level" : "--metric")
                            + ": searches for capacity are compared by their users",
                    "",
                    "leave it out");
        }
    }

    private void checkNoBase() {
        if (hasNoBase && (gate.isEmpty() || baseline.isPresent() || isForced)) {
            throw Failure.usage(
                    gate.isEmpty() ? "--no-base: needs --gate" : "--no-base: nothing is compared",
                    "it judges the absolute rules of a gate, for one variant",
                    gate.isEmpty()
                            ? "leave it out, or name a gate"
                            : "leave --baseline and --force-incomparable out, or --no-base");
        }
    }

    private Set<Level> levels(List<ResultSource> results) {
        var known = results.stream()
                .flatMap(source -> source.levels().stream())
                .distinct()
                .toList();
        return levels.stream().map(name -> level(name, known)).collect(Collectors.toUnmodifiableSet());
    }

    private static Level level(String name, List<Level> known) {
        return Level.find(name)
                .filter(level -> level.isWholeRun() || known.contains(level))
                .orElseThrow(() -> Failure.usage(
                        "--level: there is no level " + name,
                        NearestName.hint(name, known.stream().map(Level::name).toList()),
                        "give one of them"));
    }

    private CompareReport compared(CompareInput given, Set<Metric> selected, Optional<Gate> rules) {
        new Comparer(given.results(), baseline, isForced).checkBaseline();
        var selection = new ComparisonView.Selection(selected, levels(given.results()), reports.isDetailed());
        var question = new GroupedComparison.Question(
                gate, baseline, !hasNoBase, isForced, reports.isDetailed(), selection, known());
        try {
            return new GroupedComparison(given.results(), question, rules, clock).report(given.skipped());
        } catch (Failure failure) {
            if (failure.kind() == FailureKind.INCOMPARABLE || failure.kind() == FailureKind.INVALID) {
                refuse(failure, rules, given.results().getFirst().run());
            }
            throw failure;
        }
    }

    private Acknowledgements known() {
        return acknowledged
                .or(() -> Optional.of(files.getFirst().resolveSibling(Acknowledgements.FILE))
                        .filter(Files::exists))
                .map(Acknowledgements::read)
                .orElse(Acknowledgements.NONE);
    }

    /** A refusal is a result too: writes the requested files, then fails like any other failure. */
    private Failure nothing(CompareInput given, Optional<Gate> rules) {
        var failure = given.nothing();
        given.firstUnusable()
                .filter(run -> failure.kind() != FailureKind.USAGE)
                .ifPresent(run -> refuse(failure, rules, run));
        return failure;
    }

    private void refuse(Failure failure, Optional<Gate> rules, RunResult run) {
        var exit = ExitCode.of(failure.kind());
        reports.write(console, new ComparisonRefusal(failure, rules.map(Gate::name), run, exit.code()));
    }

    private Set<Metric> metrics() {
        var chosen = new LinkedHashSet<Metric>();
        for (var key : metrics) {
            chosen.add(Metrics.withKey(key).orElseThrow(() -> unknownMetric(key)));
        }
        return chosen;
    }

    private static Failure unknownMetric(String key) {
        return Failure.usage("--metric: there is no metric " + key, Metrics.hint(key), "give one of them");
    }

    /** Refuses names that no result has, at once: a rule without data would fail the gate, and not say why. */
    private static void checkNames(List<ResultSource> results, Set<Metric> selected, Optional<Gate> gate) {
        var names = ResultSource.names(results);
        for (var metric : selected) {
            Metrics.withoutName(metric, names).ifPresent(why -> {
                throw Failure.usage("--metric: the results have no " + metric.key(), why, "give one of them");
            });
        }
        for (var rule : gate.map(Gate::rules).orElse(List.of())) {
            Metrics.withoutName(rule.metric(), names)
                    .filter(why -> !rule.ifPresent())
                    .ifPresent(why -> {
                        throw Failure.usage(
                                "gate " + gate.orElseThrow().name() + ": the results have no "
                                        + rule.metric().key(),
                                why,
                                "correct the rule, take it out of the gate, or give it if_present: true");
                    });
        }
    }
}
