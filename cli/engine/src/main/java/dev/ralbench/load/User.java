package dev.ralbench.load;

import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestSender.UserConnection;
import dev.ralbench.load.SetupRequests.StepFailure;
import java.util.Optional;

/**
 * One user of the closed model: one connection and one loop of send, wait for the whole response or the timeout,
 * think, send again. Which request follows is decided by its {@link UserRequests}; whether another journey may begin, by
 * the driver. Lives on one event loop.
 */
final class User implements ConnectionListener {
    private final int number;
    private final LoopDriver driver;
    private final UserConnection connection;
    private final UserRequests requests;
    /** Its requests before and after all journeys. */
    private final SetupRequests setup;

    private final Wait response = new Wait(this::timedOut);
    private final Wait pause = new Wait(this::pauseEnded);

    private boolean isActive;
    private boolean isLeaving;
    /** Waits before it reacts to a response; otherwise a pause that is planned. */
    private boolean isReacting;

    private boolean waitsAtBarrier;
    private boolean hasArrivedAtBarrier;
    /** May send one request without asking again: has asked, and then had to connect first. */
    private boolean isGranted;

    private long requestsLeft;
    private UserState state = UserState.IDLE;
    private long stateSinceNanos;
    private long startNanos;
    private int window;
    /** The one that was drawn last. */
    private int request = UserRequests.NONE;

    /** Whether that one is still to be sent. */
    private boolean isDrawn;

    /** Whether the first request of the present journey was sent, and its last one has not ended. */
    private boolean hasBegun;

    private int journeyWindow;
    private long journeyNanos;
    /** A step has failed after which the user is to send nothing more. */
    private boolean hasStopped;

    /** Tries to be set up that have failed, one after the other. */
    private int failedSetups;

    /** Counts pauses of the scenario's journeys: the end of an earlier one is ignored. */
    private long pauses;
    /** The data of its requests is used up. */
    private boolean isWithoutData;

    User(int number, LoopDriver driver) {
        this.number = number;
        this.driver = driver;
        this.connection = driver.newConnection(this);
        this.requests = connection.requests();
        this.setup = driver.setup(connection, this::setupEnded);
    }

    int number() {
        return number;
    }

    boolean isActive() {
        return isActive;
    }

    /** Gives the user its share of a counted phase: so many journeys, each a single request if it has no further step. */
    void allow(long journeys) {
        requestsLeft = journeys;
        hasArrivedAtBarrier = false;
    }

    /**
     * Becomes active and sends its first request.
     *
     * @param sinceNanos when it was wanted: if many begin together, its turn to connect comes later; that wait counts
     *     as presence, and not as the target's time to accept it
     */
    void start(long sinceNanos, long nowNanos) {
        isActive = true;
        state = connection.isOpen() ? UserState.IDLE : UserState.CONNECTING;
        stateSinceNanos = sinceNanos;
        next(nowNanos);
    }

    /** Is wanted (again), should it be on its way out. */
    void stay(long nowNanos) {
        if (isLeaving) {
            settle(driver.window(), nowNanos);
            isLeaving = false;
        }
    }

    /** Is not wanted any more: a request in flight is still waited for, anything else ends now. */
    void leave(long nowNanos) {
        if (!isActive || (isLeaving && setup.isUnderWay())) {
            return; // it says farewell
        }
        settle(driver.window(), nowNanos);
        isLeaving = true;
        if (state != UserState.WAITING) {
            giveUp(nowNanos);
        }
    }

    /** Goes on after the barrier of a burst. */
    void release(long nowNanos) {
        if (waitsAtBarrier) {
            waitsAtBarrier = false;
            next(nowNanos);
        }
    }

    private void next(long nowNanos) {
        if (hasBegun) {
            goOn(nowNanos);
        } else if (!requests.isSetUp() && !hasStopped) {
            setUp(nowNanos);
        } else if (driver.barrierHolds(this)) {
            waitAtBarrier(nowNanos);
        } else if (hasStopped || !takesAnother()) {
            rest(nowNanos);
        } else if (!draws()) {
            withoutData(nowNanos);
        } else if (connection.isOpen()) {
            send(nowNanos);
        } else {
            isGranted = true;
            connect(nowNanos);
        }
    }

    private void withoutData(long nowNanos) {
        requestsLeft = 0;
        if (!isWithoutData) {
            isWithoutData = true;
            driver.userWithoutData();
        }
        rest(nowNanos);
    }

    /** Sends what comes before its journeys: a part of getting ready, as connecting is. */
    private void setUp(long nowNanos) {
        isGranted = false;
        if (isLeaving || !driver.mayTakeAnother(this, requestsLeft)) {
            rest(nowNanos);
        } else if (requests.next() == UserRequests.NONE) {
            withoutData(nowNanos);
        } else {
            enter(UserState.CONNECTING, nowNanos);
            setup.begin(nowNanos);
        }
    }

    private void setupEnded(long endNanos, Optional<StepFailure> failure) {
        if (!requests.isBeforeJourneys()) {
            saidFarewell(endNanos);
        } else if (failure.isEmpty()) {
            failedSetups = 0;
            driver.userSetUp();
            next(endNanos);
        } else {
            failedSetups++;
            driver.setUpFailed(failure.get().inWords(), failedSetups);
            tryAgain(endNanos);
        }
    }

    /** After a while; not without end where the others would wait for this user. */
    private void tryAgain(long endNanos) {
        if (isLeaving || driver.isStopping()) {
            rest(endNanos);
            return;
        }
        if (driver.isCounting() && failedSetups >= LoadGenerator.MOST_FAILED_SETUPS) {
            hasStopped = true;
            boolean isAwaited = driver.barrierHolds(this);
            rest(endNanos);
            if (isAwaited) {
                arriveAtBarrier();
            }
            return;
        }
        enter(UserState.IDLE, endNanos);
        long mine = ++pauses;
        long dueNanos = endNanos + SetupRequests.BACK_OFF_NANOS;
        driver.at(dueNanos, () -> {
            if (mine == pauses) {
                next(dueNanos);
            }
        });
    }

    private void saidFarewell(long nowNanos) {
        if (isLeaving || driver.isStopping()) {
            rest(nowNanos);
        } else {
            next(nowNanos); // is wanted again
        }
    }

    /** Whether it has anything to send when the load has ended. */
    boolean hasFarewell() {
        return requests.hasFarewell();
    }

    /** The load has ended, and with it all figures: sends what comes after the journeys. */
    void sayFarewell(long nowNanos, Runnable said) {
        setup.sayFarewell(nowNanos, said);
    }

    /** The next request of a journey, whose allowance it had at its beginning; a user that leaves gives the journey up. */
    private void goOn(long nowNanos) {
        if (isLeaving || driver.isStopping()) {
            rest(nowNanos);
            return;
        }
        var unused = draws();
        if (connection.isOpen()) {
            send(nowNanos);
        } else {
            connect(nowNanos);
        }
    }

    private void waitAtBarrier(long nowNanos) {
        isGranted = false;
        if (!connection.isOpen() && !hasArrivedAtBarrier) {
            connect(nowNanos);
            return;
        }
        enter(UserState.IDLE, nowNanos);
        waitsAtBarrier = true;
        arriveAtBarrier();
    }

    /** Has a connection, or has failed to get one; counts once. */
    private void arriveAtBarrier() {
        if (!hasArrivedAtBarrier) {
            hasArrivedAtBarrier = true;
            driver.connectionTried();
        }
    }

    private boolean takesAnother() {
        return switch (driver.allowance(this)) {
            case UNLIMITED -> true;
            case NONE -> false;
            case OWN_COUNT -> requestsLeft-- > 0;
        };
    }

    /** False if the data of its requests is used up. */
    private boolean draws() {
        if (!isDrawn) {
            request = requests.next();
            isDrawn = request != UserRequests.NONE;
        }
        return isDrawn;
    }

    private void connect(long nowNanos) {
        enter(UserState.CONNECTING, nowNanos);
        window = driver.window();
        startNanos = nowNanos;
        connection.open();
    }

    @Override
    public void connected() {
        driver.guarded(() -> {
            long now = driver.loop().nanoTime();
            if (setup.isUnderWay()) {
                setup.connected();
                return;
            }
            driver.recorder().connected(window, now - startNanos);
            if (isGranted && window == driver.window() && (!driver.isStopping() || driver.isOutOfData())) {
                send(now);
            } else {
                isGranted = false; // a grant from another window is void
                next(now);
            }
        });
    }

    @Override
    public void connectFailed(String reason) {
        driver.guarded(() -> {
            if (setup.isUnderWay()) {
                setup.connectFailed(reason);
                return;
            }
            long now = driver.loop().nanoTime();
            driver.recorder().requestStarted(window, startNanos);
            boolean isOfJourney = hasBegun;
            if (isDrawn) {
                beginJourney();
            } else {
                request = UserRequests.NONE; // has only tried to connect, for a barrier
            }
            if (!isOfJourney) {
                driver.sent(window);
            }
            isGranted = false;
            isDrawn = false;
            if (!isOfJourney && driver.barrierHolds(this)) {
                requestsLeft--;
                arriveAtBarrier();
            }
            finish(Outcome.CONNECT_FAILED, now, reason);
        });
    }

    private void send(long nowNanos) {
        isGranted = false;
        isDrawn = false;
        enter(UserState.WAITING, nowNanos);
        window = driver.window();
        startNanos = nowNanos;
        boolean isFirst = !hasBegun;
        beginJourney();
        driver.recorder().requestStarted(window, nowNanos);
        driver.waits().awaitResponse(response, nowNanos);
        connection.send();
        if (isFirst) {
            driver.sent(window);
        }
    }

    private void beginJourney() {
        if (!hasBegun) {
            hasBegun = true;
            journeyWindow = window;
            journeyNanos = startNanos;
        }
    }

    /** The hot path: no lambda, so that a response costs no allocation. */
    @Override
    public void ended(Outcome outcome, long endNanos, String detail) {
        try {
            if (setup.isUnderWay()) {
                setup.ended(outcome, endNanos, detail);
                return;
            }
            response.cancel();
            driver.recorder().transferred(window, connection.traffic());
            if (connection.traffic().hasFirstByte() && outcome == Outcome.OK) {
                cameInParts(endNanos);
            }
            finish(outcome, endNanos, detail);
        } catch (RuntimeException | Error e) {
            driver.defect(e);
        }
    }

    private void cameInParts(long endNanos) {
        driver.recorder()
                .cameInParts(window, request, startNanos, connection.traffic().firstByteNanos(), endNanos);
    }

    @Override
    public void resent() {
        if (!setup.isUnderWay()) {
            driver.recorder().resent(window);
        }
    }

    @Override
    public void surplus() {
        if (!setup.isUnderWay()) {
            driver.recorder().surplus();
        }
    }

    @Override
    public void broke(Error cause) {
        driver.defect(cause);
    }

    /** The driver found that the response is overdue. */
    private void timedOut(long dueNanos) {
        connection.close();
        driver.recorder().transferred(window, connection.traffic());
        finish(Outcome.TIMEOUT, dueNanos, driver.waits().noResponse());
    }

    private void finish(Outcome outcome, long endNanos, String detail) {
        driver.recorder().requestEnded(window, request, outcome, startNanos, endNanos, detail);
        if (outcome.isFailure()) {
            driver.failed(detail);
        }
        boolean refused = outcome == Outcome.CONNECT_FAILED;
        if (hasBegun) {
            requestOfJourneyEnded(outcome, endNanos);
            if (!refused && driver.allowsPauses() && requests.pauses() && !isLeaving && !driver.isStopping()) {
                pauseUntil(requests.pausesUntil(endNanos, journeyNanos, driver.thinkNanos()), endNanos);
                return;
            }
        }
        isReacting =
                !refused && !driver.hasPauses() && driver.takesAMoment(endNanos) && !isLeaving && !driver.isStopping();
        if (isReacting) {
            enter(UserState.IDLE, endNanos);
            driver.waits().react(pause, endNanos);
        } else if (!refused && !driver.hasPauses()) {
            next(endNanos);
        } else if (isLeaving || driver.isStopping()) {
            rest(endNanos);
        } else {
            enter(refused ? UserState.IDLE : UserState.THINKING, endNanos);
            driver.waits().pause(pause, refused, endNanos);
        }
    }

    private void requestOfJourneyEnded(Outcome outcome, long endNanos) {
        requests.ended(outcome);
        if (requests.stops() && !hasStopped) {
            hasStopped = true;
            driver.recorder().userStopped();
        }
        if (!requests.isWithinJourney()) {
            hasBegun = false;
            journeyEnded(requests.outcome(), endNanos);
        }
    }

    private void journeyEnded(Outcome outcome, long endNanos) {
        if (requests.journey() != UserRequests.NONE) {
            driver.recorder().journeyEnded(journeyWindow, requests.journey(), outcome, journeyNanos, endNanos);
        }
    }

    /** A pause of its own length, which the list of pauses that are all alike has no place for. */
    private void pauseUntil(long dueNanos, long endNanos) {
        isReacting = false;
        if (dueNanos <= endNanos) {
            next(endNanos);
            return;
        }
        enter(UserState.THINKING, endNanos);
        long mine = ++pauses;
        driver.at(dueNanos, () -> {
            if (mine == pauses) {
                pauseEnded(dueNanos);
            }
        });
    }

    /** After a pause, the intended start: a late timer is the generator's delay and must show. A reaction has none. */
    private void pauseEnded(long dueNanos) {
        next(isReacting ? driver.loop().nanoTime() : dueNanos);
    }

    /** Ends the user's activity; a connection that is open stays open for a later start. */
    private void rest(long nowNanos) {
        enter(UserState.IDLE, nowNanos);
        pauses++;
        if (hasBegun) { // neither whole nor failed
            hasBegun = false;
            isDrawn = false;
            requests.abandon();
        }
        if (isLeaving && !driver.isBetweenWindows() && !driver.isStopping() && requests.beginFarewell()) {
            var unused = requests.next();
            isDrawn = false;
            setup.begin(nowNanos);
            return;
        }
        isActive = false;
        isLeaving = false;
        driver.rested(this, nowNanos);
    }

    private void giveUp(long nowNanos) {
        setup.cancel();
        if (state == UserState.CONNECTING) {
            connection.close();
        }
        isGranted = false;
        waitsAtBarrier = false;
        pause.cancel();
        rest(nowNanos);
    }

    /** Ends the user at once, whatever it is doing. */
    void stopNow(Outcome outcomeOfOpenRequest, long nowNanos) {
        if (!isActive) {
            return;
        }
        if (state == UserState.WAITING) {
            connection.close();
            response.cancel();
            if (outcomeOfOpenRequest.isFailure()) {
                driver.recorder().transferred(window, connection.traffic());
            }
            driver.recorder()
                    .requestEnded(window, request, outcomeOfOpenRequest, startNanos, nowNanos, Unanswered.STILL_OPEN);
            if (outcomeOfOpenRequest.isFailure()) {
                journeyEnded(outcomeOfOpenRequest, nowNanos);
            }
        }
        giveUp(nowNanos);
    }

    /** The phase's time is over: a request without a response is a hang, and is given up. */
    void cutShort(long nowNanos) {
        boolean hangs = isActive && state == UserState.WAITING;
        stopNow(Outcome.STILL_OPEN, nowNanos);
        if (hangs) {
            driver.failed(Unanswered.STILL_OPEN);
        }
    }

    /** Stops thinking or waiting for others; a request in flight is still waited for. */
    void stopPolitely(long nowNanos) {
        boolean sendsYet = isGranted && driver.isOutOfData();
        if (isActive && state != UserState.WAITING && !sendsYet) {
            giveUp(nowNanos);
        }
    }

    /** Charges the time since the last change of state to the given window. */
    void settle(int ofWindow, long nowNanos) {
        if (isActive && nowNanos > stateSinceNanos) {
            boolean saysFarewell = isLeaving && requests.isOfSetup(); // no figure has that time
            if (!saysFarewell) {
                driver.spent(ofWindow, isLeaving ? UserState.LEAVING : state, nowNanos - stateSinceNanos);
            }
            stateSinceNanos = nowNanos;
        }
    }

    private void enter(UserState newState, long nowNanos) {
        settle(driver.window(), nowNanos);
        state = newState;
    }

    void closeConnection() {
        connection.close();
    }
}
