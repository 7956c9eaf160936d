package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialResult;
import dev.ralbench.trial.calibration.CalibratedGenerator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Whole loads one after the other: for each trial fresh target, load, findings, target gone. Failures end up in the
 * trial's result.
 *
 * @param slo ends a load after two levels in a row that miss it
 */
record TrialRunner(
        TrialStarter starter,
        LoadPlan plan,
        Optional<Slo> slo,
        CalibratedGenerator generator,
        Clock clock,
        RunControl control)
        implements BlockMethod {

    @Override
    public void measure(List<Trial> block, ProgressTicker progress, Consumer<TrialResult> done) {
        for (var trial : block) {
            if (control.isStopping()) {
                return;
            }
            progress.trialStarts(trial);
            done.accept(run(trial, progress));
        }
    }

    private TrialResult run(Trial trial, ProgressTicker progress) {
        var trialRecord = new TrialRecord(clock.now(), slo, starter.resources().secrets());
        try {
            trialRecord.succeedsIn(() -> measure(trial, progress, trialRecord), control);
        } finally {
            control.leave();
            // The control keeps the user's wish; a flag that stays set would make the result file's channel close
            // itself.
            Thread.interrupted();
        }
        return trialRecord.result(trial, plan.timeline(), generator.ceiling());
    }

    private void measure(Trial trial, ProgressTicker progress, TrialRecord trialRecord) throws InterruptedException {
        control.enter(RunControl.Stage.interrupting(Thread.currentThread()));
        try (var running = starter.start(trial, trialRecord)) {
            starter.ready(running);
            load(running, progress);
        }
    }

    private void load(RunningTrial running, ProgressTicker progress) {
        try (var load = new TrialLoad(running, plan, slo, starter.slotLimits(slo), generator.senders(), clock)) {
            control.enter(load);
            try {
                load.run(tick -> {
                    if (!control.isStopping()) {
                        load.look(); // Ctrl-C may have reached the target as well
                    }
                    progress.tick(running.trial(), tick);
                });
            } finally {
                control.leave(); // from here on there is no load to stop
            }
            if (!control.isStopping()) {
                load.throwIfDead();
            }
        }
    }
}
