package dev.ralbench.runner;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.SchedulingGroup;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.TargetResult;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.target.CountersPage;
import dev.ralbench.target.RunningTarget;
import dev.ralbench.target.TargetProbe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Carries out one trial: fresh target, load, findings, target gone. Whatever goes wrong ends up in the trial's result. */
final class TrialRunner {
    private final Services services;
    private final CompanionLauncher companions;
    private final PreparedTargets targets;
    private final SenderFactory senders;
    private final Clock clock;
    private final RunControl control;
    private final Scenario scenario;
    private final RunPaths paths;
    private final Instant asked;

    TrialRunner(
            Services services,
            CompanionLauncher companions,
            PreparedTargets targets,
            SenderFactory senders,
            Clock clock,
            RunControl control,
            Scenario scenario,
            RunPaths paths,
            Instant asked) {
        this.services = services;
        this.companions = companions;
        this.targets = targets;
        this.senders = senders;
        this.clock = clock;
        this.control = control;
        this.scenario = scenario;
        this.paths = paths;
        this.asked = asked;
    }

    TrialResult run(Trial trial, ProgressTicker progress) {
        var findings = new TrialFindings(clock.now());
        try {
            measure(trial, progress, findings);
        } catch (Failure failure) {
            // A target that Ctrl-C has reached as well dies at its start: that is the user's wish and no failure.
            findings.stopped = control.isStopping() && findings.target.isEmpty();
            if (!findings.stopped) {
                findings.failure = Optional.of(failure);
            }
        } catch (InterruptedException e) {
            findings.stopped = true;
        } catch (RuntimeException e) {
            findings.failed(e); // one trial lost, not the run
        } finally {
            control.leave();
            // The control keeps the user's wish; a flag that stays set would make the result file's channel close
            // itself.
            Thread.interrupted();
        }
        return findings.result(trial, scenario.load().timeline());
    }

    private void measure(Trial trial, ProgressTicker progress, TrialFindings findings) throws InterruptedException {
        var prepared = targets.of(trial.variant());
        var definition = prepared.definition();
        var times = new StartTimes(clock, asked);
        control.enter(RunControl.Stage.interrupting(Thread.currentThread()));
        try (var beside = companions.start(paths.logFolder(), paths.prefix(trial))) {
            findings.servers = beside.describe(paths::relative);
            times.serversReady();
            try (var target = services.launcher().start(definition, beside.words(), paths.log(trial))) {
                findings.target = Optional.of(describe(prepared, target));
                times.targetReady();
                var probe = services.probes().open(target);
                try {
                    findings.startUp = Optional.of(times.attached());
                    load(trial, target, beside, probe, progress, findings);
                } finally {
                    probe.ifPresent(TargetProbe::close);
                }
            }
        }
    }

    private TargetResult describe(PreparedTargets.PreparedTarget prepared, RunningTarget target) {
        var startup = target.startupSeconds();
        return new TargetResult(
                prepared.definition().title(),
                target.baseUrl().toString(),
                target.commandLine(),
                startup.isPresent() ? Optional.of(startup.getAsDouble() * 1e3) : Optional.empty(),
                target.log().map(paths::relative),
                prepared.calibrated(),
                Map.of(),
                target.pid().stream()
                        .boxed()
                        .findFirst()
                        .flatMap(pid -> SchedulingGroup.of(pid, ProcFs.ofThisMachine())));
    }

    private void load(
            Trial trial,
            RunningTarget target,
            Companions beside,
            Optional<TargetProbe> probe,
            ProgressTicker progress,
            TrialFindings findings) {
        var plan = scenario.load();
        var request = trial.variant().request();
        try (var sender = senders.open(target.baseUrl(), request, plan.keepAlive(), plan.timeout())) {
            var recording = new LoadRecording();
            var watch =
                    new TrialWatch(clock, recording, probe, beside.watch(), new CounterWatch(CountersPage.of(target)));
            var generator = new LoadGenerator(plan, sender, recording, watch);
            var death = new DeathWatch(vitals(target, beside), generator);
            control.enter(stage(generator));
            try {
                var end = watch.follow(generator.start(), tick -> {
                    if (!control.isStopping()) {
                        death.look(); // Ctrl-C may have reached the target as well
                    }
                    progress.tick(trial, tick);
                });
                keep(findings, end, death, watch, recording);
            } finally {
                control.leave(); // from here on there is no load to stop
            }
            if (!control.isStopping()) {
                death.throwIfSeen(); // after the findings are kept: nothing measured is lost
            }
        }
    }

    private static List<Vital> vitals(RunningTarget target, Companions beside) {
        var vitals = new ArrayList<Vital>();
        vitals.addAll(beside.vitals()); // first: a target may end because of them
        vitals.add(Vital.of("the target", target));
        return vitals;
    }

    private static RunControl.Stage stage(LoadGenerator generator) {
        return new RunControl.Stage() {
            @Override
            public void stop() {
                generator.stop();
            }

            @Override
            public void abort() {
                generator.abort();
            }
        };
    }

    private void keep(
            TrialFindings findings, LoadEnd end, DeathWatch death, TrialWatch watch, LoadRecording recording) {
        var measured = watch.complete(recording.finish(scenario.load(), ""));
        var why = switch (end.reason()) {
            case PLAN -> "";
            case FIRST_FAILURE ->
                "aborted after " + measured.wholeRun().ended() + " requests at the first failure, " + end.detail();
            case STOPPED, ABORTED -> death.isSeen() ? death.reason() : end.detail();
        };
        findings.stopped =
                !death.isSeen() && end.reason() != LoadEnd.Reason.PLAN && end.reason() != LoadEnd.Reason.FIRST_FAILURE;
        findings.measurement = Optional.of(measured.stoppedBecause(why));
    }
}
