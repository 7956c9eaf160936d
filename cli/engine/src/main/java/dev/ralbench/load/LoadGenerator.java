package dev.ralbench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs one load plan against one sender: tells each event loop when a segment of the timeline begins and when the load
 * ends. Knows no HTTP, no histogram and no scenario file.
 */
public final class LoadGenerator {
    private static final LoadEnd CARRIED_OUT = new LoadEnd(LoadEnd.Reason.PLAN, "");

    private final LoadPlan plan;
    private final UserTimeline planned;
    /**
     * What is carried out: as planned, but for warm-ups that are repeated and turns that take longer. Window i is the i-th
     * of these.
     */
    private final List<Segment> segments;

    private final int loopCount;
    private final List<LoopDriver> drivers = new ArrayList<>();
    private final WindowListener windows;
    private final CompletableFuture<LoadEnd> end = new CompletableFuture<>();
    private final AtomicInteger loopsRunning;
    private final AtomicReference<@Nullable LoadEnd> cause = new AtomicReference<>();
    /** Read before every request: it takes a while until an event loop that is busy hears of an end. */
    private volatile boolean endsNow;

    /**
     * Prepares a load; nothing is sent before {@link #start}.
     *
     * @param windows told when a window begins, and when a counted one has ended
     */
    public LoadGenerator(LoadPlan plan, RequestSender sender, LoadRecorder.Factory recorders, WindowListener windows) {
        this.plan = plan;
        this.planned = plan.timeline();
        this.segments = new CopyOnWriteArrayList<>(planned.segments());
        this.windows = windows;
        var loops = sender.loops();
        this.loopCount = loops.size();
        this.loopsRunning = new AtomicInteger(loops.size());
        for (int i = 0; i < loops.size(); i++) {
            drivers.add(new LoopDriver(this, loops.get(i), recorders.forLoop(i), i, plan));
        }
    }

    /**
     * Starts the load.
     *
     * @return completes when the last request has ended or was dropped; exceptionally when the load has failed
     */
    public CompletableFuture<LoadEnd> start() {
        // On the loop itself: what it takes to get there must not be missing from the first segment.
        onFirstLoop(this::begin);
        return end;
    }

    private void begin() {
        long startNanos = drivers.getFirst().loop().nanoTime();
        beginOnAllLoops(0, startNanos);
    }

    /** Sends no more requests and waits for those in flight, at most for the timeout. May be called from any thread. */
    public void stop() {
        stop(new LoadEnd(LoadEnd.Reason.STOPPED, "stopped by the user"));
    }

    /** The same because enough was seen, and nobody wishes otherwise. */
    public void stopAsSeen() {
        stop(new LoadEnd(LoadEnd.Reason.ENOUGH, ""));
    }

    private void stop(LoadEnd why) {
        cause.compareAndSet(null, why);
        onAllLoops(LoopDriver::stopPolitely);
    }

    /** Ends the load at once. May be called from any thread. */
    public void abort() {
        endNow(new LoadEnd(LoadEnd.Reason.ABORTED, "aborted by the user"));
    }

    /**
     * Has a warm-up be followed by another one by the same users; to be called while the load rests after it.
     *
     * @param requests of the other one
     * @throws IllegalArgumentException if the window is no warm-up that ends in a rest
     */
    public void repeat(int window, long requests) {
        if (!(segment(window) instanceof Segment.WarmUp warmUp) || warmUp.end() != Segment.WarmUp.End.REST) {
            throw new IllegalArgumentException("window " + window + " is no warm-up that can be repeated");
        }
        segments.add(window + 1, new Segment.WarmUp(warmUp.users(), requests, warmUp.end()));
    }

    /** The segment that a window is. */
    public Segment segment(int window) {
        return segments.get(window);
    }

    /** The plan with every repeated warm-up, and turns as long as they were. */
    public UserTimeline carriedOut() {
        return new UserTimeline(segments, planned.stopAfter());
    }

    int loopCount() {
        return loopCount;
    }

    void releaseBarrier() {
        onAllLoops(LoopDriver::releaseBarrier);
    }

    void requestFailed(String detail) {
        if (plan.onFailure() == LoadPlan.OnFailure.ABORT) {
            endNow(new LoadEnd(LoadEnd.Reason.FIRST_FAILURE, detail));
        }
    }

    /** The last user of a counted segment is done, or its time is over; only the first of both counts. */
    void countedSegmentOver(int window, CountedRun run, long atNanos) {
        if (!run.end()) {
            return;
        }
        if (run.goesOn()) {
            onFirstLoop(() -> beginNow(window + 1, LeastLengths.NONE));
            return;
        }
        if (window + 1 == segments.size()) {
            onAllLoops(driver -> driver.finish(atNanos));
            return;
        }
        onAllLoops(driver -> {
            driver.endCounted(atNanos);
            if (run.loopEnded()) {
                if (segment(window) instanceof Segment.WarmUp warmUp && warmUp.end() == Segment.WarmUp.End.REST) {
                    rest(window);
                } else {
                    handOver(window);
                }
            }
        });
    }

    /** Nothing is in flight: others have their turn, until somebody lets this load go on. */
    private void rest(int endedWindow) {
        var hasGoneOn = new AtomicBoolean();
        onFirstLoop(() -> {
            if (!drivers.getFirst().isStopping()) {
                windows.rests(endedWindow, atLeast -> {
                    if (hasGoneOn.compareAndSet(false, true)) {
                        onFirstLoop(() -> beginNow(endedWindow + 1, atLeast));
                    }
                });
            }
        });
    }

    /** Nothing of a window is in flight on any loop: the next one waits for those who look at what it has left. */
    private void handOver(int endedWindow) {
        var hasGoneOn = new AtomicBoolean();
        Runnable goOn = () -> {
            if (hasGoneOn.compareAndSet(false, true)) {
                onFirstLoop(() -> beginNow(endedWindow + 1, LeastLengths.NONE));
            }
        };
        onFirstLoop(() -> {
            var first = drivers.getFirst();
            if (first.isStopping()) {
                return;
            }
            first.at(first.loop().nanoTime() + WindowListener.LONGEST_WAIT.toNanos(), goOn);
            windows.windowEnded(endedWindow, goOn);
        });
    }

    private void beginNow(int window, LeastLengths atLeast) {
        var first = drivers.getFirst();
        if (!first.isStopping()) {
            beginOnAllLoops(window, first.loop().nanoTime(), atLeast);
        }
    }

    /**
     * Ends the load without a word to its event loops: something threw on one, or one does not run any more, and no
     * figure of this load can be relied on. May be called from any thread.
     */
    public void fail(Throwable cause) {
        end.completeExceptionally(cause);
    }

    /** Whether no event loop may send any more, even one that does not know yet. */
    boolean endsNow() {
        return endsNow;
    }

    void loopEnded() {
        if (loopsRunning.decrementAndGet() == 0) {
            var why = cause.get();
            end.complete(why == null ? CARRIED_OUT : why);
        }
    }

    private void endNow(LoadEnd why) {
        cause.compareAndSet(null, why);
        endsNow = true;
        onAllLoops(driver -> driver.stopNow(Outcome.DROPPED_AT_STOP));
    }

    private boolean hasCountedSegment() {
        return segments.stream().anyMatch(Segment.Counted.class::isInstance);
    }

    private Optional<CountedRun> countedRun(Segment segment) {
        return switch (segment) {
            case Segment.Counted counted -> Optional.of(new CountedRun(counted, false, loopCount));
            case Segment.WarmUp warmUp ->
                Optional.of(new CountedRun(warmUp.counted(), warmUp.end() == Segment.WarmUp.End.GO_ON, loopCount));
            case Segment.Hold level -> Optional.empty();
            case Segment.Slope slope -> Optional.empty();
            case Segment.LeadIn leadIn -> Optional.empty();
            case Segment.Turn turn -> Optional.empty();
            case Segment.Open open -> Optional.empty();
        };
    }

    private void beginOnAllLoops(int window, long startNanos) {
        beginOnAllLoops(window, startNanos, LeastLengths.NONE);
    }

    /** Begins a segment on every loop and, where its length is planned, lets the next one follow without drift. */
    private void beginOnAllLoops(int window, long startNanos, LeastLengths atLeast) {
        var segment = lengthened(window, atLeast);
        if (window == planned.firstMeasured() && hasCountedSegment()) {
            plan.stopAfter().ifPresent(after -> scheduleStop(startNanos + after.toNanos(), Outcome.STILL_OPEN));
        }
        var run = countedRun(segment).orElse(null);
        if (run != null) {
            endWhenTimeIsOver(window, run, startNanos);
        }
        for (var driver : drivers) {
            driver.at(startNanos, () -> driver.begin(window, segment, run, startNanos));
        }
        drivers.getFirst().at(startNanos, () -> windows.windowBegan(window));
        if (segment.plannedSeconds().isPresent()) {
            long length = Math.round(segment.plannedSeconds().getAsDouble() * 1e9);
            long least = atLeast.of(segment).toNanos();
            endAsPlanned(window, segment, startNanos, startNanos + Math.max(length, least), atLeast);
        }
    }

    private Segment lengthened(int window, LeastLengths atLeast) {
        if (segment(window) instanceof Segment.Turn turn && turn.length().compareTo(atLeast.turn()) < 0) {
            segments.set(window, new Segment.Turn(turn.users(), atLeast.turn()));
        }
        return segment(window);
    }

    private void endAsPlanned(int window, Segment segment, long startNanos, long endNanos, LeastLengths atLeast) {
        boolean isLast = window + 1 == segments.size();
        if (segment instanceof Segment.Turn) {
            endDrained(window, endNanos, () -> turnDrained(window));
        } else if (isLast) {
            scheduleStop(endNanos, Outcome.DROPPED_AT_STOP);
        } else if (segment(window + 1) instanceof Segment.Counted) {
            // A user who still waits for an answer cannot begin, and what others wait for is load that was not asked
            // for.
            endDrained(window, endNanos, () -> handOver(window));
        } else {
            drivers.getFirst().at(startNanos, () -> beginOnAllLoops(window + 1, endNanos, atLeast));
        }
    }

    private void endDrained(int window, long endNanos, Runnable afterwards) {
        var loopsBusy = new AtomicInteger(loopCount);
        Runnable drained = () -> {
            if (loopsBusy.decrementAndGet() == 0) {
                afterwards.run();
            }
        };
        for (var driver : drivers) {
            driver.at(endNanos, () -> driver.endDrained(endNanos, drained));
        }
        var first = drivers.getFirst();
        first.at(endNanos, () -> {
            if (!first.isStopping()) {
                windows.drains(window);
            }
        });
    }

    private void turnDrained(int window) {
        if (window + 1 < segments.size()) {
            rest(window);
        } else {
            onAllLoops(driver -> driver.finish(driver.loop().nanoTime()));
        }
    }

    private void endWhenTimeIsOver(int window, CountedRun run, long startNanos) {
        run.within().ifPresent(within -> {
            long endNanos = startNanos + within.toNanos();
            drivers.getFirst().at(endNanos, () -> countedSegmentOver(window, run, endNanos));
        });
    }

    private void scheduleStop(long atNanos, Outcome outcomeOfOpenRequests) {
        for (var driver : drivers) {
            driver.at(atNanos, () -> driver.stopNow(outcomeOfOpenRequests));
        }
    }

    private void onFirstLoop(Runnable action) {
        var first = drivers.getFirst();
        first.loop().execute(() -> first.guarded(action));
    }

    private void onAllLoops(Consumer<LoopDriver> action) {
        for (var driver : drivers) {
            driver.loop().execute(() -> driver.guarded(() -> action.accept(driver)));
        }
    }
}
