package dev.ralbench.load;

import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestSender.SenderLoop;
import dev.ralbench.load.RequestSender.UserConnection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connections of open phases on one event loop. An arrival takes one that is free; else a new one is opened, up to a
 * limit; else the arrival waits, and the first connection that comes free takes the one that has waited longest. So
 * arrivals are taken in the order of their intended starts, from which all times are counted.
 */
final class ArrivalConnections {
    private final LoopDriver driver;
    private final LoopPlace place;
    private final long timeoutNanos;
    private final String timeout;
    private final Backlog backlog = new Backlog();
    private final List<ArrivalConnection> all = new ArrayList<>();
    /** Free ones. The one used last is used first: the fewer are in use, the fewer can have been closed meanwhile. */
    private final ArrayDeque<ArrivalConnection> open = new ArrayDeque<>();

    private final ArrayDeque<ArrivalConnection> closed = new ArrayDeque<>();
    private int busy;
    private int limit;
    private String unsent = "";
    private boolean isExpiryArmed;
    private @Nullable OpenArrivals arrivals;

    /**
     * A pool without connections.
     *
     * @param place of the event loop
     */
    ArrivalConnections(LoopDriver driver, LoopPlace place, LoadPlan plan) {
        this.driver = driver;
        this.place = place;
        this.timeoutNanos = plan.timeout().toNanos();
        this.timeout = plan.timeoutInWords();
    }

    SenderLoop loop() {
        return driver.loop();
    }

    UserConnection newConnection(ConnectionListener listener) {
        return driver.newConnection(listener);
    }

    LoadRecorder recorder() {
        return driver.recorder();
    }

    SetupRequests setup(UserConnection connection, SetupRequests.Owner owner) {
        return driver.setup(connection, owner);
    }

    void userSetUp() {
        driver.userSetUp();
    }

    void setUpFailed(String detail, int inARow) {
        driver.setUpFailed(detail, inARow);
    }

    /** How many connections have something to send when the load has ended. */
    int farewells() {
        return Math.toIntExact(
                all.stream().filter(ArrivalConnection::hasFarewell).count());
    }

    void sayFarewell(long nowNanos, Runnable said) {
        all.stream()
                .filter(ArrivalConnection::hasFarewell)
                .forEach(connection -> connection.sayFarewell(nowNanos, said));
    }

    void awaitResponse(Wait wait, long startNanos) {
        driver.waits().awaitResponse(wait, startNanos);
    }

    /** Whether journeys end where they are: no request is to be sent any more, or none of the open phases. */
    boolean endsJourneys() {
        return driver.isStopping() || driver.isBetweenWindows();
    }

    /** The window of a request that is due now: that of the arrival, if none of the open phases is under way. */
    int window(int ofArrival) {
        return arrivals == null ? ofArrival : driver.window();
    }

    long thinkNanos() {
        return driver.thinkNanos();
    }

    void at(long nanos, Runnable task) {
        driver.at(nanos, task);
    }

    String noResponse() {
        return driver.waits().noResponse();
    }

    /** Connections with a journey, or being opened for one. */
    int busy() {
        return busy;
    }

    /** Arrivals that wait for a connection. */
    int waiting() {
        return backlog.size();
    }

    /** Begins a phase; requests that wait for a connection keep waiting. */
    void begin(Phase.Open phase, int window, long startNanos) {
        int connections = phase.connections();
        var part = place.open(connections);
        limitTo(part.map(LoopPlace.OpenPart::connections).orElse(0));
        unsent = "not sent within " + timeout + ": "
                + (connections == 1 ? "the only connection was" : "all " + connections + " connections were") + " busy";
        part.ifPresent(own -> {
            arrivals = new OpenArrivals(
                    driver, this, ArrivalSchedule.of(phase, window, own.arrivals()), window, startNanos);
            arrivals.begin();
        });
    }

    /** Takes all arrivals due up to now; no more will follow. */
    void endPhase(long nowNanos) {
        if (arrivals != null) {
            arrivals.end(nowNanos);
            arrivals = null;
        }
    }

    private void limitTo(int mine) {
        limit = mine;
        long nowNanos = loop().nanoTime();
        while (!open.isEmpty() && busy + open.size() > limit) {
            var surplus = open.removeLast();
            surplus.close();
            closed.push(surplus);
        }
        var connection = backlog.isEmpty() ? null : free();
        while (connection != null) {
            busy++;
            takeNext(connection, nowNanos);
            connection = backlog.isEmpty() ? null : free();
        }
        driver.activeChanged();
    }

    /**
     * A request is due.
     *
     * @param position in a replay; {@link UserRequests#NONE} without one
     */
    void arrive(int window, int position, long intendedNanos, long nowNanos) {
        recorder().arrived(window, intendedNanos, nowNanos - intendedNanos);
        if (driver.isStopping()) {
            recorder().requestEnded(window, UserRequests.NONE, Outcome.DROPPED_AT_STOP, intendedNanos, nowNanos, "");
            return;
        }
        var connection = backlog.isEmpty() ? free() : null;
        if (connection != null) {
            busy++;
            driver.activeChanged();
            connection.carry(window, position, intendedNanos, nowNanos);
            return;
        }
        backlog.add(window, position, intendedNanos);
        if (!isExpiryArmed) {
            armExpiry();
        }
    }

    /** One that has no request; null if all that there may be have one. */
    private @Nullable ArrivalConnection free() {
        if (busy >= limit) {
            return null;
        }
        while (!open.isEmpty()) {
            var connection = open.pop();
            if (connection.isOpen()) {
                return connection;
            }
            closed.push(connection);
        }
        if (!closed.isEmpty()) {
            return closed.pop();
        }
        var connection = new ArrivalConnection(this);
        all.add(connection);
        return connection;
    }

    /** A connection's request has ended. */
    void ended(int window, int request, Outcome outcome, long intendedNanos, long endNanos, String detail) {
        recorder().requestEnded(window, request, outcome, intendedNanos, endNanos, detail);
        if (outcome.isFailure()) {
            driver.failed(detail);
        }
    }

    /** The journey of a connection's arrival is over; it is free, or takes the oldest arrival. */
    void freed(ArrivalConnection connection) {
        // If a phase has fewer connections than the one before, one of them is enough for leftovers.
        if (!driver.isStopping() && !backlog.isEmpty() && busy <= Math.max(limit, 1)) {
            takeNext(connection, loop().nanoTime());
            return;
        }
        busy--;
        free(connection);
        driver.activeChanged();
        driver.quietened();
    }

    /** There is no data for the request of an arrival. */
    void withoutData() {
        driver.arrivalWithoutData();
    }

    private void takeNext(ArrivalConnection connection, long nowNanos) {
        int window = backlog.firstWindow();
        int position = backlog.firstPosition();
        long intendedNanos = backlog.firstStartNanos();
        backlog.removeFirst();
        connection.carry(window, position, intendedNanos, nowNanos);
    }

    private void free(ArrivalConnection connection) {
        if (connection.isOpen() && busy + open.size() < limit) {
            open.push(connection);
        } else {
            connection.close();
            closed.push(connection);
        }
    }

    private void armExpiry() {
        isExpiryArmed = true;
        driver.at(backlog.firstStartNanos() + timeoutNanos, this::expire);
    }

    private void expire() {
        isExpiryArmed = false;
        long now = loop().nanoTime();
        while (!backlog.isEmpty() && backlog.firstStartNanos() + timeoutNanos <= now) {
            long intendedNanos = backlog.firstStartNanos();
            recorder()
                    .requestEnded(
                            backlog.firstWindow(),
                            UserRequests.NONE,
                            Outcome.TIMEOUT,
                            intendedNanos,
                            intendedNanos + timeoutNanos,
                            unsent);
            backlog.removeFirst();
            driver.failed(unsent);
        }
        if (!backlog.isEmpty()) {
            armExpiry();
        }
    }

    /** Drops unsent requests, and journeys that pause; requests in flight go on. */
    void dropUnsent(long nowNanos) {
        while (!backlog.isEmpty()) {
            recorder()
                    .requestEnded(
                            backlog.firstWindow(),
                            UserRequests.NONE,
                            Outcome.DROPPED_AT_STOP,
                            backlog.firstStartNanos(),
                            nowNanos,
                            "");
            backlog.removeFirst();
        }
        all.stream()
                .filter(connection -> isOutOfData() ? connection.isPausing() : connection.isWithoutRequest())
                .forEach(connection -> drop(connection, nowNanos));
        driver.activeChanged();
    }

    /** Ends the journeys that pause. */
    void endPausing(long nowNanos) {
        all.stream().filter(ArrivalConnection::isPausing).forEach(connection -> drop(connection, nowNanos));
        driver.activeChanged();
    }

    /** Drops everything. */
    void dropAll(long nowNanos) {
        dropUnsent(nowNanos);
        all.stream().filter(ArrivalConnection::isBusy).forEach(connection -> drop(connection, nowNanos));
        driver.activeChanged();
    }

    private void drop(ArrivalConnection connection, long nowNanos) {
        connection.drop(nowNanos);
        closed.push(connection);
        busy--;
    }

    boolean isStopping() {
        return driver.isStopping();
    }

    boolean isOutOfData() {
        return driver.isOutOfData();
    }

    void guarded(Runnable task) {
        driver.guarded(task);
    }

    void defect(Throwable exception) {
        driver.defect(exception);
    }

    void close() {
        all.forEach(ArrivalConnection::close);
    }
}
