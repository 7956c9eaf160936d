package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.Nearest;
import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Comparer;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.compare.Terms;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateFile;
import dev.ralbench.gate.GateJudge;
import dev.ralbench.gate.GateResult;
import dev.ralbench.measurement.Metric;
import dev.ralbench.report.ComparisonRefusal;
import dev.ralbench.report.ComparisonView;
import dev.ralbench.result.ResultFile;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
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
        description = "Compares the variants of stored results: differences with intervals, and verdicts where the"
                + " variants were measured in the same run. Reads files only; nothing is started.",
        footer = {"", "Example: ralbench compare results/20260211T091407Z-shop.json --baseline base -o report.md"})
final class CompareCommand implements Callable<Integer> {
    private final Console console;
    private final Clock clock;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Result files of ralbench run.")
    private List<Path> files = List.of();

    @Option(
            names = "--baseline",
            paramLabel = "NAME",
            description = "The variant that all others are compared with (default: the scenario's first).")
    private Optional<String> baseline = Optional.empty();

    @Option(
            names = "--metric",
            paramLabel = "KEY",
            split = ",",
            description = "Only this metric, such as goodput or cpu/request; may be given several times.")
    private List<String> metrics = List.of();

    @Option(
            names = "--level",
            paramLabel = "NAME",
            split = ",",
            description = "Only this level, such as 1024; all for the whole run.")
    private List<String> levels = List.of();

    @Option(
            names = "--gate",
            paramLabel = "NAME|FILE",
            description =
                    "Judge the comparison by the rules of this gate, built in or a file; the exit code is the decision.")
    private Optional<String> gate = Optional.empty();

    @Option(
            names = "--force-incomparable",
            description = "Lay side by side what is not comparable: a table without verdicts. Still exits 5.")
    private boolean force;

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
        var selected = metrics();
        var comparison = compared(sources(), gate.map(name -> GateFile.find(name, List.of())));
        return report(comparison, selected, gate.map(name -> judged(name, comparison)));
    }

    /** A refusal is a result too: what was asked for in files is written, then it fails as everything does. */
    private Comparison compared(List<ResultSource> sources, Optional<Gate> rules) {
        try {
            var terms = rules.map(Gate::terms).orElseGet(Terms::withoutGate);
            return new Comparer(sources, baseline, force, terms).compare();
        } catch (Failure failure) {
            var exit = ExitCode.of(failure.kind());
            if (exit == ExitCode.INCOMPARABLE || exit == ExitCode.INVALID) {
                var run = sources.getFirst().run();
                reports.write(console, new ComparisonRefusal(failure, rules.map(Gate::name), run, exit.code()));
            }
            throw failure;
        }
    }

    /** Rules at levels that nobody measured are wrong, which shows only now that levels are known. */
    private GateResult judged(String name, Comparison comparison) {
        var today = LocalDate.ofInstant(clock.now(), ZoneOffset.UTC);
        return GateJudge.judge(GateFile.find(name, comparison.levels()), comparison, today);
    }

    /** Everything after the decision, if there is one. */
    private int report(Comparison comparison, Set<Metric> selected, Optional<GateResult> gate) {
        var exit = exit(comparison, gate);
        var selection = new ComparisonView.Selection(selected, levels(comparison));
        reports.write(console, new ComparisonView(comparison, gate, selection, exit.code()));
        return exit.code();
    }

    private static ExitCode exit(Comparison comparison, Optional<GateResult> gate) {
        if (comparison.kind() == Comparison.Kind.FORCED) {
            return ExitCode.INCOMPARABLE;
        }
        return gate.map(ExitCode::of).orElse(ExitCode.OK);
    }

    private List<ResultSource> sources() {
        var names = files.stream().map(CompareCommand::name).toList();
        boolean areUnique = new HashSet<>(names).size() == names.size();
        return files.stream().map(file -> source(file, areUnique)).toList();
    }

    /** Files of the same name in different folders are told apart by their run. */
    private static ResultSource source(Path file, boolean hasOwnName) {
        var run = ResultFile.read(file);
        return new ResultSource(hasOwnName ? name(file) : run.runId(), run);
    }

    private static String name(Path file) {
        var name = String.valueOf(file.getFileName());
        return name.endsWith(".json") ? name.substring(0, name.length() - ".json".length()) : name;
    }

    private Set<Metric> metrics() {
        var chosen = EnumSet.noneOf(Metric.class);
        for (var key : metrics) {
            chosen.add(Metric.withKey(key).orElseThrow(() -> unknownMetric(key)));
        }
        return chosen;
    }

    private static Failure unknownMetric(String key) {
        var known = Arrays.stream(Metric.values()).map(Metric::key).toList();
        return Failure.usage("--metric: there is no metric " + key, Nearest.hint(key, known), "give one of them");
    }

    private Set<String> levels(Comparison comparison) {
        for (var level : levels) {
            if (!level.equals(Cell.WHOLE_RUN) && !comparison.levels().contains(level)) {
                throw Failure.usage(
                        "--level: there is no level " + level,
                        Nearest.hint(level, comparison.levels()),
                        "give one of them");
            }
        }
        return levels.stream().collect(Collectors.toSet());
    }
}
