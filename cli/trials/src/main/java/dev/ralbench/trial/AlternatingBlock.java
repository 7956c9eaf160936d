package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.result.Design;
import dev.ralbench.result.TrialResult;
import dev.ralbench.trial.calibration.CalibratedGenerator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * All variants of a block up at once. At every level all are warmed up at the same time; then load is on one at a time,
 * in windows A B, B A, A B and so on. A is the first of the block's permutation; more than two variants go forwards and
 * backwards in the same way. Drift of the machine that is slower than two rounds meets all of them alike.
 *
 * @param plan the load of one variant, whose windows are those of {@code turns}
 * @param workTest which differences in the work of variants keep them from being measured
 */
record AlternatingBlock(
        TrialStarter starter,
        Design.Turns turns,
        LoadPlan plan,
        CalibratedGenerator generator,
        Optional<BlockRule.WorkTest> workTest,
        Clock clock,
        RunControl control)
        implements BlockMethod {

    @Override
    public void measure(List<Trial> block, ProgressTicker progress, Consumer<TrialResult> done) {
        var variants = block.stream()
                .map(trial -> new AlternatingVariant(trial, trialRecord(), control))
                .toList();
        boolean isWorthALoad = false;
        try {
            block.forEach(progress::trialStarts);
            control.enter(RunControl.Stage.interrupting(Thread.currentThread()));
            AlternatingVariant.startAll(variants, starter);
            isWorthALoad = areWorthALoad(variants, progress);
            if (isWorthALoad) {
                variants.forEach(variant -> variant.ready(
                        variants,
                        starter,
                        plan,
                        generator.senders(),
                        clock,
                        progress::note,
                        progress.phaseEnds(variant.trial())));
                load(variants, progress);
            }
        } finally {
            control.leave();
            // The control keeps the user's wish; a flag that stays set would disturb how targets are ended.
            Thread.interrupted();
            variants.reversed().forEach(AlternatingVariant::close);
        }
        boolean wasLoaded = isWorthALoad || control.isStopping();
        variants.stream()
                .filter(variant -> wasLoaded || variant.hasFailed()) // of the others there is nothing to tell
                .forEach(variant -> done.accept(variant.result(plan.timeline(), generator)));
    }

    /**
     * Whether all variants of a comparison are up and do the same work. Asked of the first block: one odd process later on is
     * no reason to lose the blocks before it.
     */
    private boolean areWorthALoad(List<AlternatingVariant> variants, ProgressTicker progress) {
        var trials = variants.stream()
                .flatMap(variant -> variant.lookedAt(starter).stream())
                .toList();
        progress.loadBegins(trials);
        return workTest.filter(test -> variants.getFirst().trial().block() == 1)
                .map(test -> trials.size() == variants.size() && new SameWork(test, starter, control).holds(trials))
                .orElse(true);
    }

    private TrialRecord trialRecord() {
        return new TrialRecord(
                clock.now(), Optional.empty(), starter.resources().secrets());
    }

    private void load(List<AlternatingVariant> variants, ProgressTicker progress) {
        control.enter(all(variants));
        try {
            var rounds = new WarmUpRounds(
                    turns.warmUpRequests(),
                    RunPlan.duration(turns.warmUpLimitMillis()),
                    clock,
                    () -> control.isStopping() || variants.stream().noneMatch(AlternatingVariant::isUp));
            for (int users : turns.highestFirst()) {
                rounds.run(List.of(users), variants, warmUp(variants, progress));
                for (int round = 0; round < turns.perLevel(); round++) {
                    inRound(round, variants).forEach(variant -> takeTurn(variant, variants, progress));
                }
            }
        } finally {
            control.leave(); // from here on there is no load to stop
            variants.forEach(AlternatingVariant::keep);
        }
    }

    /** Forwards and backwards in turn. */
    static <T> List<T> inRound(int round, List<T> permutation) {
        return round % 2 == 0 ? permutation : permutation.reversed();
    }

    /** Warms up all variants at once and displays one: nothing is measured yet, and one alone leaves the machine idle. */
    private WarmUpRounds.Round warmUp(List<AlternatingVariant> variants, ProgressTicker progress) {
        return new WarmUpRounds.Round() {
            @Override
            public void load() {
                if (!control.isStopping()) {
                    loadAll(variants, progress);
                }
            }

            @Override
            public void pause() {
                if (!control.isStopping()) {
                    AlternatingVariant.allAtOnce(variants, AlternatingVariant::awaitCompilers);
                }
            }
        };
    }

    private void loadAll(List<AlternatingVariant> variants, ProgressTicker progress) {
        var displayed = variants.stream().filter(AlternatingVariant::isUp).findFirst();
        AlternatingVariant.allAtOnce(
                variants,
                variant -> variant.takeTurn(tick -> {
                    if (!control.isStopping()) {
                        variant.look(tick);
                    }
                    displayed.filter(variant::equals).ifPresent(shown -> progress.tick(shown.trial(), tick));
                }));
    }

    private void takeTurn(AlternatingVariant variant, List<AlternatingVariant> variants, ProgressTicker progress) {
        if (control.isStopping()) {
            return;
        }
        variant.takeTurn(tick -> {
            if (!control.isStopping()) {
                variants.forEach(AlternatingVariant::look); // one may die while it waits for its turn
                variant.look(tick);
            }
            progress.tick(variant.trial(), tick);
        });
    }

    /** The load on all of them, to be ended early. */
    static RunControl.Stage all(List<AlternatingVariant> variants) {
        return new RunControl.Stage() {
            @Override
            public void stop() {
                variants.forEach(AlternatingVariant::stop);
            }

            @Override
            public void abort() {
                variants.forEach(AlternatingVariant::abort);
            }
        };
    }
}
