package dev.ralbench.load;

import dev.ralbench.load.RequestSender.UserConnection;

/**
 * Sends what comes before all journeys of a user, or after them, over the user's own connection: no figure counts it. Its
 * owner begins it, hands on the events of the connection while it is under way, and hears of its end. Lives on one event loop.
 */
final class SetupRequests {
    /** A user that could not be set up waits so long before it tries again. */
    static final long BACK_OFF_NANOS = 1_000_000_000;

    private final LoopDriver driver;
    private final UserConnection connection;
    private final UserRequests requests;
    private final End end;
    private final Wait response = new Wait(this::timedOut);
    private boolean isUnderWay;
    private long begunNanos;
    /** Counts requests and pauses: the end of an earlier pause is ignored. */
    private long turn;

    /** How it ended. */
    @FunctionalInterface
    interface End {
        /**
         * The last request has ended.
         *
         * @param failure the step that failed, and its error; empty without one
         */
        void at(long endNanos, String failure);
    }

    SetupRequests(LoopDriver driver, UserConnection connection, End end) {
        this.driver = driver;
        this.connection = connection;
        this.requests = connection.requests();
        this.end = end;
    }

    boolean isUnderWay() {
        return isUnderWay;
    }

    /** Sends the request that was drawn, and those that follow it. */
    void begin(long nowNanos) {
        isUnderWay = true;
        begunNanos = nowNanos;
        reach(nowNanos);
    }

    private void reach(long nowNanos) {
        turn++;
        if (connection.isOpen()) {
            send(nowNanos);
        } else {
            connection.open();
        }
    }

    private void send(long nowNanos) {
        driver.waits().awaitResponse(response, nowNanos);
        connection.send();
    }

    void connected() {
        send(driver.loop().nanoTime());
    }

    void connectFailed(String reason) {
        ended(Outcome.CONNECT_FAILED, driver.loop().nanoTime(), reason);
    }

    private void timedOut(long dueNanos) {
        connection.close();
        ended(Outcome.TIMEOUT, dueNanos, driver.waits().noResponse());
    }

    void ended(Outcome outcome, long endNanos, String detail) {
        response.cancel();
        var step = requests.step();
        requests.ended(outcome);
        if (requests.isWithinJourney()) {
            goOnAt(requests.pausesUntil(endNanos, begunNanos, 0), endNanos);
            return;
        }
        isUnderWay = false;
        var flaw = detail.isEmpty() && requests.outcome().isFailure() ? "a later step lacks a variable" : detail;
        end.at(endNanos, flaw.isEmpty() ? "" : "step " + step.name() + ": " + flaw);
    }

    private void goOnAt(long dueNanos, long endNanos) {
        if (dueNanos <= endNanos) {
            goOn(endNanos);
            return;
        }
        long mine = ++turn;
        driver.at(dueNanos, () -> {
            if (mine == turn) {
                goOn(dueNanos);
            }
        });
    }

    private void goOn(long nowNanos) {
        var unused = requests.next();
        reach(nowNanos);
    }

    /** Gives it up; a connection that it waits for is closed. */
    void cancel() {
        if (isUnderWay) {
            isUnderWay = false;
            turn++;
            response.cancel();
            connection.close();
            requests.abandon();
        }
    }
}
