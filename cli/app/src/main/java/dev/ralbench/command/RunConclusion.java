package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.compare.Comparer;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.dashboard.Dashboard;
import dev.ralbench.gate.GatePower;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.NoiseRecord;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.ScenarioLimitJudge;
import dev.ralbench.report.LimitLines;
import dev.ralbench.report.RunReport;
import dev.ralbench.report.RunTable;
import dev.ralbench.report.comparison.CompareReport;
import dev.ralbench.report.comparison.CompareText;
import dev.ralbench.report.comparison.ComparisonRefusal;
import dev.ralbench.report.comparison.ComparisonView;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioFile;
import dev.ralbench.session.GatedRun;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The notes on a finished run in addition to its table, and the exit code of the command. */
final class RunConclusion {
    private final Console console;
    private final NoiseBank bank;
    private final DisplayOptions display;
    private final List<Path> reports;
    private final Optional<Path> page;
    private final Optional<Dashboard> dashboard;

    /**
     * The conclusion of one run.
     *
     * @param bank keeps the noise between pairs
     * @param reports files for reports on the comparison of the variants
     * @param page another file for a report, which the command line does not name: it does not change the exit code
     * @param dashboard shows the same as a page for browsers
     */
    RunConclusion(
            Console console,
            NoiseBank bank,
            DisplayOptions display,
            List<Path> reports,
            Optional<Path> page,
            Optional<Dashboard> dashboard) {
        this.page = page;
        this.dashboard = dashboard;
        this.console = console;
        this.bank = bank;
        this.display = display;
        this.reports = List.copyOf(reports);
    }

    /**
     * Judges the run by its gate and by the limits of its scenario, and writes the reports.
     *
     * @param at when it is judged
     * @throws Failure if a report that was named cannot be written; all else is printed and stored by then
     */
    ExitCode tell(RunResult result, Scenario scenario, Optional<GatedRun> gate, Instant at) {
        var exit = ExitCode.worse(exitCode(result, gate.isPresent()), limits(result, scenario));
        if (gate.isEmpty() && reports.isEmpty() && page.isEmpty() && dashboard.isEmpty()) {
            return exit;
        }
        boolean isSearch = result.layout().design().capacity().isPresent();
        if (gate.isEmpty() && (isSearch || isOfOneVariant(result))) {
            write(result, scenario);
            return exit;
        }
        ComparedRun compared;
        try {
            compared = compared(result, gate, exit);
        } catch (Failure refusal) {
            return refused(refusal, result, gate, exit);
        }
        if (gate.isPresent()) {
            show(compared.view());
            remember(compared.view(), at);
        }
        write(CompareReport.of(compared.view()));
        return compared.exit();
    }

    /**
     * Writes the reports on a run that was stopped: each variant by itself, as far as it was measured.
     *
     * @throws Failure if one that was named cannot be written
     */
    void tellStopped(RunResult result, Scenario scenario) {
        write(result, scenario);
    }

    private void write(RunResult result, Scenario scenario) {
        var run = new RunReport.ReportedRun(
                result, ScenarioLimitJudge.judge(scenario.expected().limits(), result));
        write(FileReport.of(new RunReport(List.of(run), RunTable.Detail.SHORT), display.page(console)));
    }

    /** Reports a page that cannot be written; if the command line does not name it, the exit code stays. */
    private void write(FileReport report) {
        dashboard.ifPresent(shown -> shown.finished(report.page()));
        try {
            ReportFiles.write(reports, report, display.notes(console));
        } finally {
            page.ifPresent(file -> {
                try {
                    ReportFiles.write(List.of(file), report, display.notes(console));
                } catch (Failure failure) {
                    new Failures(console).print(failure);
                }
            });
        }
    }

    /** A run and the results of its scenario's limits, from the stored data alone. */
    static RunReport.ReportedRun judged(String source, RunResult result) {
        var limits =
                ScenarioFile.limits(source + ": scenario", result.scenario().document());
        return new RunReport.ReportedRun(result, ScenarioLimitJudge.judge(limits, result));
    }

    private static boolean isOfOneVariant(RunResult result) {
        return result.layout().order().stream().flatMap(List::stream).distinct().count() < 2;
    }

    private record ComparedRun(ComparisonView view, ExitCode exit) {}

    /** @param exit the command's exit code if there were nothing to compare */
    private static ComparedRun compared(RunResult result, Optional<GatedRun> gate, ExitCode exit) {
        if (gate.isEmpty()) {
            var sources = List.of(new ResultSource(result.origin().runId(), result));
            return compared(new Comparer(sources, Optional.empty(), false).compare(), Optional.empty(), exit);
        }
        var judged = gate.get().judge(result);
        var both = ExitCode.worse(exit, ExitCode.of(judged.result()));
        var told = both == ExitCode.of(judged.result())
                ? judged.result()
                : judged.result()
                        .noting("whatever the gate decides, the run ends with exit code " + both.code() + ": "
                                + both.meaning());
        var withPower = GatePower.added(gate.get().gate(), told);
        return compared(judged.comparison(), Optional.of(withPower), both);
    }

    private static ComparedRun compared(Comparison comparison, Optional<GateResult> gate, ExitCode exit) {
        return new ComparedRun(new ComparisonView(comparison, gate, ComparisonView.Selection.all(), exit.code()), exit);
    }

    /** Only if a comparison was asked for, by a gate or a report, the command fails without one. */
    private ExitCode refused(Failure refusal, RunResult result, Optional<GatedRun> gate, ExitCode exit) {
        boolean isAskedFor = gate.isPresent() || !reports.isEmpty();
        var code = isAskedFor ? ExitCode.worse(exit, ExitCode.of(refusal.kind())) : exit;
        var dead = cannotBeMeasured(result);
        if (isAskedFor && dead.isEmpty()) {
            new Failures(console).print(refusal);
        }
        var name = gate.map(rules -> rules.gate().name());
        write(CompareReport.of(new ComparisonRefusal(dead.orElse(refusal), name, result, code.code())));
        return code;
    }

    /** Why nothing was compared if a variant was not even loaded: its own message, which was printed when it failed. */
    private static Optional<Failure> cannotBeMeasured(RunResult result) {
        return result.lastAttempts().stream()
                .filter(RunConclusion::hasFailed)
                .filter(trial -> result.trials().stream()
                        .noneMatch(
                                other -> other.id().variant().equals(trial.id().variant())
                                        && other.measurement().isPresent()))
                .findFirst()
                .map(trial -> Failure.incomparable(
                        trial.id().variant() + " could not be measured, so nothing was compared",
                        trial.failure().map(TrialFailure::text).orElse(""),
                        "fix it, and run again"));
    }

    private void write(CompareReport report) {
        write(FileReport.of(report, text()));
    }

    private CompareText text() {
        return new CompareText(display.page(console), false, false, Set.of());
    }

    private void show(ComparisonView view) {
        var result = view.gate().orElseThrow();
        if (display.isVerdictOnly()) {
            console.out().println(QuietSummary.decision(result));
        } else {
            console.out().println();
            console.out().print(text().render(CompareReport.of(view)));
        }
    }

    /** Stores the noise between pairs for future gates; a full disk does not affect the verdict. */
    private void remember(ComparisonView view, Instant at) {
        try {
            NoiseRecord.append(bank, view.gate().orElseThrow(), view.comparison(), at);
        } catch (Failure failure) {
            new Failures(console).print(failure);
        }
    }

    private ExitCode limits(RunResult result, Scenario scenario) {
        var judged = ScenarioLimitJudge.judge(scenario.expected().limits(), result);
        if (!display.isVerdictOnly()) {
            LimitLines.render(judged, display.page(console)).forEach(console.out()::println);
        }
        boolean isBroken = judged.stream().anyMatch(each -> each.outcome() == RuleOutcome.FAIL);
        boolean isOpen = judged.stream().anyMatch(each -> each.outcome() == RuleOutcome.INCONCLUSIVE);
        boolean isUntrusted = judged.stream().anyMatch(ScenarioLimitJudge.LimitResult::isUntrusted);
        boolean isEmpty =
                judged.stream().anyMatch(each -> each.outcome() == RuleOutcome.NO_DATA && !each.isUntrusted());
        var exit = isBroken ? ExitCode.REGRESSION : isOpen ? ExitCode.INCONCLUSIVE : ExitCode.OK;
        var trusted = isUntrusted ? ExitCode.worse(exit, ExitCode.INVALID) : exit;
        return isEmpty ? ExitCode.worse(trusted, ExitCode.INCOMPARABLE) : trusted;
    }

    /** Whether a target did not start, broke, or answered otherwise than its request expects. */
    private static boolean hasFailed(TrialResult trial) {
        return trial.hasFailed() && !trial.wasRefusedForItsWork();
    }

    /** @param isGated whether a gate decides about trials that cannot be trusted, or ended at the scenario's limit */
    private static ExitCode exitCode(RunResult result, boolean isGated) {
        var counting = result.lastAttempts();
        if (counting.stream()
                .filter(trial -> !isGated || trial.status() != TrialResult.Status.BEYOND_LIMIT)
                .anyMatch(RunConclusion::hasFailed)) {
            return ExitCode.ENVIRONMENT;
        }
        if (counting.stream().anyMatch(TrialResult::wasRefusedForItsWork)) {
            return ExitCode.INCOMPARABLE;
        }
        boolean trusted = counting.stream().allMatch(t -> t.validity().verdict() != ValidityLevel.INVALID);
        return trusted || isGated ? ExitCode.OK : ExitCode.INVALID;
    }
}
