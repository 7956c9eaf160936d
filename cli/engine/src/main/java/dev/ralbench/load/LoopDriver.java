package dev.ralbench.load;

import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestSender.SenderLoop;
import dev.ralbench.load.RequestSender.UserConnection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Drives the users of one event loop through the phases of the timeline. Everything runs on that loop, so nothing
 * here is shared; matters of all loops go through the {@link LoadGenerator}.
 */
final class LoopDriver {
    private final LoadGenerator generator;
    private final SenderLoop loop;
    private final LoadRecorder recorder;
    /** Whether it sends nothing, but follows the phases. */
    private final boolean isIdle;

    private final LoopPlace.Numbers numbers;
    private final LoopUsers users;
    private final ArrivalConnections pool;
    private final LoopWaits waits;
    private final long thinkNanos;
    private final Duration timeout;
    private final boolean sharesCpus;
    private final Reaction reaction = new Reaction();

    private boolean isStopping;
    private boolean hasEnded;
    /** Whether users think between two requests; not in rounds of warm-up, which are to keep compilers busy. */
    private boolean hasPauses;

    private boolean allowsPauses;
    /** A counted phase has ended and the next has not begun: time that belongs to no window. */
    private boolean isBetweenWindows;

    private final Drain drain = new Drain();

    private long lastRestNanos = Long.MIN_VALUE;
    private int window = -1;
    private @Nullable CountedRun counted;
    private int connectionsMade;
    /** Users that have something to send after the load, and have not done so. */
    private int farewellsLeft;

    private @Nullable Runnable farewellsSaid;

    /**
     * A driver that has not begun.
     *
     * @param place of the loop among all
     */
    LoopDriver(
            LoadGenerator generator,
            SenderLoop loop,
            LoadRecorder recorder,
            LoopPlace place,
            LoadPlan plan,
            boolean sharesCpus) {
        this.generator = generator;
        this.loop = loop;
        this.recorder = recorder;
        this.isIdle = place.share().isNothing();
        this.numbers = place.users();
        this.users = new LoopUsers(this, numbers);
        this.waits = new LoopWaits(this, plan);
        this.timeout = plan.timeout();
        this.sharesCpus = sharesCpus;
        this.thinkNanos = plan.think().toNanos();
        this.pool = new ArrivalConnections(this, place, plan);
    }

    SenderLoop loop() {
        return loop;
    }

    LoadRecorder recorder() {
        return recorder;
    }

    /** A connection with the number of a user of its own: no other loop of the load has it. */
    UserConnection newConnection(ConnectionListener listener) {
        return loop.newConnection(numbers.first() + connectionsMade++ * numbers.step(), listener);
    }

    int window() {
        return window;
    }

    LoopWaits waits() {
        return waits;
    }

    /** Whether no more requests are to be sent; if the load ends at a failure, from then on. */
    boolean isStopping() {
        return isStopping || generator.endsNow();
    }

    boolean hasPauses() {
        return hasPauses;
    }

    /** Whether users pause where their journeys say so: as for thinking. */
    boolean allowsPauses() {
        return allowsPauses;
    }

    /** The pause after a request that has none of its own. */
    long thinkNanos() {
        return hasPauses ? thinkNanos : 0;
    }

    /** Whether a user whose request has ended is to react to that after a moment. */
    boolean takesAMoment(long endNanos) {
        return sharesCpus && reaction.isDue(endNanos, users.active()) && !waits.reactsLate(endNanos);
    }

    boolean isBetweenWindows() {
        return isBetweenWindows;
    }

    /** Whether the user has to wait until all users of a burst have tried to connect. */
    boolean barrierHolds(User user) {
        return !isStopping() && counted != null && users.isWanted(user) && counted.barrierIsUp();
    }

    void connectionTried() {
        if (counted != null && counted.connectionTried()) {
            generator.connectionsTried(window, counted);
        }
    }

    /** Whether the user may send another request, and which count is charged. */
    Allowance allowance(User user) {
        if (isStopping() || !users.isWanted(user)) {
            return Allowance.NONE;
        }
        if (counted == null || counted.goesOn()) {
            return Allowance.UNLIMITED;
        }
        if (counted.isShared()) {
            return counted.claim() ? Allowance.UNLIMITED : Allowance.NONE;
        }
        return Allowance.OWN_COUNT;
    }

    /**
     * Whether it is likely to get one, without charging any: to be set up is in vain otherwise.
     *
     * @param ownLeft of its own count
     */
    boolean mayTakeAnother(User user, long ownLeft) {
        if (isStopping() || !users.isWanted(user)) {
            return false;
        }
        return counted == null || counted.goesOn() || (counted.isShared() ? counted.hasUnclaimed() : ownLeft > 0);
    }

    /** A request of the current window is on its way, or has failed before. */
    void sent(int ofWindow) {
        if (counted != null && counted.goesOn() && ofWindow == window && counted.sent()) {
            generator.countedPhaseOver(window, counted, loop.nanoTime());
        }
    }

    /** Begins a phase; its planned beginning is now or has just passed. */
    void begin(int newWindow, Phase phase, @Nullable CountedRun run, long plannedStartNanos) {
        if (hasEnded || isStopping) {
            return;
        }
        long nowNanos = loop.nanoTime();
        pool.endPhase(Math.max(nowNanos, plannedStartNanos));
        users.forEach(user -> user.settle(window, nowNanos));
        isBetweenWindows = false;
        window = newWindow;
        counted = run;
        allowsPauses = !(phase instanceof Phase.WarmUp warmUp && warmUp.end() == Phase.WarmUp.End.REST);
        hasPauses = thinkNanos > 0 && allowsPauses;
        recorder.windowBegan(newWindow, phase instanceof Phase.Open, nowNanos);
        if (isIdle) {
            return;
        }
        switch (phase) {
            case Phase.Hold level -> users.want(level.users(), nowNanos);
            case Phase.Slope slope -> users.slide(slope, plannedStartNanos, nowNanos);
            case Phase.Counted c -> users.count(c, plannedStartNanos, nowNanos);
            case Phase.WarmUp warmUp -> users.count(warmUp.counted(), plannedStartNanos, nowNanos);
            case Phase.LeadIn leadIn -> users.want(leadIn.users(), nowNanos);
            case Phase.Turn turn -> users.want(turn.users(), nowNanos);
            case Phase.Open open -> {
                users.letGo(0, nowNanos);
                pool.begin(open, newWindow, plannedStartNanos);
            }
        }
    }

    /**
     * Ends a phase of a planned length: no new requests, and those in flight are waited for. Connections stay open.
     *
     * @param plannedEndNanos now or just past
     * @param drained done once, when nothing is in flight
     */
    void endDrained(long plannedEndNanos, Runnable drained) {
        if (hasEnded || isStopping) {
            return;
        }
        long nowNanos = loop.nanoTime();
        pool.endPhase(Math.max(nowNanos, plannedEndNanos));
        users.forEach(user -> user.settle(window, nowNanos));
        recorder.windowEnded(nowNanos);
        isBetweenWindows = true;
        pool.endPausing(nowNanos);
        drain.begin(drained);
        users.letGo(0, nowNanos);
        drain.look(isQuiet());
    }

    private boolean isQuiet() {
        return users.isEmpty() && pool.busy() == 0;
    }

    /**
     * Ends a counted phase and the rest of it. If its requests are done, there is no rest: all of its users are idle.
     */
    void endCounted(long atNanos) {
        if (hasEnded || isStopping) {
            return;
        }
        long nowNanos = loop.nanoTime();
        users.forEach(user -> user.cutShort(nowNanos));
        recorder.windowEnded(lastDoneNanos(atNanos));
        isBetweenWindows = true;
    }

    /** When the last user was done: on this loop, or on the one that says when all were. */
    private long lastDoneNanos(long atNanos) {
        return Math.max(atNanos, lastRestNanos);
    }

    void rested(User user, long nowNanos) {
        users.rested();
        lastRestNanos = Math.max(lastRestNanos, nowNanos);
        if (counted != null && !isStopping() && users.isWanted(user) && counted.userDone()) {
            generator.countedPhaseOver(window, counted, nowNanos);
        }
        quietened();
    }

    /** A user rests, or a connection has no request any more: a drain or a polite stop may have waited for that. */
    void quietened() {
        drain.look(isQuiet());
        endIfQuiet();
    }

    private void endIfQuiet() {
        if (isStopping && isQuiet()) {
            end(loop.nanoTime());
        }
    }

    /** How many users are active, or connections have a request. */
    void activeChanged() {
        recorder.activeUsers(users.active() + pool.busy());
    }

    void releaseBarrier() {
        long nowNanos = loop.nanoTime();
        users.forEach(user -> user.release(nowNanos));
    }

    /** A user was in a state for so long. */
    void spent(int ofWindow, UserState state, long nanos) {
        if (!isBetweenWindows) {
            recorder.spent(ofWindow, state, nanos);
        }
    }

    /** Whether users that have drawn a request may send it, although the load is stopping. */
    boolean isOutOfData() {
        return generator.isOutOfData();
    }

    void userWithoutData() {
        generator.userWithoutData();
    }

    void arrivalWithoutData() {
        generator.arrivalWithoutData();
    }

    void failed(String detail) {
        generator.requestFailed(detail);
    }

    /** Whether the present phase lasts until each of its users is done. */
    boolean isCounting() {
        return counted != null && !counted.goesOn();
    }

    SetupRequests setup(UserConnection connection, SetupRequests.Owner owner) {
        return new SetupRequests(loop, connection, timeout, this::guarded, owner);
    }

    void userSetUp() {
        generator.userSetUp();
    }

    /** @param inARow how often the user has failed, one time after the other */
    void setUpFailed(String detail, int inARow) {
        recorder.setUpFailed(detail);
        generator.setUpFailed(detail, inARow);
    }

    /** Runs the task on this loop at the given time. */
    void at(long nanos, Runnable task) {
        loop.schedule(nanos, () -> guarded(task));
    }

    /**
     * Runs the task on this loop once it has polled its connections. An executed task would run before that, because
     * loops run all tasks that there are, and those that these make.
     */
    void soon(Runnable task) {
        at(loop.nanoTime(), task);
    }

    /** An exception on an event loop would vanish in the library that runs it, and the load would never end. */
    void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            defect(e);
        }
    }

    void defect(Throwable cause) {
        generator.fail(cause);
    }

    /** Sends no new requests, and ends when those in flight have ended. */
    void stopPolitely() {
        if (hasEnded) {
            return;
        }
        isStopping = true;
        long nowNanos = loop.nanoTime();
        pool.endPhase(nowNanos);
        pool.dropUnsent(nowNanos);
        users.forEach(user -> user.stopPolitely(nowNanos));
        endIfQuiet();
    }

    /** Ends now; requests in flight get the given outcome, those of open phases are dropped. */
    void stopNow(Outcome outcomeOfOpenRequests) {
        if (hasEnded) {
            return;
        }
        isStopping = true;
        long nowNanos = loop.nanoTime();
        pool.endPhase(nowNanos);
        pool.dropAll(nowNanos);
        users.forEach(user -> user.stopNow(outcomeOfOpenRequests, nowNanos));
        end(nowNanos);
    }

    /** Ends with the last counted phase; requests in flight are still open. */
    void finish(long atNanos) {
        if (users.isEmpty() && !hasEnded) {
            isStopping = true;
            pool.dropAll(loop.nanoTime());
            end(lastDoneNanos(atNanos));
        } else {
            stopNow(Outcome.STILL_OPEN);
        }
    }

    private void end(long nowNanos) {
        if (hasEnded) {
            return;
        }
        hasEnded = true;
        recorder.loadEnded(nowNanos);
        boolean hasFarewells = users.farewells() + pool.farewells() > 0;
        if (!hasFarewells) {
            close();
        }
        generator.loopEnded(window, hasFarewells);
    }

    private void close() {
        users.forEach(User::closeConnection);
        pool.close();
    }

    /**
     * The load has ended on all loops: has its users send what comes after their journeys, for the timeout at most.
     *
     * @param done when all of them have
     */
    void sayFarewell(Runnable done) {
        long nowNanos = loop.nanoTime();
        farewellsLeft = users.farewells() + pool.farewells();
        farewellsSaid = done;
        if (farewellsLeft == 0 || generator.isAborted()) {
            endFarewells();
            return;
        }
        at(nowNanos + timeout.toNanos(), this::endFarewells);
        Runnable said = () -> {
            farewellsLeft--;
            if (farewellsLeft == 0) {
                endFarewells();
            }
        };
        users.forEach(user -> {
            if (user.hasFarewell()) {
                user.sayFarewell(nowNanos, said);
            }
        });
        pool.sayFarewell(nowNanos, said);
    }

    /** Closes all connections, whatever is in flight. */
    void endFarewells() {
        var done = farewellsSaid;
        if (done != null) {
            farewellsSaid = null;
            close();
            done.run();
        }
    }
}
