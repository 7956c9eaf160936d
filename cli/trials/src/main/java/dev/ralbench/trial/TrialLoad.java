package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.Feeder;
import dev.ralbench.load.IdleSender;
import dev.ralbench.load.LeastLengths;
import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.LoadShare;
import dev.ralbench.load.OtherGenerators;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.Phase;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.MeasurementMerger;
import dev.ralbench.measurement.RecordedElsewhere;
import dev.ralbench.measurement.SlotLimits;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.placement.Precedence;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.TimeSlice;
import dev.ralbench.result.Slo;
import dev.ralbench.service.RunningTarget;
import dev.ralbench.trial.calibration.TimerSlack;
import dev.ralbench.trial.watch.AbortWatch;
import dev.ralbench.trial.watch.DeathWatch;
import dev.ralbench.trial.watch.Exhaustion;
import dev.ralbench.trial.watch.GeneratorMeter;
import dev.ralbench.trial.watch.LevelListener;
import dev.ralbench.trial.watch.LevelWatch;
import dev.ralbench.trial.watch.LoopSilence;
import dev.ralbench.trial.watch.PlacementWatch;
import dev.ralbench.trial.watch.RefusalWatch;
import dev.ralbench.trial.watch.RunScope;
import dev.ralbench.trial.watch.SelfWatch;
import dev.ralbench.trial.watch.Tick;
import dev.ralbench.trial.watch.TrialWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The load on one trial's target: its sender, its recorders, its watches. All but {@link #stop} and {@link #abort}
 * belongs to one thread.
 */
final class TrialLoad implements RunControl.Stage, WarmUpRounds.WarmUpVariant, AutoCloseable {
    /** Length of the lead-in, in mean response times: users that begin together answer in step for about as long. */
    static final double LEAD_IN_RESPONSES = 3;

    /** Longer than a message takes to the generators that send the load. */
    private static final Duration UNTIL_ALL_START = Duration.ofMillis(500);

    /** A compiler that never rests is not waited for. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private static final Set<LoadEnd.Reason> STOPS = EnumSet.of(LoadEnd.Reason.STOPPED, LoadEnd.Reason.ABORTED);

    private final LoadPlan plan;
    private final Optional<LoadPart> part;
    private final Optional<RemoteGenerators.RemoteLoad> elsewhere;
    private final LoadShare share;
    private final TrialRecord trialRecord;
    private final Clock clock;
    private final RequestSender sender;
    private final LoadRecording recording;
    private final SelfWatch self;
    private final TrialWatch watch;
    private final PlacementWatch placement;
    private final LoadGenerator generator;
    private final DeathWatch death;
    private final RefusalWatch refusal;
    private final AbortWatch abortion;
    private final LoopSilence silence;
    private final LevelWatch levels;
    private final List<Feeder> feeders;
    /** When other machines begin to send the load. */
    private Instant partsBegin = Instant.EPOCH;

    private boolean couldNotConnect;
    /** Why no user could send what comes before its journeys. */
    private Optional<String> noSetup = Optional.empty();

    private Optional<CompletableFuture<LoadEnd>> end = Optional.empty();
    private Optional<Consumer<LeastLengths>> goOn = Optional.empty();

    /**
     * A load that has not begun.
     *
     * @param alongside processes of other trials that run at the same time
     * @param slo ends it after two levels in a row that miss it
     * @param limits for which the responses beyond them are counted over time
     * @param phaseEnds told of phases that end, if anything follows them; then each name has totals
     * @param part that is sent here; empty for all of it
     * @param elsewhere sends it in place of this process; empty if this process does
     */
    TrialLoad(
            RunningTrial running,
            List<OptionalLong> alongside,
            LoadPlan plan,
            Optional<Slo> slo,
            SlotLimits limits,
            SenderFactory senders,
            Clock clock,
            Optional<BiConsumer<String, LoadTotals>> phaseEnds,
            Optional<LoadPart> part,
            Optional<RemoteGenerators.RemoteLoad> elsewhere) {
        this.part = part;
        this.elsewhere = elsewhere;
        this.share = elsewhere
                .map(all -> LoadShare.NOTHING)
                .or(() -> part.map(LoadPart::share))
                .orElse(LoadShare.WHOLE);
        var names = running.workload().names();
        this.recording = new LoadRecording(
                limits,
                names,
                (phaseEnds.isPresent() || part.filter(LoadPart::followsNames).isPresent()) && names.count() > 1
                        ? Set.copyOf(names.all())
                        : slo.map(Slo::names).orElse(Set.of()),
                elsewhere.<RecordedElsewhere>map(all -> all).orElse(RecordedElsewhere.NONE));
        this.plan = plan;
        this.feeders = running.workload().feeders();
        this.trialRecord = running.trialRecord();
        this.clock = clock;
        var target = running.target();
        var proc = ProcFs.ofThisMachine();
        this.sender = elsewhere.isPresent()
                ? new IdleSender(clock)
                : senders.open(
                        connections(target, running.request().transfer().proxy().isPresent(), plan),
                        running.workload());
        TimerSlack.without(sender.loops());
        if (running.placement().precedence() != Precedence.NONE) {
            sender.loops().forEach(loop -> loop.execute(TimeSlice::shorten));
        }
        this.self = SelfWatch.of(sender.loops(), clock);
        this.watch = new TrialWatch(
                clock,
                plan.shape() instanceof LoadShape.Turns,
                recording,
                running.probe(),
                running.dependencies().watch(),
                target.counters(),
                new GeneratorMeter(
                        clock,
                        self,
                        RunScope.of(
                                running.placement(),
                                running.target().pid(),
                                Stream.concat(running.dependencies().pids().stream(), alongside.stream())
                                        .toList(),
                                plan,
                                proc)));
        this.placement = PlacementWatch.of(
                running.placement(), running.target(), running.dependencies().pids(), clock, proc);
        this.generator = new LoadGenerator(
                plan,
                sender,
                recording,
                watch.events(),
                running.placement().generatorsOwn().isEmpty(),
                feeders,
                share,
                elsewhere
                        .<OtherGenerators>map(all -> all)
                        .or(() -> part.map(LoadPart::lead))
                        .orElse(OtherGenerators.NONE));
        elsewhere.ifPresent(all -> all.onEarlyEnd(generator::stopAsSeen));
        watch.knowPhases(generator::phase);
        this.levels = new LevelWatch(slo, plan, recording, generator);
        elsewhere.ifPresent(levels::leadOn);
        // of a part, the process that leads judges the levels
        watch.watchLevels(
                part.<LevelListener>map(sent -> new SampledPart(sent.lead())).orElse(levels));
        phaseEnds.ifPresent(watch::tellOfPhases);
        this.death = new DeathWatch(running.requiredServices(), generator);
        this.refusal = new RefusalWatch(
                target.shownUrl(), () -> !running.isLoadedAsItIs() && target.refusesConnections(), generator);
        this.abortion = new AbortWatch(plan.abortWhen(), generator);
        this.silence = new LoopSilence(self.lag(), generator, clock);
    }

    private static ConnectionPlan connections(RunningTarget target, boolean isByProxy, LoadPlan plan) {
        return new ConnectionPlan(
                target.baseUrl(),
                target.address(isByProxy),
                target.tls(),
                plan.sources(),
                plan.keepAlive(),
                plan.timeout());
    }

    /** @param judged gets the levels of a search as each ends, and how it was judged */
    void tellOfLevels(BiConsumer<String, Slo.Judgement> judged) {
        levels.tell(judged);
    }

    /**
     * Runs all of it, the rounds of its warm-up first, and keeps the findings.
     *
     * @param control stops it
     * @param display gets every moment of it
     */
    void run(RunControl control, Consumer<Tick> display) throws InterruptedException {
        if (part.isPresent()) {
            runPart(part.get().lead(), control, display);
            return;
        }
        control.enter(this);
        try {
            Consumer<Tick> ticker = tick -> {
                if (!control.isStopping()) {
                    look(tick); // Ctrl-C may have reached the target as well
                }
                display.accept(tick);
            };
            plan.untilCompiled().ifPresent(limit -> warmUp(limit, control, ticker));
            var looking = lookingAtLoops(ticker.andThen(tick -> placement.look(tick.window())));
            if (end.isEmpty()) {
                watch.forgetPause();
                var started = start();
                end = Optional.of(started);
                watch.follow(started, looking);
            } else if (!isOver()) {
                watch.forgetPause();
                goOn.ifPresent(next -> next.accept(LeastLengths.NONE));
                watch.followToEnd(looking);
            }
            keep();
        } catch (CompletionException e) {
            throw failed(e);
        } finally {
            control.leave(); // from here on there is no load to stop
        }
    }

    private CompletableFuture<LoadEnd> start() {
        if (elsewhere.isEmpty()) {
            return generator.start();
        }
        long atNanos = clock.nanoTime() + UNTIL_ALL_START.toNanos();
        partsBegin = clock.now().plus(UNTIL_ALL_START);
        elsewhere.get().startAt(atNanos);
        return generator.startAt(atNanos);
    }

    /** Begins when all parts do, and goes on after a rest when they do. */
    private void runPart(LoadPart.Lead lead, RunControl control, Consumer<Tick> display) throws InterruptedException {
        long atNanos = lead.awaitStart(generator);
        control.enter(this);
        try {
            watch.forgetPause();
            var started = generator.startAt(atNanos);
            end = Optional.of(started);
            watch.events().attach(started);
            var unused = started.thenAccept(lead::ended);
            var looking = lookingAtLoops(tick -> {
                display.accept(tick);
                placement.look(tick.window());
            });
            goOn = watch.followToRest(looking);
            while (goOn.isPresent()) {
                goOn.get().accept(atLeast());
                goOn = watch.followToRest(looking);
            }
            keep();
        } catch (CompletionException e) {
            throw failed(e);
        } finally {
            control.leave();
        }
    }

    /** Reports the part that is sent here, with exact figures of levels, by which the process that leads goes on. */
    private final class SampledPart implements LevelListener {
        private final LoadPart.Lead lead;

        SampledPart(LoadPart.Lead lead) {
            this.lead = lead;
        }

        @Override
        public void began(int window, long nowNanos) {
            if (isLevel(window)) {
                sampled(recording.mark(nowNanos));
                lead.levelBegan(window);
            }
        }

        @Override
        public void sampled(LoadTotals soFar) {
            lead.sampled(recording.usersNow(), soFar);
        }

        @Override
        public void ended(int window, long nowNanos) {
            if (isLevel(window)) {
                sampled(recording.mark(nowNanos));
                lead.levelEnded(window);
            }
        }

        private boolean isLevel(int window) {
            return plan.shape().search().isPresent() && generator.phase(window) instanceof Phase.Hold;
        }
    }

    private void warmUp(Duration limit, RunControl control, Consumer<Tick> ticker) {
        new WarmUpRounds(plan.leastWarmUp(), limit, clock, () -> control.isStopping() || isOver())
                .run(plan.timeline().usersOfRounds(), List.of(this), new WarmUpRounds.Round() {
                    @Override
                    public void load() {
                        takeTurn(ticker);
                    }

                    @Override
                    public void pause() {
                        awaitCompilers();
                    }
                });
    }

    /** Also while the user waits for the load to stop: a dead loop does not. */
    private Consumer<Tick> lookingAtLoops(Consumer<Tick> ticker) {
        return tick -> {
            silence.look();
            ticker.accept(tick);
        };
    }

    /** The load has not ended as a load does. */
    private static RuntimeException failed(CompletionException exception) {
        return exception.getCause() instanceof Failure failure
                ? failure
                : Exhaustion.inLoad(exception)
                        .<RuntimeException>map(Function.identity())
                        .orElse(exception);
    }

    /** Runs the next warm-up or turn; does nothing when the load has ended. */
    void takeTurn(Consumer<Tick> ticker) {
        if (isOver()) {
            return;
        }
        watch.forgetPause();
        if (end.isEmpty()) {
            var started = start();
            end = Optional.of(started);
            watch.events().attach(started);
        } else {
            goOn.ifPresent(next -> next.accept(atLeast()));
        }
        goOn = watch.followToRest(lookingAtLoops(ticker));
        placement.look(watch.window()); // while it rests, it disturbs no other load
    }

    /** The window before was the warm-up, or a turn. */
    private LeastLengths atLeast() {
        double mean = recording.meanMillis(watch.window()).orElse(0);
        int users = generator.phase(watch.window()).usersTo();
        return new LeastLengths(
                ofMillis(LEAD_IN_RESPONSES * mean), ofMillis(LeastLengths.FEWEST_REQUESTS * mean / users));
    }

    private static Duration ofMillis(double millis) {
        return Duration.ofNanos(Math.round(millis * 1e6));
    }

    @Override
    public boolean isCompiling() {
        return !isOver() && !watch.compilerTime().isAtRest();
    }

    @Override
    public void awaitCompilers() {
        if (!isOver()) {
            watch.awaitCompilers(LONGEST_PAUSE);
        }
    }

    @Override
    public void repeatWarmUp(long requests) {
        if (!isOver()) {
            elsewhere.ifPresent(all -> all.repeat(watch.window(), requests));
            generator.repeat(watch.window(), requests);
        }
    }

    boolean isOver() {
        return end.filter(CompletableFuture::isDone).isPresent();
    }

    /** Ends the load when its target has ended; to be called now and then. */
    void look() {
        if (!isOver()) {
            death.look();
        }
    }

    /** The same of the target whose load this moment is of. */
    void look(Tick tick) {
        look();
        if (!isOver()) {
            refusal.look(tick);
            abortion.look(tick);
        }
    }

    /** Whether a watch ended the load, and not the user. */
    private boolean isEndedByAWatch() {
        return death.isSeen() || refusal.isSeen() || abortion.isSeen();
    }

    private String reasonOfWatches() {
        return death.isSeen() ? death.reason() : refusal.isSeen() ? refusal.reason() : abortion.reason();
    }

    /** Keeps the findings up to here; ends the rest. */
    void keep() {
        if (end.isEmpty()) {
            trialRecord.stoppedBeforeItsLoad();
            return;
        }
        if (!isOver()) {
            abort();
        }
        var how = joined(end.get());
        if (how.reason() != LoadEnd.Reason.PLAN) {
            elsewhere.ifPresent(RemoteGenerators.RemoteLoad::stop); // a watch may have ended it here
        }
        trialRecord.keepPlacement(placement.finish());
        var performed = generator.performed();
        var measured = measured(performed.shared(share));
        couldNotConnect = measured.wholeRun().requests().count(Outcome.CONNECT_FAILED) > 0;
        var why = switch (how.reason()) {
            case PLAN, ENOUGH ->
                Optional.of(measured.stoppedEarly())
                        .filter(known -> !known.isEmpty())
                        .or(() -> elsewhere
                                .flatMap(RemoteGenerators.RemoteLoad::failure)
                                .map(Failure::what))
                        .orElse("");
            case NO_DATA -> how.detail();
            case FIRST_FAILURE ->
                // as ab counts: many others may fail in the same moment
                "aborted after " + measured.wholeRun().requests().count(Outcome.OK)
                        + " completed requests, at the first failure: " + how.detail();
            case NOT_SET_UP -> {
                noSetup = Optional.of(how.detail());
                yield "no user got through before.user: " + how.detail();
            }
            case STOPPED, ABORTED -> isEndedByAWatch() ? reasonOfWatches() : how.detail();
        };
        trialRecord.keepLoad(
                measured.stoppedBecause(why),
                elsewhere.isPresent() ? performed : performed.shared(share),
                !isEndedByAWatch() && STOPS.contains(how.reason()),
                how.reason() == LoadEnd.Reason.ENOUGH && why.isEmpty());
    }

    private Measurement measured(UserTimeline performed) {
        var parts = elsewhere.map(RemoteGenerators.RemoteLoad::finish).orElse(List.of());
        trialRecord.keepParts(
                parts, elsewhere.map(RemoteGenerators.RemoteLoad::lost).orElse(List.of()), partsBegin);
        var sent = parts.stream()
                .flatMap(part -> part.trial().measurement().stream())
                .toList();
        return sent.isEmpty()
                ? watch.complete(recording.finish(plan, performed, ""))
                : seenHere(MeasurementMerger.merge(sent));
    }

    /** What other machines have sent, with the views of target and servers from here; generators are seen by themselves. */
    private Measurement seenHere(Measurement sent) {
        var seen = watch.complete(sent);
        var course = seen.course()
                .map(here -> sent.course().map(here::sentAs).orElse(here))
                .or(sent::course);
        return seen.with(course)
                .withWindows(
                        IntStream.range(0, sent.windows().size())
                                .mapToObj(i -> withGenerator(
                                        seen.windows().get(i), sent.windows().get(i)))
                                .toList(),
                        withGenerator(seen.wholeRun(), sent.wholeRun()));
    }

    private static WindowMeasurement withGenerator(WindowMeasurement seen, WindowMeasurement sent) {
        return seen.with(seen.views().inside(), sent.views().generator());
    }

    private static LoadEnd joined(CompletableFuture<LoadEnd> end) {
        try {
            return end.join();
        } catch (CompletionException e) {
            throw failed(e);
        }
    }

    /** After the findings are kept: nothing measured is lost. */
    void throwIfDead() {
        elsewhere.flatMap(RemoteGenerators.RemoteLoad::failure).ifPresent(failure -> {
            throw failure;
        });
        death.throwIfSeen();
        refusal.throwIfSeen(couldNotConnect);
        if (abortion.isSeen()) {
            trialRecord.endedBeyondItsLimit();
            abortion.throwIfSeen();
        }
        noSetup.ifPresent(failure -> {
            throw Failure.environment(
                    "no user got through before.user: " + failure,
                    "each user sends these steps before its first request, and sends nothing else until they succeed",
                    "correct the step or what it expects, or see the service's log");
        });
        feeders.forEach(feeder -> feeder.failure().ifPresent(failure -> {
            throw failure;
        }));
    }

    @Override
    public void stop() {
        elsewhere.ifPresent(RemoteGenerators.RemoteLoad::stop);
        generator.stop();
    }

    @Override
    public void abort() {
        elsewhere.ifPresent(RemoteGenerators.RemoteLoad::abort);
        generator.abort();
    }

    @Override
    public void close() {
        elsewhere.ifPresent(RemoteGenerators.RemoteLoad::close);
        self.close();
        sender.close();
    }
}
