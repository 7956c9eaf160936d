package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShare;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.result.Slo;
import dev.ralbench.result.TrialResult;
import dev.ralbench.trial.calibration.CalibratedGenerator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Whole loads one after the other: for each trial fresh target, load, findings, target gone. Failures end up in the
 * trial's result.
 *
 * @param slo ends a load after two levels in a row that miss it
 * @param workTest which differences in the work of variants keep them from being measured
 */
record TrialRunner(
        TrialStarter starter,
        LoadPlan plan,
        Optional<Slo> slo,
        CalibratedGenerator generator,
        Optional<BlockRule.WorkTest> workTest,
        Clock clock,
        RunControl control)
        implements BlockMethod {

    @Override
    public void measure(List<Trial> block, ProgressTicker progress, Consumer<TrialResult> done) {
        var refused = workTest.filter(test -> isFirst(block))
                .map(test -> refused(test, block))
                .orElse(List.of());
        if (!refused.isEmpty()) {
            refused.forEach(done);
            return;
        }
        for (var trial : block) {
            if (control.isStopping()) {
                return;
            }
            progress.trialStarts(trial);
            var trialRecord = trialRecord();
            control.enter(RunControl.Stage.interrupting(Thread.currentThread()));
            try (var running = starter.start(trial, trialRecord)) {
                if (starter.part().isEmpty()) {
                    starter.look(running); // where a part is sent, the process that leads has looked
                }
                progress.loadBegins(List.of(running));
                var phaseEnds = progress.phaseEnds(trial);
                var elsewhere = starter.sentElsewhere(running, phaseEnds.isPresent(), progress::note);
                starter.ready(running);
                try (var load = new TrialLoad(
                        running,
                        List.of(),
                        plan,
                        slo,
                        starter.slotLimits(slo),
                        generator.senders(),
                        clock,
                        phaseEnds,
                        starter.part(),
                        elsewhere)) {
                    load.tellOfLevels((level, judgement) -> progress.levelJudged(trial, level, judgement));
                    load.run(control, tick -> progress.tick(trial, tick));
                    if (!control.isStopping()) {
                        load.throwIfDead();
                    }
                }
            } catch (InterruptedException | RuntimeException | OutOfMemoryError e) {
                trialRecord.endedBy(e, control);
            } finally {
                control.leave();
                // The control keeps the user's wish; a flag that stays set would make the result file's channel close
                // itself.
                Thread.interrupted();
            }
            done.accept(trialRecord.result(trial, timeline(), generator));
        }
    }

    private static boolean isFirst(List<Trial> block) {
        var first = block.getFirst();
        return block.size() > 1 && first.block() == 1 && first.attempt() == 1;
    }

    /**
     * The trials that keep the block from being measured: all if the variants do not do the same work, and one that does not
     * start. All are started for that once more: the whole load of the first would else be over before that is known of the
     * second.
     */
    private List<TrialResult> refused(BlockRule.WorkTest test, List<Trial> block) {
        var running = new ArrayList<Trial>();
        var refused = startedTogether(test, block, running);
        return refused.isEmpty() ? cannotStart(without(block, running)) : refused;
    }

    private static List<Trial> without(List<Trial> block, List<Trial> running) {
        return block.stream().filter(trial -> !running.contains(trial)).toList();
    }

    /** The first trial that fails alone, too: next to another one it may only have lacked its port. */
    private List<TrialResult> cannotStart(List<Trial> down) {
        for (var trial : down) {
            if (control.isStopping()) {
                break;
            }
            var trialRecord = trialRecord();
            try {
                trialRecord.succeedsIn(() -> startAlone(trial, trialRecord), control);
            } finally {
                control.leave();
                Thread.interrupted();
            }
            if (trialRecord.hasFailed()) {
                return List.of(trialRecord.result(trial, timeline(), generator));
            }
        }
        return List.of();
    }

    private void startAlone(Trial trial, TrialRecord trialRecord) throws InterruptedException {
        control.enter(RunControl.Stage.interrupting(Thread.currentThread()));
        try (var up = starter.start(trial, trialRecord)) {
            starter.look(up);
        }
    }

    /** @param up receives the trials that came up and answered as they should */
    private List<TrialResult> startedTogether(BlockRule.WorkTest test, List<Trial> block, List<Trial> up) {
        var records = new LinkedHashMap<Trial, TrialRecord>();
        var started = new ArrayList<RunningTrial>();
        var running = new ArrayList<RunningTrial>();
        try {
            control.enter(RunControl.Stage.interrupting(Thread.currentThread()));
            for (var trial : block) {
                if (control.isStopping()) {
                    break; // too few are running then, and none is refused
                }
                var trialRecord = trialRecord();
                records.put(trial, trialRecord);
                trialRecord.succeedsIn(
                        () -> {
                            var target = starter.start(trial, trialRecord);
                            started.add(target);
                            starter.look(target);
                            running.add(target);
                            up.add(trial);
                        },
                        control);
            }
            boolean isSame = running.size() < block.size() || new SameWork(test, starter, control).holds(running);
            return isSame ? List.of() : results(records);
        } finally {
            control.leave();
            Thread.interrupted();
            started.reversed().forEach(each -> each.trialRecord().succeedsIn(each::close, control));
        }
    }

    private List<TrialResult> results(Map<Trial, TrialRecord> records) {
        return records.entrySet().stream()
                .map(each -> each.getValue().result(each.getKey(), timeline(), generator))
                .toList();
    }

    /** What is sent here. */
    private UserTimeline timeline() {
        return plan.timeline().shared(starter.part().map(LoadPart::share).orElse(LoadShare.WHOLE));
    }

    private TrialRecord trialRecord() {
        boolean isPart = starter.part().isPresent();
        return new TrialRecord(
                clock.now(),
                slo.filter(objective -> !isPart),
                starter.resources().secrets(),
                isPart);
    }
}
