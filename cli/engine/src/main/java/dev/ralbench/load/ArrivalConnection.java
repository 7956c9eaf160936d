package dev.ralbench.load;

import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestSender.UserConnection;

/**
 * One connection of open phases: carries one arrival after the other. An arrival for which it has to be opened first
 * waits for that, as a client would. Lives on one event loop.
 */
final class ArrivalConnection implements ConnectionListener {
    private final ArrivalConnections pool;
    private final UserConnection connection;
    private final Wait response = new Wait(this::timedOut);

    private boolean isBusy;
    private boolean isConnecting;
    private int window;
    private int request = UserRequests.NONE;
    private long intendedNanos;
    private long connectNanos;
    private long sentNanos;

    ArrivalConnection(ArrivalConnections pool) {
        this.pool = pool;
        this.connection = pool.loop().newConnection(this);
    }

    boolean isOpen() {
        return connection.isOpen();
    }

    /** Takes an arrival; free before. */
    void carry(int ofWindow, long intended, long nowNanos) {
        isBusy = true;
        window = ofWindow;
        intendedNanos = intended;
        request = connection.next();
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
        pool.recorder().sent();
        pool.awaitResponse(response, nowNanos);
        connection.send();
    }

    @Override
    public void connected() {
        pool.guarded(() -> {
            long now = pool.loop().nanoTime();
            pool.recorder().connected(window, now - connectNanos);
            if (!pool.isStopping()) { // else its arrival is dropped, as not sent
                isConnecting = false;
                send(now);
            }
        });
    }

    @Override
    public void connectFailed(String reason) {
        pool.guarded(() -> {
            isConnecting = false;
            finish(Outcome.CONNECT_FAILED, pool.loop().nanoTime(), reason);
        });
    }

    /** The hot path: no lambda, so that a response costs no allocation. */
    @Override
    public void ended(Outcome outcome, long endNanos, String detail) {
        try {
            response.cancel();
            pool.recorder().transferred(window, connection.traffic());
            if (outcome == Outcome.OK) {
                pool.recorder().served(window, endNanos - sentNanos);
            }
            finish(outcome, endNanos, detail);
        } catch (RuntimeException | Error e) {
            pool.defect(e);
        }
    }

    @Override
    public void resent() {
        pool.recorder().resent(window);
    }

    @Override
    public void surplus() {
        pool.recorder().surplus();
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
        isBusy = false;
        pool.ended(this, window, request, outcome, intendedNanos, endNanos, detail);
    }

    /** Gives up its arrival. */
    void drop(long nowNanos) {
        response.cancel();
        isBusy = false;
        close();
        pool.recorder().requestEnded(window, request, Outcome.DROPPED_AT_STOP, intendedNanos, nowNanos, "");
    }

    /** Whether it has an arrival. */
    boolean isBusy() {
        return isBusy;
    }

    /** Whether that waits for the connection to be made. */
    boolean isConnecting() {
        return isConnecting;
    }

    void close() {
        isConnecting = false;
        connection.close();
    }
}
