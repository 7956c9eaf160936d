package dev.ralbench.load;

import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestSender.UserConnection;
import dev.ralbench.load.SetupRequests.StepFailure;
import java.util.Optional;

/**
 * One connection of open phases: carries one arrival after the other, each for a whole journey. A request for which it has
 * to be opened first waits for that, as a client would. Lives on one event loop.
 */
final class ArrivalConnection implements ConnectionListener {
    /** The failure of a request whose connection could not be set up; the reason is recorded by itself. */
    private static final String NOT_SET_UP = "not sent: before.user failed";

    private final ArrivalConnections pool;
    private final UserConnection connection;
    private final Wait response = new Wait(this::timedOut);

    private final UserRequests requests;
    /** Its requests before and after all journeys. */
    private final SetupRequests setup;

    private int failedSetups;
    private boolean isBusy;
    /** Has sent the first request of its journey, or tried to. */
    private boolean hasBegun;

    /** Whether a request was due and has not ended; else the journey pauses. */
    private boolean isRequestOpen;

    private int journeyWindow;
    private long journeyNanos;
    /** Counts pauses: the end of an earlier one is ignored. */
    private long pauses;

    private boolean isConnecting;
    private int window;
    private int request = UserRequests.NONE;
    /** Of the arrival in a replay. */
    private int replayed = UserRequests.NONE;

    private long intendedNanos;
    private long connectNanos;
    private long sentNanos;

    ArrivalConnection(ArrivalConnections pool) {
        this.pool = pool;
        this.connection = pool.newConnection(this);
        this.requests = connection.requests();
        this.setup = pool.setup(connection, this::setupEnded);
    }

    boolean isOpen() {
        return connection.isOpen();
    }

    /** Takes an arrival; free before. */
    void carry(int ofWindow, int position, long intended, long nowNanos) {
        isBusy = true;
        hasBegun = false;
        isRequestOpen = true;
        window = ofWindow;
        journeyWindow = ofWindow;
        intendedNanos = intended;
        journeyNanos = intended;
        replayed = position;
        request = UserRequests.NONE; // until one is drawn: it may be dropped before
        if (requests.isSetUp()) {
            draw(nowNanos);
        } else if (requests.next() == UserRequests.NONE) {
            withoutData(nowNanos);
        } else {
            isConnecting = true;
            setup.begin(nowNanos);
        }
    }

    private void draw(long nowNanos) {
        request = requests.next(replayed);
        if (request == UserRequests.NONE) {
            withoutData(nowNanos);
        } else {
            reach(nowNanos);
        }
    }

    private void withoutData(long nowNanos) {
        pool.withoutData();
        afterwards(nowNanos, () -> finish(Outcome.DROPPED_AT_STOP, nowNanos, ""));
    }

    /** The arrival waits for it, as for the connection; it fails, if that does. */
    private void setupEnded(long endNanos, Optional<StepFailure> failure) {
        isConnecting = false;
        if (failure.isEmpty()) {
            failedSetups = 0;
            pool.userSetUp();
            if (!pool.isStopping() || pool.isOutOfData()) {
                draw(endNanos);
            } else {
                isConnecting = true; // its arrival is dropped, as not sent
            }
        } else {
            failedSetups++;
            pool.setUpFailed(failure.get().inWords(), failedSetups);
            finish(Outcome.CONNECT_FAILED, endNanos, NOT_SET_UP);
        }
    }

    /** Whether it has anything to send when the load has ended. */
    boolean hasFarewell() {
        return requests.hasFarewell();
    }

    void sayFarewell(long nowNanos, Runnable said) {
        setup.sayFarewell(nowNanos, said);
    }

    private void reach(long nowNanos) {
        if (connection.isOpen()) {
            send(nowNanos);
        } else {
            isConnecting = true;
            connectNanos = nowNanos;
            connection.open();
        }
    }

    private void send(long nowNanos) {
        sentNanos = nowNanos;
        if (hasBegun) {
            pool.recorder().requestStarted(window, intendedNanos);
            isRequestOpen = true;
        } else {
            pool.recorder().sent();
        }
        hasBegun = true;
        pool.awaitResponse(response, nowNanos);
        connection.send();
    }

    @Override
    public void connected() {
        pool.guarded(() -> {
            if (setup.isUnderWay()) {
                setup.connected();
                return;
            }
            long now = pool.loop().nanoTime();
            pool.recorder().connected(window, now - connectNanos);
            if (!pool.isStopping() || pool.isOutOfData()) { // else its arrival is dropped, as not sent
                isConnecting = false;
                send(now);
            }
        });
    }

    @Override
    public void connectFailed(String reason) {
        pool.guarded(() -> {
            if (setup.isUnderWay()) {
                setup.connectFailed(reason);
                return;
            }
            isConnecting = false;
            if (hasBegun) {
                pool.recorder().requestStarted(window, intendedNanos);
            }
            hasBegun = true;
            finish(Outcome.CONNECT_FAILED, pool.loop().nanoTime(), reason);
        });
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
            pool.recorder().transferred(window, connection.traffic());
            if (outcome == Outcome.OK) {
                pool.recorder().served(window, endNanos - sentNanos);
                if (connection.traffic().hasFirstByte()) {
                    cameInParts(endNanos);
                }
            }
            finish(outcome, endNanos, detail);
        } catch (RuntimeException | Error e) {
            pool.defect(e);
        }
    }

    private void cameInParts(long endNanos) {
        pool.recorder()
                .cameInParts(
                        window, request, intendedNanos, connection.traffic().firstByteNanos(), endNanos);
    }

    @Override
    public void resent() {
        if (!setup.isUnderWay()) {
            pool.recorder().resent(window);
        }
    }

    @Override
    public void surplus() {
        if (!setup.isUnderWay()) {
            pool.recorder().surplus();
        }
    }

    @Override
    public void broke(Error cause) {
        pool.defect(cause);
    }

    /** The timeout is that of the closed model: from when the request was sent, which may be long after it was due. */
    private void timedOut(long dueNanos) {
        close();
        pool.recorder().transferred(window, connection.traffic());
        finish(Outcome.TIMEOUT, dueNanos, pool.noResponse());
    }

    private void finish(Outcome outcome, long endNanos, String detail) {
        isRequestOpen = false;
        pool.ended(window, request, outcome, intendedNanos, endNanos, detail);
        if (hasBegun) {
            requests.ended(outcome);
            if (!requests.isWithinJourney() && requests.journey() != UserRequests.NONE) {
                pool.recorder()
                        .journeyEnded(journeyWindow, requests.journey(), requests.outcome(), journeyNanos, endNanos);
            }
            if (requests.isWithinJourney() && !pool.endsJourneys()) {
                long over = requests.pausesUntil(endNanos, journeyNanos, pool.thinkNanos());
                pauseUntil(
                        outcome == Outcome.CONNECT_FAILED
                                ? Math.max(over, endNanos + LoopWaits.BACK_OFF.toNanos())
                                : over,
                        endNanos);
                return;
            }
        }
        free();
    }

    private void pauseUntil(long dueNanos, long endNanos) {
        if (dueNanos <= endNanos) {
            goOn(endNanos);
            return;
        }
        afterwards(dueNanos, () -> goOn(dueNanos));
    }

    /** Unless the arrival is dropped before. */
    private void afterwards(long dueNanos, Runnable task) {
        long mine = ++pauses;
        pool.at(dueNanos, () -> {
            if (mine == pauses) {
                task.run();
            }
        });
    }

    /** Sends the next request of the journey, in the window that it is now: that of its arrival, after the last open one. */
    private void goOn(long dueNanos) {
        if (pool.endsJourneys()) {
            free();
            return;
        }
        window = pool.window(journeyWindow);
        intendedNanos = dueNanos;
        request = requests.next();
        reach(pool.loop().nanoTime());
    }

    private void free() {
        isBusy = false;
        pauses++;
        requests.abandon();
        pool.freed(this);
    }

    /** Gives up its arrival. */
    void drop(long nowNanos) {
        setup.cancel();
        response.cancel();
        isBusy = false;
        pauses++;
        requests.abandon();
        close();
        if (isRequestOpen) {
            pool.recorder().requestEnded(window, request, Outcome.DROPPED_AT_STOP, intendedNanos, nowNanos, "");
        }
    }

    /** Whether it has an arrival. */
    boolean isBusy() {
        return isBusy;
    }

    /** Whether that pauses within its journey. */
    boolean isPausing() {
        return isBusy && !isConnecting && !isRequestOpen;
    }

    /** Whether that has no request in flight: it waits for the connection to be made, or pauses. */
    boolean isWithoutRequest() {
        return isBusy && (isConnecting || !isRequestOpen);
    }

    void close() {
        isConnecting = false;
        connection.close();
    }
}
