package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.command.SelfTestSeries.Complete;
import dev.ralbench.command.SelfTestSeries.Stopped;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.RuleOutcome;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.page.progress.ProgressDisplay;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.SelfTestResult.RecordedOutcome;
import dev.ralbench.result.SelfTestResult.Rule;
import dev.ralbench.result.SelfTestResult.SelfTestDecision;
import dev.ralbench.result.SelfTestResult.SelfTestedRun;
import dev.ralbench.selftest.Injection;
import dev.ralbench.selftest.SelfTestRuns.Planned;
import dev.ralbench.session.GatedRun;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import dev.ralbench.trial.FinishedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Makes one run of a self-test, as the command {@code run --gate} would. */
final class SelfTestRun implements SelfTestSeries.RunMaker {
    private final Console console;
    private final Session session;
    private final Clock clock;
    private final RuntimeOptions runtime;

    SelfTestRun(Console console, Session session, Clock clock, RuntimeOptions runtime) {
        this.console = console;
        this.session = session;
        this.clock = clock;
        this.runtime = runtime;
    }

    @Override
    public SelfTestSeries.Made make(Planned planned, long seed, Path file) {
        var request = runtime.addTo(RunRequest.of(planned.setting().scenario()))
                .variants("base=base", "head=" + planned.head())
                .ignoringEnvironment()
                .gate(planned.setting().gate())
                .seed(seed)
                .output(file)
                .keepGoing()
                .command(List.of("ralbench", "selftest"));
        var plan = session.plan(request);
        var started = clock.now();
        return switch (new ForegroundRun(session, plan, ProgressDisplay.quiet(console.err())).run()) {
            case ForegroundRun.Stopped stopped -> {
                stopped.troubles().forEach(new Failures(console)::print);
                stopped.measured().ifPresent(SelfTestRun::delete);
                yield new Stopped(stopped.signal());
            }
            case ForegroundRun.Complete complete ->
                complete(planned, plan.gate().orElseThrow(), complete.measured(), secondsSince(started));
        };
    }

    private double secondsSince(Instant started) {
        return Duration.between(started, clock.now()).toMillis() / 1e3;
    }

    /** Keeps the run's own result only if there is something to look into. */
    private static Complete complete(Planned planned, GatedRun gated, FinishedRun finished, double seconds) {
        var run = recorded(planned, gated, finished.result(), seconds);
        boolean isOdd = !run.isAsExpected() || run.decision() == SelfTestDecision.INVALID;
        if (!isOdd) {
            delete(finished);
        }
        var kept = isOdd ? run.keptIn(finished.names().resultPath().toString()) : run;
        return new Complete(kept, gated.gate(), finished.troubles().stream().findFirst());
    }

    /** The run in the terms of the self-test's file. */
    private static SelfTestedRun recorded(Planned planned, GatedRun gated, RunResult result, double seconds) {
        var decided = judge(gated, result);
        int repeated = (int) result.trials().stream()
                .filter(trial -> trial.id().attempt() > 1 && trial.id().slot() == 1)
                .count();
        return new SelfTestedRun(
                planned.injection().map(Injection::variant),
                planned.injection().map(Injection::rule),
                decided.decision(),
                decided.blocks(),
                repeated,
                seconds,
                result.layout().seed(),
                decided.rules(),
                Optional.empty());
    }

    private static Decided judge(GatedRun gated, RunResult result) {
        try {
            return Decided.of(gated.judge(result));
        } catch (Failure failure) {
            return Decided.without(failure);
        }
    }

    /** The gate's part of the record. */
    private record Decided(SelfTestDecision decision, int blocks, List<Rule> rules) {
        static Decided of(GatedRun.Judged judged) {
            return new Decided(
                    SelfTestRun.decision(judged.result().decision()),
                    judged.comparison().blocks(),
                    judged.result().rules().stream().map(SelfTestRun::rule).toList());
        }

        /** The gate could not judge the run. */
        static Decided without(Failure failure) {
            boolean isInvalid = failure.kind() == FailureKind.INVALID;
            return new Decided(isInvalid ? SelfTestDecision.INVALID : SelfTestDecision.INCOMPARABLE, 0, List.of());
        }
    }

    private static Rule rule(RuleResult rule) {
        var change = rule.cell().change();
        return new Rule(
                rule.id(),
                rule.rule().kind().key(),
                outcome(rule.outcome()),
                change.map(each -> each.harm().estimate()),
                change.map(each -> each.probabilityOfWorse()).filter(Double::isFinite),
                change.map(each -> each.probabilityOfBetter()).filter(Double::isFinite),
                change.filter(each -> each.deviation().isPresent())
                        .map(each -> each.perBlock())
                        .orElse(List.of()));
    }

    private static SelfTestDecision decision(GateResult.Decision decision) {
        return switch (decision) {
            case PASS -> SelfTestDecision.PASS;
            case FAIL -> SelfTestDecision.FAIL;
            case INCONCLUSIVE -> SelfTestDecision.INCONCLUSIVE;
            case CONTINUE -> SelfTestDecision.CONTINUE;
            case INVALID -> SelfTestDecision.INVALID;
            case INCOMPARABLE, BASELINE -> SelfTestDecision.INCOMPARABLE; // a self-test has two variants
        };
    }

    private static RecordedOutcome outcome(RuleOutcome outcome) {
        return switch (outcome) {
            case PASS -> RecordedOutcome.PASS;
            case FAIL -> RecordedOutcome.FAIL;
            case INCONCLUSIVE -> RecordedOutcome.INCONCLUSIVE;
            case ACCEPTED -> RecordedOutcome.ACCEPTED;
            case NOT_JUDGED, NO_BASE -> RecordedOutcome.NOT_JUDGED;
            case NO_DATA -> RecordedOutcome.NO_DATA;
        };
    }

    private static void delete(FinishedRun run) {
        try {
            Files.deleteIfExists(run.names().resultPath());
            if (Files.isDirectory(run.names().logDirectory())) {
                try (var files = Files.walk(run.names().logDirectory())) {
                    for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                }
            }
        } catch (IOException e) {
            // A log that stays behind is no reason to end hours of runs.
        }
    }
}
