package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.command.SelfTestSeries.Complete;
import dev.ralbench.command.SelfTestSeries.Stopped;
import dev.ralbench.page.progress.ProgressDisplay;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.result.SelfTestResult.SelfTestDecision;
import dev.ralbench.scenario.Build;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.selftest.SelfTestRuns.Planned;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.trial.Pace;
import dev.ralbench.trial.RunCall;
import dev.ralbench.trial.RunNames;
import dev.ralbench.trial.RunPlan;
import dev.ralbench.trial.Runner;
import dev.ralbench.trial.Schedule;
import dev.ralbench.trial.calibration.Calibration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Makes one run of a self-test, as the command {@code run --gate} would. */
final class SelfTestRun implements SelfTestSeries.RunMaker {
    private final Console console;
    private final ScenarioCatalog catalog;
    private final TargetCatalog targets;
    private final Clock clock;
    private final RuntimeOptions runtime;

    SelfTestRun(Console console, ScenarioCatalog catalog, TargetCatalog targets, Clock clock, RuntimeOptions runtime) {
        this.console = console;
        this.catalog = catalog;
        this.targets = targets;
        this.clock = clock;
        this.runtime = runtime;
    }

    @Override
    public SelfTestSeries.Made make(Planned planned, long seed, Path file) {
        var scenario = scenario(planned);
        var gated = GatedRun.of(planned.setting().gate(), scenario, 1, clock);
        var plan = plan(scenario, gated, seed, file);
        var started = clock.now();
        var placement = new CpuOptions().placement(scenario, runtime.sources(console.environment()));
        var session = new RunSession(
                clock,
                new SenderOptions().factory(placement, clock),
                Calibration.measured(clock),
                placement,
                ProgressDisplay.quiet(console.err()),
                false,
                UnaryOperator.identity());
        return switch (session.make(plan, console, runtime, targets)) {
            case RunSession.Stopped stopped -> stopped(plan, stopped);
            case RunSession.Complete complete ->
                complete(planned, gated, plan, complete.measured(), secondsSince(started));
        };
    }

    private double secondsSince(Instant started) {
        return Duration.between(started, clock.now()).toMillis() / 1e3;
    }

    private Stopped stopped(RunPlan plan, RunSession.Stopped run) {
        run.troubles().forEach(new Failures(console)::print);
        delete(plan);
        return new Stopped(run.signal());
    }

    /** Keeps the run's own result only if there is something to look into. */
    private static Complete complete(
            Planned planned, GatedRun gated, RunPlan plan, Runner.Finished finished, double seconds) {
        var run = SelfTestRecord.of(planned, gated, finished.result(), seconds);
        boolean isOdd = !run.isAsExpected() || run.decision() == SelfTestDecision.INVALID;
        if (!isOdd) {
            delete(plan);
        }
        var kept = isOdd ? run.keptIn(plan.names().resultPath().toString()) : run;
        return new Complete(kept, gated.gate(), finished.troubles().stream().findFirst());
    }

    private Scenario scenario(Planned planned) {
        var builds = List.of(Build.parse("base=base"), Build.parse("head=" + planned.head()));
        return catalog.find(planned.setting().scenario())
                .resolve(Overrides.none().withBuilds(builds))
                .scenario();
    }

    private RunPlan plan(Scenario scenario, GatedRun gated, long seed, Path file) {
        var design = gated.design();
        var now = clock.now();
        var names = RunNames.reserve(now, scenario.name(), Optional.of(file));
        return new RunPlan(
                scenario,
                design,
                Schedule.of(scenario.variants(), design.looks().getLast(), design.order(), seed),
                gated.rule(),
                Pace.of(scenario, NoiseBank.in(SessionResources.cache(console).root())),
                seed,
                new RunCall(now, Version.tool(), List.of("ralbench", "selftest")),
                names,
                true,
                false);
    }

    private static void delete(RunPlan plan) {
        try {
            Files.deleteIfExists(plan.names().resultPath());
            if (Files.isDirectory(plan.names().logDirectory())) {
                try (var files = Files.walk(plan.names().logDirectory())) {
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
