package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.result.TrialResult;
import dev.ralbench.trial.calibration.CalibratedGenerator;
import dev.ralbench.trial.watch.Tick;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** One variant of an {@link AlternatingBlock}. Its failures end up in its own trial's result, and the others go on. */
final class AlternatingVariant implements WarmUpRounds.WarmUpVariant, AutoCloseable {
    private final Trial trial;
    private final TrialRecord trialRecord;
    private final RunControl control;
    private Optional<RunningTrial> running = Optional.empty();
    private Optional<TrialLoad> load = Optional.empty();
    /** Whether its responses were looked at, and are as they should be. */
    private boolean isReady;

    AlternatingVariant(Trial trial, TrialRecord trialRecord, RunControl control) {
        this.trial = trial;
        this.trialRecord = trialRecord;
        this.control = control;
    }

    Trial trial() {
        return trial;
    }

    /**
     * Starts all variants at once, begun in their order, and waits until each is up or has failed. An interrupt ends all
     * starts; it is not thrown, as every variant says for itself how far it came.
     */
    static void startAll(List<AlternatingVariant> variants, TrialStarter starter) {
        allAtOnce(variants, variant -> variant.start(starter));
    }

    /** Does the same with all of them at once, begun in their order, and returns when it is done with each. */
    static <T> void allAtOnce(List<T> variants, Consumer<T> action) {
        var threads = new ArrayList<Thread>();
        variants.forEach(variant -> threads.add(Thread.ofVirtual().start(() -> action.accept(variant))));
        for (var thread : threads) {
            join(thread, threads);
        }
    }

    /** Through all interrupts: unfinished work must not be left alone. */
    private static void join(Thread thread, List<Thread> all) {
        while (true) {
            try {
                thread.join();
                return;
            } catch (InterruptedException e) {
                all.forEach(Thread::interrupt);
            }
        }
    }

    private void start(TrialStarter starter) {
        trialRecord.succeedsIn(() -> running = Optional.of(starter.start(trial, trialRecord)), control);
    }

    /**
     * Looks at the first responses. Runs when all variants that can start have started.
     *
     * @return the trial, if it is up and its responses are as they should be
     */
    Optional<RunningTrial> lookedAt(TrialStarter starter) {
        isReady = running.isPresent() && trialRecord.succeedsIn(() -> starter.look(running.orElseThrow()), control);
        return running.filter(up -> isReady);
    }

    /** Its processes, and those of its dependencies, if it is up. */
    Stream<OptionalLong> pids() {
        return running.stream()
                .flatMap(up -> Stream.concat(Stream.of(up.target().pid()), up.dependencies().pids().stream()));
    }

    /**
     * Prepares the load of a target whose responses are as they should be.
     *
     * @param others that run at the same time
     * @param notes gets what generators on other machines have to say about the load
     */
    void ready(
            List<AlternatingVariant> others,
            TrialStarter starter,
            LoadPlan plan,
            SenderFactory senders,
            Clock clock,
            Consumer<String> notes,
            Optional<BiConsumer<String, LoadTotals>> phaseEnds) {
        var alongside = others.stream()
                .filter(other -> other != this)
                .flatMap(AlternatingVariant::pids)
                .toList();
        running.filter(up -> isReady)
                .ifPresent(up -> trialRecord.succeedsIn(
                        () -> {
                            var elsewhere = starter.sentElsewhere(up, phaseEnds.isPresent(), notes);
                            starter.ready(up);
                            load = Optional.of(new TrialLoad(
                                    up,
                                    alongside,
                                    plan,
                                    Optional.empty(),
                                    starter.slotLimits(Optional.empty()),
                                    senders,
                                    clock,
                                    phaseEnds,
                                    Optional.empty(),
                                    elsewhere));
                        },
                        control));
    }

    /** Whether it could not be measured, by a fault that is not the user's stop. */
    boolean hasFailed() {
        return trialRecord.hasFailed();
    }

    void takeTurn(Consumer<Tick> ticker) {
        load.ifPresent(on -> trialRecord.succeedsIn(() -> on.takeTurn(ticker), control));
    }

    /** Whether there is load on it, or may be again. */
    boolean isUp() {
        return load.filter(on -> !on.isOver()).isPresent();
    }

    @Override
    public boolean isCompiling() {
        return load.filter(TrialLoad::isCompiling).isPresent();
    }

    @Override
    public void awaitCompilers() {
        load.ifPresent(TrialLoad::awaitCompilers);
    }

    @Override
    public void repeatWarmUp(long requests) {
        load.ifPresent(on -> on.repeatWarmUp(requests));
    }

    void look(Tick tick) {
        load.ifPresent(on -> on.look(tick));
    }

    void look() {
        load.ifPresent(TrialLoad::look);
    }

    /** Keeps the findings, whole or in part. */
    void keep() {
        load.ifPresent(on -> trialRecord.succeedsIn(
                () -> {
                    on.keep();
                    if (!control.isStopping()) {
                        on.throwIfDead();
                    }
                },
                control));
    }

    void stop() {
        load.ifPresent(TrialLoad::stop);
    }

    void abort() {
        load.ifPresent(TrialLoad::abort);
    }

    TrialResult result(UserTimeline timeline, CalibratedGenerator generator) {
        return trialRecord.result(trial, timeline, generator);
    }

    @Override
    public void close() {
        load.ifPresent(on -> trialRecord.succeedsIn(on::close, control));
        running.ifPresent(up -> trialRecord.succeedsIn(up::close, control));
    }
}
