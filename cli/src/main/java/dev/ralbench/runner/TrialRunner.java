package dev.ralbench.runner;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.TargetResult;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.target.RunningTarget;
import dev.ralbench.target.TargetDefinition;
import dev.ralbench.target.TargetProbe;
import dev.ralbench.target.TargetProbes;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Carries out one trial: fresh target, load, findings, target gone. Whatever goes wrong ends up in the trial's result. */
final class TrialRunner {
    private final TargetStarter starter;
    private final TargetProbes probes;
    private final SenderFactory senders;
    private final Clock clock;
    private final RunControl control;
    private final Scenario scenario;
    private final RunPaths paths;

    TrialRunner(
            TargetStarter starter,
            TargetProbes probes,
            SenderFactory senders,
            Clock clock,
            RunControl control,
            Scenario scenario,
            RunPaths paths) {
        this.starter = starter;
        this.probes = probes;
        this.senders = senders;
        this.clock = clock;
        this.control = control;
        this.scenario = scenario;
        this.paths = paths;
    }

    /** What a trial left behind while it went on: whatever of it is there belongs into the result. */
    private static final class Findings {
        final Instant startedAt;
        Optional<TargetResult> target = Optional.empty();
        Optional<Measurement> measurement = Optional.empty();
        Optional<Failure> failure = Optional.empty();
        boolean stopped;

        Findings(Instant startedAt) {
            this.startedAt = startedAt;
        }
    }

    TrialResult run(Trial trial, ProgressTicker progress) {
        var findings = new Findings(clock.now());
        try {
            measure(trial, progress, findings);
        } catch (Failure failure) {
            findings.failure = Optional.of(failure);
        } catch (InterruptedException e) {
            findings.stopped = true; // the user's wish: the control has it, so the interrupt has done its work
        } finally {
            control.leave();
        }
        return result(trial, findings);
    }

    private void measure(Trial trial, ProgressTicker progress, Findings findings) throws InterruptedException {
        var definition = starter.define(trial.variant(), scenario.jvmFlags());
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
        return starter.start(definition, log);
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
            Findings findings) {
        var plan = scenario.load();
        var request = trial.variant().request();
        try (var sender = senders.open(target.baseUrl(), request, plan.keepAlive(), plan.timeout())) {
            var recording = new LoadRecording();
            var watch = new TrialWatch(clock, recording, probe);
            var generator = new LoadGenerator(plan, sender, recording, watch::windowBegan);
            var death = new DeathWatch(target, generator);
            control.enter(new RunControl.Stage() {
                @Override
                public void stop() {
                    generator.stop();
                }

                @Override
                public void abort() {
                    generator.abort();
                }
            });
            var end = watch.follow(generator.start(), (window, seconds, second, glance) -> {
                death.look();
                progress.tick(trial, window, seconds, second, glance);
            });
            findings.stopped = end.reason() == LoadEnd.Reason.STOPPED || end.reason() == LoadEnd.Reason.ABORTED;
            var detail = death.isSeen() ? "the target ended" : end.detail();
            findings.measurement = Optional.of(watch.complete(recording.finish(plan, detail)));
            death.throwIfSeen(); // after the findings are kept: nothing measured is lost
        }
    }

    private TrialResult result(Trial trial, Findings findings) {
        var status = findings.failure.isPresent() ? Status.FAILED : findings.stopped ? Status.ABORTED : Status.COMPLETE;
        return new TrialResult(
                trial.variant().name(),
                trial.block(),
                trial.slot(),
                findings.startedAt,
                status,
                findings.target,
                findings.failure.map(TrialRunner::text),
                findings.measurement,
                findings.measurement
                        .map(found -> ValidityJudge.judge(found, scenario.load().timeline(), status))
                        .orElseGet(() -> ValidityJudge.nothingMeasured(status)));
    }

    private static String text(Failure failure) {
        return String.join("\n", failure.what(), failure.why(), failure.fix()).strip();
    }
}
