package dev.ralbench.load;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs one load plan against one sender: begins it, stops it, and says when it has ended. Knows no HTTP, no histogram and
 * no scenario file.
 */
public final class LoadGenerator {
    /**
     * A user that fails so often in a row to be set up ends the load, if none has succeeded; it gives up, if others wait for
     * it.
     */
    static final int MOST_FAILED_SETUPS = 5;

    private static final LoadEnd CARRIED_OUT = new LoadEnd(LoadEnd.Reason.PLAN, "");

    private final LoadPlan plan;
    private final LoadShare share;
    private final LoopDrivers loops;
    private final PhaseSequence phases;
    private final List<Feeder> feeders;
    private final CompletableFuture<LoadEnd> end = new CompletableFuture<>();
    private final AtomicInteger loopsRunning;
    private final AtomicInteger usersWithoutData = new AtomicInteger();
    private final AtomicReference<@Nullable LoadEnd> cause = new AtomicReference<>();
    /** Read before every request: it takes a while until an event loop that is busy hears of an end. */
    private volatile boolean endsNow;

    private volatile boolean isOutOfData;
    private volatile boolean isAborted;
    /** Whether any user could send what comes before its journeys; and how one could not, if one could not. */
    private volatile boolean isAnySetUp;

    private final AtomicReference<@Nullable String> setupFailure = new AtomicReference<>();
    private final AtomicBoolean hasFarewells = new AtomicBoolean();
    private final AtomicInteger loopsWithFarewells = new AtomicInteger();

    /**
     * Prepares a load; nothing is sent before {@link #start}.
     *
     * @param windows told when a window begins, and when a counted one has ended
     */
    public LoadGenerator(LoadPlan plan, RequestSender sender, LoadRecorder.Factory recorders, WindowListener windows) {
        this(plan, sender, recorders, windows, false, List.of());
    }

    /**
     * Likewise.
     *
     * @param sharesCpus whether event loops may interrupt the service, on CPUs that they share: users of the closed
     *     model then react to a response after 0.1 ms, where that is at most a hundredth of their turn
     * @param feeders of the requests: the load ends when they are used up
     */
    public LoadGenerator(
            LoadPlan plan,
            RequestSender sender,
            LoadRecorder.Factory recorders,
            WindowListener windows,
            boolean sharesCpus,
            List<Feeder> feeders) {
        this(plan, sender, recorders, windows, sharesCpus, feeders, LoadShare.WHOLE, OtherGenerators.NONE);
    }

    /**
     * Likewise, of a part of a load.
     *
     * @param others that send the rest of it
     */
    public LoadGenerator(
            LoadPlan plan,
            RequestSender sender,
            LoadRecorder.Factory recorders,
            WindowListener windows,
            boolean sharesCpus,
            List<Feeder> feeders,
            LoadShare share,
            OtherGenerators others) {
        this.plan = plan;
        this.share = share;
        var all = sender.loops();
        this.loops = new LoopDrivers(IntStream.range(0, all.size())
                .mapToObj(i -> new LoopDriver(
                        this, all.get(i), recorders.forLoop(i), new LoopPlace(share, i, all.size()), plan, sharesCpus))
                .toList());
        this.feeders = List.copyOf(feeders);
        this.phases = new PhaseSequence(plan, loops, share, others, windows);
        this.loopsRunning = new AtomicInteger(all.size());
    }

    /**
     * Starts the load.
     *
     * @return completes when the last request has ended or was dropped; exceptionally when the load has failed
     */
    public CompletableFuture<LoadEnd> start() {
        // On the loop itself: the time to get there must not be missing from the first phase.
        loops.onFirst(() -> phases.begin(0, loops.first().loop().nanoTime(), LeastLengths.NONE));
        return end;
    }

    /**
     * Likewise, at an instant that all generators of the load have agreed on.
     *
     * @param nanos of the event loops' clock, not passed
     */
    public CompletableFuture<LoadEnd> startAt(long nanos) {
        loops.onFirst(() -> phases.begin(0, nanos, LeastLengths.NONE));
        return end;
    }

    /** Sends no more requests and waits for those in flight, at most for the timeout. May be called from any thread. */
    public void stop() {
        stop(new LoadEnd(LoadEnd.Reason.STOPPED, "stopped by the user"));
    }

    /** Stops like {@link #stop()}, but because enough was measured and not because the user asked for it. */
    public void stopAsSeen() {
        stop(new LoadEnd(LoadEnd.Reason.ENOUGH, ""));
    }

    private void stop(LoadEnd why) {
        endsBecauseOf(why);
        loops.onAll(LoopDriver::stopPolitely);
    }

    /** Ends the load at once. May be called from any thread. */
    public void abort() {
        isAborted = true;
        endNow(new LoadEnd(LoadEnd.Reason.ABORTED, "aborted by the user"));
    }

    /**
     * Has a warm-up be followed by another one by the same users; to be called while the load rests after it.
     *
     * @param requests of the other one
     * @throws IllegalArgumentException if the window is no warm-up that ends in a rest
     */
    public void repeat(int window, long requests) {
        phases.repeat(window, requests);
    }

    /**
     * Replaces all that is planned after a phase in which a level of a search settles by other levels; does nothing if that
     * is over. May be called from any thread.
     *
     * @param users of each level
     * @param settle how long the first one settles
     * @return whether it was in time, or the load is ending anyway
     * @throws IllegalArgumentException if the load is no search
     */
    public CompletableFuture<Boolean> followWith(int window, List<Integer> users, Duration settle) {
        var climb = plan.shape()
                .search()
                .orElseThrow(() -> new IllegalArgumentException("the load is no search for the most users"));
        return phases.replaceAfter(window, climb.phases(users, settle));
    }

    /** The phase that a window is. */
    public Phase phase(int window) {
        return phases.phase(window);
    }

    /** The plan with every repeated warm-up, turns as long as they were, and the levels that a search asked for. */
    public UserTimeline performed() {
        return phases.performed();
    }

    void countedPhaseOver(int window, CountedRun run, long atNanos) {
        phases.countedPhaseOver(window, run, atNanos);
    }

    void connectionsTried(int window, CountedRun run) {
        phases.connectionsTried(window, run);
    }

    void requestFailed(String detail) {
        if (plan.onFailure() == LoadPlan.OnFailure.ABORT) {
            endNow(new LoadEnd(LoadEnd.Reason.FIRST_FAILURE, detail));
        }
    }

    /**
     * Ends the load without notifying its event loops: something threw on one, or one has stopped, so the figures of
     * this load are unreliable. May be called from any thread.
     */
    public void fail(Throwable cause) {
        end.completeExceptionally(cause);
    }

    /**
     * A user has no data for its next request, and never will. The load ends with the last of them; at once, if no other
     * user gets data any more.
     */
    void userWithoutData() {
        if (usersWithoutData.incrementAndGet() >= share.of(performed().maxUsers())
                || feeders.stream().anyMatch(Feeder::isUsedUp)) {
            arrivalWithoutData();
        }
    }

    /** There is no data for a request that is due, and later arrivals would only be fewer than planned. */
    void arrivalWithoutData() {
        isOutOfData = true;
        endsNow = true;
        stop(new LoadEnd(
                LoadEnd.Reason.NO_DATA,
                "ended before its plan, because the data was used up: "
                        + feeders.stream().map(Feeder::words).collect(Collectors.joining(", "))));
    }

    /** Whether the load ends because its data is used up: requests that have their rows are still sent. */
    boolean isOutOfData() {
        return isOutOfData;
    }

    /** Whether all event loops must stop sending, even unaware ones. */
    boolean endsNow() {
        return endsNow;
    }

    void userSetUp() {
        isAnySetUp = true;
    }

    void setUpFailed(String detail, int inARow) {
        setupFailure.set(detail);
        if (inARow >= MOST_FAILED_SETUPS && !isAnySetUp) {
            endNow(new LoadEnd(LoadEnd.Reason.NOT_SET_UP, detail));
        }
    }

    /** @param farewells whether users of the loop have something to send after the load */
    void loopEnded(int window, boolean farewells) {
        if (farewells) {
            hasFarewells.set(true);
        }
        if (loopsRunning.decrementAndGet() > 0) {
            return;
        }
        if (hasFarewells.get() && !isAborted) {
            loopsWithFarewells.set(loops.count());
            phases.hearOfEnd(
                    window,
                    () -> loops.onAll(driver -> driver.sayFarewell(() -> {
                        if (loopsWithFarewells.decrementAndGet() == 0) {
                            complete();
                        }
                    })));
        } else {
            complete();
        }
    }

    /** Whether nothing more is to be sent at all. */
    boolean isAborted() {
        return isAborted;
    }

    /** Once the load has ended, only what users send after their journeys can be stopped. */
    private void endsBecauseOf(LoadEnd why) {
        if (loopsRunning.get() > 0) {
            cause.compareAndSet(null, why);
        }
    }

    private void complete() {
        var why = cause.get();
        var failure = setupFailure.get();
        if (why == null && failure != null && !isAnySetUp) {
            why = new LoadEnd(LoadEnd.Reason.NOT_SET_UP, failure);
        }
        end.complete(why == null ? CARRIED_OUT : why);
    }

    private void endNow(LoadEnd why) {
        endsBecauseOf(why);
        endsNow = true;
        loops.onAll(driver -> {
            driver.stopNow(Outcome.DROPPED_AT_STOP);
            if (isAborted) {
                driver.endFarewells();
            }
        });
    }
}
