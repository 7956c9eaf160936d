package dev.ralbench.trial.watch;

import dev.ralbench.Clock;
import dev.ralbench.load.LeastLengths;
import dev.ralbench.load.LoadEnd;
import dev.ralbench.load.Phase;
import dev.ralbench.measurement.CompilerTime;
import dev.ralbench.measurement.CourseSoFar;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.LoadTotals;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.process.Pause;
import dev.ralbench.service.CountersPage;
import dev.ralbench.service.ProbeGlance;
import dev.ralbench.service.TargetProbe;
import dev.ralbench.trial.watch.LoadEvents.Event;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Follows one load while it runs: looks into target and generator at every window's boundary, samples the recording
 * once a second, and tells whoever listens how it goes. Uses the calling thread, so nothing it looks at is touched by
 * two threads.
 */
public final class TrialWatch {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long SAMPLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Of a window of a second, a hundredth. */
    private static final long AT_ONCE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    /** The kernel counts the CPU time of threads in steps of 10 ms. */
    private static final double LOOK_SECONDS = 0.1;
    /** One step per look: a compiler that has this little to do has no queue. */
    private static final double IDLE_SHARE = 0.15;

    private final Clock clock;
    /** Whether the load rests between turns: counts are taken in these pauses only. */
    private final boolean isInTurns;

    private final LoadRecording recording;
    private final Optional<TargetProbe> probe;
    private final ServerWatch servers;
    private final CounterWatch counters;
    private final GeneratorMeter meter;
    /** Empty of turns: those of other variants lie between them. */
    private final Optional<CourseRecorder> course;

    private Optional<LevelListener> levels = Optional.empty();
    private IntFunction<Optional<Phase>> phases = index -> Optional.empty();
    private Optional<BiConsumer<String, LoadTotals>> phaseEnds = Optional.empty();
    private final LoadEvents events;
    private final WindowSightings sightings = new WindowSightings();
    private LoadRecording.Second lastSecond;
    private int window = -1;
    private boolean isOpen;
    /** Whether the current window has views of target and generator. */
    private boolean isSeen;
    /** Whether the counts at the current window's beginning were read too late. */
    private boolean wasLate;
    /** Whether there was a rest since the last window, while others had their turn or the target worked off requests. */
    private boolean hasRested;
    /** Whether target and generator were looked at right before the load began, or went on. */
    private boolean isFresh;

    private long nextTick;
    /** Time of the last sample, in whole seconds since the start. */
    private long sampledSeconds;

    private long startNanos;
    private long windowStartNanos;

    public TrialWatch(
            Clock clock,
            boolean isInTurns,
            LoadRecording recording,
            Optional<TargetProbe> probe,
            ServerWatch servers,
            Optional<CountersPage> counters,
            GeneratorMeter meter) {
        this.clock = clock;
        this.events = new LoadEvents(clock);
        this.isInTurns = isInTurns;
        this.course = isInTurns ? Optional.empty() : Optional.of(new CourseRecorder());
        this.meter = meter;
        this.recording = recording;
        this.probe = probe;
        this.servers = servers;
        this.counters = new CounterWatch(counters);
        servers.nextWindow(); // before the load: the first request must not be missing
        this.counters.nextWindow();
        this.startNanos = clock.nanoTime();
        this.lastSecond = recording.sample(startNanos);
    }

    /** Reads a target's own counters, window by window. */
    private static final class CounterWatch {
        private final Optional<CountersPage> page;
        private Map<String, Double> atWindowStart = Map.of();

        CounterWatch(Optional<CountersPage> page) {
            this.page = page;
        }

        /** How far each counter went since the last call; empty if the target has none or did not answer. */
        Map<String, Double> nextWindow() {
            var now = page.flatMap(CountersPage::read).orElse(Map.of());
            var grown = new TreeMap<String, Double>();
            now.forEach((name, value) -> {
                var before = atWindowStart.get(name);
                if (before != null && CountersPage.isCounter(name)) {
                    grown.put(name, value - before);
                }
            });
            atWindowStart = now;
            return grown;
        }
    }

    /** Tells of levels that begin and end from now on. */
    public void watchLevels(LevelListener listener) {
        levels = Optional.of(listener);
    }

    /** Sets the phase of each window. */
    public void knowPhases(IntFunction<Phase> phaseOf) {
        phases = index -> Optional.of(phaseOf.apply(index));
    }

    /** Tells of each phase that ends from now on, or rests, with all that the load has done up to then. */
    public void tellOfPhases(BiConsumer<String, LoadTotals> ended) {
        phaseEnds = Optional.of(ended);
    }

    /** The load's events: of its windows, and its end. */
    public LoadEvents events() {
        return events;
    }

    /** The window that the load is in, or was in last; -1 before the first. */
    public int window() {
        return window;
    }

    /** Follows the load to its end. An interrupt does not end it: stop the load itself instead. */
    public LoadEnd follow(CompletableFuture<LoadEnd> end, Consumer<Tick> ticker) {
        events.attach(end);
        followToEnd(ticker);
        return end.join();
    }

    /** Follows a load that goes on to its end, through all rests. */
    public void followToEnd(Consumer<Tick> ticker) {
        var goOn = followToRest(ticker);
        while (goOn.isPresent()) {
            goOn.get().accept(LeastLengths.NONE);
            goOn = followToRest(ticker);
        }
    }

    /**
     * Follows the load until it rests.
     *
     * @return resumes it; empty when it has ended
     */
    public Optional<Consumer<LeastLengths>> followToRest(Consumer<Tick> ticker) {
        long start = clock.nanoTime();
        nextTick = start + TICK_NANOS;
        recording.goesOn(start);
        course.ifPresent(recorder -> recorder.goesOn(start));
        while (true) {
            var event = events.pollUntil(nextTick);
            switch (event.orElse(null)) {
                case Event.WindowBegan began -> begin(began.window(), began.atNanos());
                case Event.WindowEnded ended -> {
                    closeWindow(ended.deadlineNanos());
                    endTurn(); // of the last one, users have yet to send what comes after their journeys
                    if (hasRested) {
                        lookAnew();
                        isFresh = true;
                    }
                    ended.goOn().run();
                }
                case Event.Drains drains -> {
                    look();
                    hasRested = true;
                }
                case Event.Rests rests -> {
                    rest();
                    return Optional.of(rests.goOn());
                }
                case Event.LoadEnded ended -> {
                    closeWindow(Long.MAX_VALUE);
                    endTurn();
                    endCourse();
                    tellOfPhase(lastSecond.soFar());
                    return Optional.empty();
                }
                case null -> tick(ticker);
            }
        }
    }

    private void rest() {
        closeWindow(Long.MAX_VALUE); // a warm-up ends with its last request
        endTurn();
        endCourse();
        hasRested = true;
        tellOfPhase(recording.sample(clock.nanoTime()).soFar()); // so that the next second has nothing of this turn
    }

    private void begin(int newWindow, long beganNanos) {
        windowStartNanos = clock.nanoTime();
        boolean isHeardOfAtOnce = windowStartNanos - beganNanos <= AT_ONCE_NANOS;
        if (window < 0) {
            startNanos = windowStartNanos;
            forgetTheRest(isHeardOfAtOnce); // events before the load belong to no window
            nextTick = startNanos + TICK_NANOS; // so that samples are at the ends of whole seconds
            sampledSeconds = 0;
            course.ifPresent(recorder -> recorder.begin(startNanos, courseSample()));
        } else if (isOpen) {
            closeWindow(Long.MAX_VALUE);
        } else if (hasRested) {
            forgetTheRest(isHeardOfAtOnce);
        } else {
            meter.nextWindow(); // the pause belongs to no window
        }
        if (phaseEnds.isPresent()) {
            tellOfPhase(recording.sample(clock.nanoTime()).soFar());
        }
        window = newWindow;
        isOpen = true;
        isSeen = false;
        levels.ifPresent(watch -> watch.began(newWindow, windowStartNanos));
    }

    /**
     * The target's work during the turns of others, or during waits for it, is in no window. Where the beginning is heard
     * of late, what the target has done since would be missing: then the look right before it is the better one, although
     * a target that computes without requests has done some of that in between.
     */
    private void forgetTheRest(boolean isHeardOfAtOnce) {
        if (isHeardOfAtOnce || !isFresh) {
            lookAnew();
        }
        hasRested = false;
        isFresh = false;
    }

    private void lookAnew() {
        probe.ifPresent(TargetProbe::nextWindow);
        meter.nextWindow();
    }

    /**
     * The load is about to begin, or to go on after a rest; nothing is in flight. What target and servers did up to now
     * belongs to no window: others had their turn, and may share the servers.
     */
    public void forgetPause() {
        servers.nextWindow();
        counters.nextWindow();
        lookAnew();
        isFresh = true;
    }

    private void tellOfPhase(LoadTotals soFar) {
        phaseEnds.ifPresent(told -> phase().ifPresent(ended -> told.accept(ended.description(), soFar)));
    }

    private void endTurn() {
        if (isInTurns && window >= sightings.firstOfNextTurn()) {
            var served = servers.nextWindow();
            var counted = counters.nextWindow();
            if (isWarmUp()) { // others warm up at the same time, and may share the servers
                sightings.endTurn(window, Map.of(), Map.of());
            } else {
                sightings.endTurn(window, served, counted);
            }
        }
    }

    private Optional<Phase> phase() {
        return window < 0 ? Optional.empty() : phases.apply(window);
    }

    private boolean isWarmUp() {
        return phase().filter(Phase.WarmUp.class::isInstance).isPresent();
    }

    /**
     * Leaves the CPUs to the target's compilers until they rest, or a limit is reached. Their work is that of the round
     * of warm-up before, which made it. To be called while the load rests.
     */
    public void awaitCompilers(Duration limit) {
        probe.ifPresent(opened -> {
            var rest = new CompilersAtRest(opened);
            var unused = new Pause(clock).until(rest::isSeen, limit);
        });
    }

    /** Whether the compilers had next to nothing to do since the last look. */
    private final class CompilersAtRest {
        private final TargetProbe opened;
        private long lookedNanos = clock.nanoTime();

        CompilersAtRest(TargetProbe opened) {
            this.opened = opened;
        }

        boolean isSeen() {
            double seconds = (clock.nanoTime() - lookedNanos) / 1e9;
            if (seconds < LOOK_SECONDS) {
                return false;
            }
            lookedNanos = clock.nanoTime();
            var seen = opened.nextWindow();
            seen.ifPresent(sightings::addPause);
            return !seen.flatMap(InsideView::compilerSeconds)
                    .filter(busy -> busy > IDLE_SHARE * seconds)
                    .isPresent();
        }
    }

    /** The compilers' time in the last window that has ended. */
    public CompilerTime compilerTime() {
        return sightings.compilerTime();
    }

    /**
     * Reads counts first, because the load waits for these.
     *
     * @param deadlineNanos when the load goes on by itself: later counts hold requests of the next window, and are those
     *     of neither
     */
    private void closeWindow(long deadlineNanos) {
        if (!isOpen) {
            return;
        }
        isOpen = false;
        levels.ifPresent(watch -> watch.ended(window, clock.nanoTime()));
        if (!isInTurns) {
            count(deadlineNanos);
        }
        look();
    }

    /** Looks at target and generator at the end of a window's time. Requests in flight are still waited for. */
    private void look() {
        if (!isSeen) {
            isSeen = true;
            sightings.add(probe.flatMap(TargetProbe::nextWindow), meter.nextWindow());
        }
    }

    private void count(long deadlineNanos) {
        var servedNow = servers.nextWindow();
        var countedNow = counters.nextWindow();
        boolean isLate = clock.nanoTime() > deadlineNanos;
        if (isLate || wasLate) {
            sightings.addCounts(Map.of(), Map.of());
        } else {
            sightings.addCounts(servedNow, countedNow);
        }
        wasLate = isLate;
    }

    private void tick(Consumer<Tick> ticker) {
        nextTick = Math.max(nextTick + TICK_NANOS, clock.nanoTime()); // no rush after a pause
        long time = clock.nanoTime() - startNanos;
        if (time / SAMPLE_NANOS > sampledSeconds) {
            sampledSeconds = time / SAMPLE_NANOS;
            sample();
            levels.ifPresent(watch -> watch.sampled(lastSecond.soFar()));
        } else if ((time + TICK_NANOS) / SAMPLE_NANOS > sampledSeconds) {
            probe.ifPresent(opened -> opened.ask(course.isPresent()));
        }
        var glance = probe.map(TargetProbe::glance).orElse(ProbeGlance.NOTHING);
        long now = clock.nanoTime();
        ticker.accept(new Tick(
                window,
                phase(),
                (now - windowStartNanos) / 1e9,
                (now - startNanos) / 1e9,
                recording.usersNow(),
                lastSecond,
                glance,
                meter.glance(),
                course.<CourseSoFar>map(recorder -> recorder::since).orElse(CourseSoFar.NONE)));
    }

    private void sample() {
        long start = clock.nanoTime(); // before the servers are asked, which may take long
        var sample = courseSample();
        lastSecond = recording.sample(clock.nanoTime());
        course.ifPresent(recorder -> recorder.sampled(start, sample, recording.takeRows()));
    }

    private CourseRecorder.Sample courseSample() {
        return new CourseRecorder.Sample(probe.flatMap(TargetProbe::poll), servers.poll(), meter.poll());
    }

    /** The load ended or rests: a step that has hardly begun gets the last responses only. */
    private void endCourse() {
        course.ifPresent(recorder -> {
            long now = clock.nanoTime();
            if (recorder.isDue(now)) {
                sample();
            } else {
                lastSecond = recording.sample(now);
                recorder.ended(now, recording.takeRows());
            }
        });
    }

    /** The findings with the views inside target and generator. */
    public Measurement complete(Measurement measurement) {
        return sightings.addedTo(measurement).with(course.flatMap(CourseRecorder::course));
    }
}
