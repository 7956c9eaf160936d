package dev.ralbench.load;

import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestSender.UserConnection;
import org.jspecify.annotations.Nullable;

/**
 * One user of the closed model: one connection and one loop of send, wait for the whole response or the time-out,
 * think, send again. Lives on one event loop.
 */
final class User implements ConnectionListener {
    private final int number;
    private final LoopDriver driver;
    private final UserConnection connection;

    /** Neighbours in {@link Deadlines}. */
    @Nullable
    User previousDeadline;

    @Nullable
    User nextDeadline;

    private boolean active;
    private boolean waitsAtBarrier;
    private boolean triedToConnect;
    private long requestsLeft;
    private UserState state = UserState.IDLE;
    private long stateSinceNanos;
    private long startNanos;
    private int window;
    /** Tells a scheduled continuation that the user has meanwhile been stopped or started anew. */
    private int life;

    User(int number, LoopDriver driver) {
        this.number = number;
        this.driver = driver;
        this.connection = driver.loop().newConnection(this);
    }

    int number() {
        return number;
    }

    boolean isActive() {
        return active;
    }

    boolean isWaiting() {
        return state == UserState.WAITING && active;
    }

    long startNanos() {
        return startNanos;
    }

    int window() {
        return window;
    }

    /** Gives the user its share of a counted segment. */
    void allow(long requests) {
        requestsLeft = requests;
        triedToConnect = false;
    }

    /** Becomes active and sends its first request. */
    void start(long nowNanos) {
        active = true;
        life++;
        state = UserState.IDLE;
        stateSinceNanos = nowNanos;
        next(nowNanos);
    }

    /** Goes on after the barrier of a burst. */
    void release(long nowNanos) {
        if (waitsAtBarrier) {
            waitsAtBarrier = false;
            next(nowNanos);
        }
    }

    private void next(long nowNanos) {
        if (driver.barrierIsUp()) {
            waitAtBarrier(nowNanos);
        } else if (!takesAnother()) {
            rest(nowNanos);
        } else if (connection.isOpen()) {
            send(nowNanos);
        } else {
            connect(nowNanos);
        }
    }

    private void waitAtBarrier(long nowNanos) {
        if (!connection.isOpen() && !triedToConnect) {
            connect(nowNanos);
            return;
        }
        enter(UserState.IDLE, nowNanos);
        waitsAtBarrier = true;
        if (!triedToConnect) {
            arriveAtBarrier();
        }
    }

    private void arriveAtBarrier() {
        triedToConnect = true;
        driver.connectionTried();
    }

    private boolean takesAnother() {
        return switch (driver.allowance(this)) {
            case UNLIMITED -> true;
            case NONE -> false;
            case OWN_COUNT -> requestsLeft-- > 0;
        };
    }

    private void connect(long nowNanos) {
        enter(UserState.CONNECTING, nowNanos);
        window = driver.window();
        startNanos = nowNanos;
        connection.open();
    }

    @Override
    public void connected() {
        long now = driver.loop().nanoTime();
        driver.recorder().connected(window, now - startNanos);
        if (driver.barrierIsUp()) {
            waitAtBarrier(now);
        } else if (driver.isStopping()) {
            rest(now);
        } else {
            send(now);
        }
    }

    @Override
    public void connectFailed(String reason) {
        long now = driver.loop().nanoTime();
        driver.recorder().requestStarted(window, startNanos);
        if (driver.barrierIsUp()) {
            requestsLeft--;
            arriveAtBarrier();
        }
        finish(Outcome.CONNECT_FAILED, now, reason);
    }

    private void send(long nowNanos) {
        enter(UserState.WAITING, nowNanos);
        window = driver.window();
        startNanos = nowNanos;
        driver.recorder().requestStarted(window, nowNanos);
        driver.awaitResponse(this);
        connection.send();
    }

    @Override
    public void ended(Outcome outcome, long endNanos, long bodyBytes, String detail) {
        driver.responseCame(this);
        finish(outcome, endNanos, detail);
    }

    /** The driver found that the response is overdue. */
    void timedOut(long timeoutNanos, String detail) {
        connection.close();
        finish(Outcome.TIMEOUT, startNanos + timeoutNanos, detail);
    }

    private void finish(Outcome outcome, long endNanos, String detail) {
        driver.recorder().requestEnded(window, outcome, startNanos, endNanos, detail);
        if (outcome.isFailure()) {
            driver.failed(outcome, detail);
        }
        long pauseNanos = outcome == Outcome.CONNECT_FAILED
                ? Math.max(LoopDriver.BACK_OFF_NANOS, driver.thinkNanos())
                : driver.thinkNanos();
        if (pauseNanos == 0) {
            next(endNanos);
        } else {
            pause(outcome == Outcome.CONNECT_FAILED ? UserState.IDLE : UserState.THINKING, endNanos, pauseNanos);
        }
    }

    private void pause(UserState pausing, long nowNanos, long nanos) {
        if (driver.isStopping()) {
            rest(nowNanos);
            return;
        }
        enter(pausing, nowNanos);
        int thisLife = life;
        long until = nowNanos + nanos;
        driver.loop().schedule(until, () -> {
            if (active && life == thisLife) {
                next(until); // the intended start: a late timer is the generator's delay and must show
            }
        });
    }

    /** Ends the user's activity; a connection that is open stays open for a later start. */
    private void rest(long nowNanos) {
        enter(UserState.IDLE, nowNanos);
        active = false;
        driver.rested(this);
    }

    /** Ends the user at once, whatever it is doing. */
    void stopNow(Outcome outcomeOfOpenRequest, long nowNanos) {
        if (!active) {
            return;
        }
        connection.close();
        if (state == UserState.WAITING) {
            driver.responseCame(this);
            driver.recorder().requestEnded(window, outcomeOfOpenRequest, startNanos, nowNanos, "");
        }
        waitsAtBarrier = false;
        rest(nowNanos);
    }

    /** Stops thinking or waiting for others; a request in flight is still waited for. */
    void stopPolitely(long nowNanos) {
        if (active && state != UserState.WAITING) {
            stopNow(Outcome.DROPPED_AT_STOP, nowNanos);
        }
    }

    /** Charges the time since the last change of state to the given window. */
    void settle(int ofWindow, long nowNanos) {
        if (active && nowNanos > stateSinceNanos) {
            driver.recorder().spent(ofWindow, state, nowNanos - stateSinceNanos);
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
