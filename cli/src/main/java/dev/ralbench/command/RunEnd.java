package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.UserCache;
import dev.ralbench.compare.Comparer;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.NoiseRecord;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.gate.ThresholdJudge;
import dev.ralbench.report.ComparisonRefusal;
import dev.ralbench.report.ComparisonView;
import dev.ralbench.report.ThresholdLines;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Verdict;
import dev.ralbench.scenario.Scenario;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is said of a run that has come to its end besides its table, and how the command ends. */
final class RunEnd {
    private final Console console;
    private final DisplayOptions display;
    private final List<Path> reports;

    /** @param reports files for reports on the comparison of the variants */
    RunEnd(Console console, DisplayOptions display, List<Path> reports) {
        this.console = console;
        this.display = display;
        this.reports = List.copyOf(reports);
    }

    /**
     * Judges the run by its gate and by the limits of its scenario, and writes the reports.
     *
     * @param at when it is judged
     */
    ExitCode tell(RunResult result, Scenario scenario, Optional<GatedRun> gate, Instant at) {
        var exit = ExitCode.worse(exitCode(result), limits(result, scenario));
        if (gate.isEmpty() && reports.isEmpty()) {
            return exit;
        }
        try {
            return gate.map(rules -> ExitCode.worse(exit, judge(result, rules, at)))
                    .orElseGet(() -> ExitCode.worse(exit, compare(result)));
        } catch (Failure refusal) {
            var name = gate.map(rules -> rules.gate().name());
            var code = ExitCode.worse(exit, ExitCode.of(refusal.kind()));
            ReportFiles.write(
                    reports,
                    new ComparisonRefusal(refusal, name, result, code.code()),
                    text().page().signs());
            new Failures(console.err()).print(refusal);
            return code;
        }
    }

    private ExitCode compare(RunResult result) {
        var sources = List.of(new ResultSource(result.runId(), result));
        var comparison = new Comparer(sources, Optional.empty(), false).compare();
        ReportFiles.write(reports, ComparisonView.of(comparison), text());
        return ExitCode.OK;
    }

    private TextReport text() {
        return new TextReport(display.page(console), false, Set.of());
    }

    private ExitCode judge(RunResult result, GatedRun gate, Instant at) {
        var judged = gate.judge(result);
        var exit = ExitCode.of(judged.result());
        var view = new ComparisonView(
                judged.comparison(), Optional.of(judged.result()), ComparisonView.Selection.all(), exit.code());
        ReportFiles.write(reports, view, text());
        if (display.isVerdictOnly()) {
            console.out().println(judged.result().name() + " " + judged.result().decision());
        } else {
            console.out().println();
            console.out().print(text().terminal(view));
        }
        remember(judged.comparison(), judged.result(), at);
        return exit;
    }

    /** What pairs differ by on this machine, for gates to come; a full disk there costs no verdict. */
    private void remember(Comparison comparison, GateResult result, Instant at) {
        UserCache cache = Bench.cache(console);
        try {
            NoiseRecord.append(NoiseBank.in(cache), result, comparison, at);
        } catch (Failure failure) {
            new Failures(console.err()).print(failure);
        }
    }

    private ExitCode limits(RunResult result, Scenario scenario) {
        var judged = ThresholdJudge.judge(scenario.expect(), result);
        if (!display.isVerdictOnly()) {
            ThresholdLines.render(judged, display.page(console)).forEach(console.out()::println);
        }
        boolean isBroken = judged.stream().anyMatch(each -> each.outcome() == RuleResult.Outcome.FAIL);
        boolean isOpen = judged.stream().anyMatch(each -> each.outcome() == RuleResult.Outcome.INCONCLUSIVE);
        boolean isEmpty = judged.stream().anyMatch(each -> each.outcome() == RuleResult.Outcome.NO_DATA);
        var exit = isBroken ? ExitCode.REGRESSION : isOpen ? ExitCode.INCONCLUSIVE : ExitCode.OK;
        return isEmpty ? ExitCode.worse(exit, ExitCode.INCOMPARABLE) : exit;
    }

    private static ExitCode exitCode(RunResult result) {
        var counting = result.lastAttempts();
        if (counting.stream().anyMatch(trial -> trial.status() == TrialResult.Status.FAILED)) {
            return ExitCode.ENVIRONMENT;
        }
        boolean trusted = counting.stream().allMatch(t -> t.validity().verdict() != Verdict.INVALID);
        return trusted ? ExitCode.OK : ExitCode.INVALID;
    }
}
