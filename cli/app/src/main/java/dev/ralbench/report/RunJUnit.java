package dev.ralbench.report;

import dev.ralbench.gate.ScenarioLimitJudge.LimitResult;
import dev.ralbench.page.JUnitXml;
import dev.ralbench.page.JUnitXml.CaseStatus;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.Spelling;
import dev.ralbench.report.RunReport.ReportedRun;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;

/**
 * JUnit XML of single runs: a test case for each limit of the scenario by variant and level, and one for each trial, which
 * says whether it was measured and can be trusted. A case fails where the exit code of the run is not 0. Names contain no
 * numbers that change from run to run.
 */
final class RunJUnit {
    private final ReportedRun run;
    private final String scenario;

    /** @param number of the run among those of its scenario, from 1 */
    private RunJUnit(ReportedRun run, int number) {
        this.run = run;
        var name = run.result().scenario().name();
        this.scenario = number == 1 ? name : name + "-" + number;
    }

    /** The document with a line end: a suite for each run. */
    static String render(List<ReportedRun> runs) {
        var seen = new HashMap<String, Integer>();
        return JUnitXml.write(runs.stream()
                .map(run -> new RunJUnit(run, seen.merge(run.result().scenario().name(), 1, Integer::sum)).suite())
                .toList());
    }

    private JUnitXml.Suite suite() {
        var result = run.result();
        var cases = Stream.of(
                        run.limits().stream().map(this::ofLimit),
                        ofSearch(result),
                        result.lastAttempts().stream().map(this::ofTrial),
                        notMeasured(result).stream())
                .flatMap(each -> each)
                .toList();
        var properties = List.of(
                new JUnitXml.Property("run", result.origin().runId()),
                new JUnitXml.Property("status", Spelling.of(result.status())));
        return new JUnitXml.Suite("run." + scenario, result.origin().startedAt().toString(), properties, cases);
    }

    /** A limit that is not shown to be kept makes the command fail, as a broken one does. */
    private JUnitXml.Case ofLimit(LimitResult limit) {
        var status = switch (limit.outcome()) {
            case PASS -> CaseStatus.PASSED;
            case FAIL, INCONCLUSIVE -> CaseStatus.FAILURE;
            case NO_DATA, NOT_JUDGED -> CaseStatus.ERROR;
            case ACCEPTED, NO_BASE -> CaseStatus.SKIPPED;
        };
        var metric = limit.limit().metric();
        return new JUnitXml.Case(
                scenario + "." + limit.level().map(LevelTitle::ofTests).orElse("every-level"),
                limit.limit().key() + " of " + limit.variant(),
                status,
                limit.outcome().words(),
                limit.why(),
                metric.key() + " has to be " + limit.limit().words()
                        + limit.trials().stream()
                                .map(value -> Numbers.of(metric.unit(), value))
                                .reduce((some, next) -> some + ", " + next)
                                .map(values -> "; by trial: " + values)
                                .orElse(""));
    }

    /** The result of a search for the most users: it has no limit to be broken. */
    private Stream<JUnitXml.Case> ofSearch(RunResult result) {
        return CapacityLines.of(result).stream().map(line -> {
            int end = line.indexOf(": ");
            return new JUnitXml.Case(
                    scenario + ".capacity", line.substring(0, end), CaseStatus.PASSED, "", "", line.substring(end + 2));
        });
    }

    private JUnitXml.Case ofTrial(TrialResult trial) {
        var reasons = String.join("\n", trial.validity().reasons());
        if (trial.status() == TrialResult.Status.ABORTED) {
            return ofTrial(trial, CaseStatus.SKIPPED, "aborted", "before its end", reasons);
        }
        if (trial.status() != TrialResult.Status.COMPLETE) {
            var failure = trial.failure();
            return ofTrial(
                    trial,
                    CaseStatus.ERROR,
                    Spelling.of(trial.status()),
                    failure.map(why -> why.what()).orElse("was not completed"),
                    failure.map(why -> why.text()).orElse(reasons));
        }
        var verdict = Spelling.of(trial.validity().verdict());
        return switch (trial.validity().verdict()) {
            case VALID -> ofTrial(trial, CaseStatus.PASSED, verdict, "", verdict);
            case SUSPECT -> ofTrial(trial, CaseStatus.PASSED, verdict, "", verdict + ": " + reasons);
            case INVALID ->
                ofTrial(
                        trial,
                        CaseStatus.ERROR,
                        verdict,
                        reasons.lines().findFirst().orElse(""),
                        reasons);
        };
    }

    private JUnitXml.Case ofTrial(TrialResult trial, CaseStatus status, String type, String message, String detail) {
        return new JUnitXml.Case(
                scenario + ".trials",
                trial.id().variant() + ", trial " + trial.id().block(),
                status,
                type,
                message,
                detail);
    }

    /** Variants that were left out, and those that a run that was stopped did not come to. */
    private List<JUnitXml.Case> notMeasured(RunResult result) {
        var cases = new ArrayList<JUnitXml.Case>();
        result.skippedVariants()
                .forEach((variant, reason) -> cases.add(new JUnitXml.Case(
                        scenario + ".trials", variant, CaseStatus.SKIPPED, "skipped:", reason, reason)));
        result.variants().stream()
                .filter(variant -> result.lastAttempts().stream()
                        .noneMatch(trial -> trial.id().variant().equals(variant)))
                .map(variant -> new JUnitXml.Case(
                        scenario + ".trials", variant, CaseStatus.SKIPPED, "not measured:", "the run ended before", ""))
                .forEach(cases::add);
        return cases;
    }
}
