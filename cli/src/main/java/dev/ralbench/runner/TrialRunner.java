package dev.ralbench.runner;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.TargetResult;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.target.RunningTarget;
import dev.ralbench.target.TargetDefinition;
import dev.ralbench.target.TargetLauncher;
import dev.ralbench.target.TargetProbe;
import dev.ralbench.target.TargetProbes;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Carries out one trial: fresh target, load, findings, target gone. Whatever goes wrong ends up in the trial's result. */
final class TrialRunner {
    private final TargetDefinitions definitions;
    private final TargetLauncher launcher;
    private final TargetProbes probes;
    private final SenderFactory senders;
    private final Clock clock;
    private final RunControl control;
    private final Scenario scenario;
    private final RunPaths paths;

    TrialRunner(
            TargetDefinitions definitions,
            TargetLauncher launcher,
            TargetProbes probes,
            SenderFactory senders,
            Clock clock,
            RunControl control,
            Scenario scenario,
            RunPaths paths) {
        this.definitions = definitions;
        this.launcher = launcher;
        this.probes = probes;
        this.senders = senders;
        this.clock = clock;
        this.control = control;
        this.scenario = scenario;
        this.paths = paths;
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
        var definition = definitions.of(trial.variant(), scenario.jvmFlags());
        try (var target = start(definition, paths.log(trial))) {
            findings.target = Optional.of(describe(definition, target));
            var probe = probes.open(target);
            try {
                load(trial, target, probe, progress, findings);
            } finally {
                probe.ifPresent(TargetProbe::close);
            }
        }
    }

    private RunningTarget start(TargetDefinition definition, Path log) throws InterruptedException {
        var thread = Thread.currentThread();
        control.enter(new RunControl.Stage() {
            @Override
            public void stop() {
                thread.interrupt();
            }

            @Override
            public void abort() {
                thread.interrupt();
            }
        });
        return launcher.start(definition, Map.of(), log);
    }

    private TargetResult describe(TargetDefinition definition, RunningTarget target) {
        var startup = target.startupSeconds();
        return new TargetResult(
                definition.title(),
                target.baseUrl().toString(),
                target.commandLine(),
                startup.isPresent() ? Optional.of(startup.getAsDouble() * 1e3) : Optional.empty(),
                target.log().map(paths::relative));
    }

    private void load(
            Trial trial,
            RunningTarget target,
            Optional<TargetProbe> probe,
            ProgressTicker progress,
            TrialFindings findings) {
        var plan = scenario.load();
        var request = trial.variant().request();
        try (var sender = senders.open(target.baseUrl(), request, plan.keepAlive(), plan.timeout())) {
            var recording = new LoadRecording();
            var watch = new TrialWatch(clock, recording, probe);
            var generator = new LoadGenerator(plan, sender, recording, watch::windowBegan);
            var death = new DeathWatch(target, generator);
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
            case STOPPED, ABORTED -> death.isSeen() ? "the target ended" : end.detail();
        };
        findings.stopped =
                !death.isSeen() && end.reason() != LoadEnd.Reason.PLAN && end.reason() != LoadEnd.Reason.FIRST_FAILURE;
        findings.measurement = Optional.of(measured.stoppedBecause(why));
    }
}
