package dev.ralbench.load;

import dev.ralbench.load.RequestSender.SenderLoop;
import dev.ralbench.load.RequestSender.UserConnection;
import dev.ralbench.load.Workload.Step;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Sends requests that no figure counts, over a user's own connection: what comes before all of its journeys, or after them,
 * or a journey that is not measured. Its owner begins it, hands on the events of the connection while it is under way, and
 * hears of its end. Lives on one event loop.
 */
final class SetupRequests {
    /** A user that could not be set up waits so long before it tries again. */
    static final long BACK_OFF_NANOS = 1_000_000_000;

    private final SenderLoop loop;
    private final UserConnection connection;
    private final UserRequests requests;
    private final Duration timeout;
    private final Consumer<Runnable> guarded;
    private final Owner owner;
    private boolean isUnderWay;
    private long begunNanos;
    private Optional<StepFailure> failure = Optional.empty();
    /** Hears the end of the last requests of all. */
    private Optional<Runnable> farewell = Optional.empty();
    /** Counts requests and pauses: the end of an earlier one is ignored. */
    private long turn;

    /**
     * A step that failed.
     *
     * @param detail the error, in the words of a load's failures
     */
    record StepFailure(Step step, String detail) {
        String inWords() {
            return "step " + step.name() + ": " + detail;
        }
    }

    /** Hears of what has ended. */
    @FunctionalInterface
    interface Owner {
        /** The last request has ended. */
        void setupEnded(long endNanos, Optional<StepFailure> firstFailure);

        /** The response to a step has come, or it has failed; the user has what it extracts. */
        default void stepEnded(Step step) {}
    }

    /**
     * Nothing is under way.
     *
     * @param timeout of each response
     * @param guarded runs tasks of the event loop, and hears what they throw
     */
    SetupRequests(
            SenderLoop loop, UserConnection connection, Duration timeout, Consumer<Runnable> guarded, Owner owner) {
        this.loop = loop;
        this.connection = connection;
        this.requests = connection.requests();
        this.timeout = timeout;
        this.guarded = guarded;
        this.owner = owner;
    }

    boolean isUnderWay() {
        return isUnderWay;
    }

    /**
     * Sends what comes after all journeys, when all figures are read.
     *
     * @param said hears of its end, in place of the owner
     */
    void sayFarewell(long nowNanos, Runnable said) {
        if (requests.beginFarewell()) {
            farewell = Optional.of(said);
            var unused = requests.next();
            begin(nowNanos);
        } else {
            said.run();
        }
    }

    /** Sends the request that was drawn, and those that follow it. */
    void begin(long nowNanos) {
        isUnderWay = true;
        begunNanos = nowNanos;
        failure = Optional.empty();
        reach();
    }

    private void reach() {
        turn++;
        if (connection.isOpen()) {
            send();
        } else {
            connection.open();
        }
    }

    private void send() {
        at(loop.nanoTime() + timeout.toNanos(), this::timedOut);
        connection.send();
    }

    private void timedOut() {
        connection.close();
        ended(Outcome.TIMEOUT, loop.nanoTime(), Unanswered.timedOut(Unanswered.inSeconds(timeout)));
    }

    void connected() {
        send();
    }

    void connectFailed(String reason) {
        ended(Outcome.CONNECT_FAILED, loop.nanoTime(), reason);
    }

    void ended(Outcome outcome, long endNanos, String detail) {
        turn++;
        var step = requests.step();
        owner.stepEnded(step);
        requests.ended(outcome);
        if (failure.isEmpty() && requests.outcome().isFailure()) {
            failure = Optional.of(new StepFailure(
                    step, outcome.isFailure() ? detail : "the next step uses a variable that has no value"));
        }
        if (requests.isWithinJourney()) {
            goOnAt(requests.pausesUntil(endNanos, begunNanos, 0), endNanos);
            return;
        }
        isUnderWay = false;
        farewell.ifPresentOrElse(Runnable::run, () -> owner.setupEnded(endNanos, failure));
    }

    private void goOnAt(long dueNanos, long endNanos) {
        if (dueNanos <= endNanos) {
            goOn();
        } else {
            at(dueNanos, this::goOn);
        }
    }

    private void goOn() {
        var unused = requests.next();
        reach();
    }

    /** Does it then, unless something else has happened before. */
    private void at(long nanos, Runnable task) {
        long mine = ++turn;
        loop.schedule(
                nanos,
                () -> guarded.accept(() -> {
                    if (mine == turn) {
                        task.run();
                    }
                }));
    }

    /** Gives it up; a connection that it waits for is closed. */
    void cancel() {
        if (isUnderWay) {
            isUnderWay = false;
            turn++;
            connection.close();
            requests.abandon();
        }
    }
}
