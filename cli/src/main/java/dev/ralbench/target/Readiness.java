package dev.ralbench.target;

import dev.ralbench.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits until a started process answers 2xx, has died, or had time enough. */
record Readiness(Clock clock, StatusRequest request, Duration limit) {
    /** Short against any start-up time, so that the times measured are not rounded. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** How the wait ended. */
    sealed interface Outcome {
        record Ready(double afterSeconds) implements Outcome {}

        record Died(int exitCode) implements Outcome {}

        record NotInTime(StatusRequest.Answer last) implements Outcome {}
    }

    /**
     * @param startNanos when the process was started
     * @throws InterruptedException when the thread is interrupted; the process is left as it is
     */
    Outcome await(Process process, long startNanos) throws InterruptedException {
        long deadline = startNanos + limit.toNanos();
        StatusRequest.Answer last = new StatusRequest.Answer.None("no answer");
        while (true) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while a target was starting");
            }
            if (!process.isAlive()) {
                return new Outcome.Died(process.exitValue());
            }
            var answer = request.ask(() -> isWorthWaiting(process, deadline));
            long now = clock.nanoTime();
            if (answer instanceof StatusRequest.Answer.Status status && status.isSuccess()) {
                return new Outcome.Ready((now - startNanos) / 1e9);
            }
            if (now < deadline) {
                last = answer;
            } else if (process.isAlive()) {
                // Not this answer: it was cut short. One that died meanwhile is reported as such, not as late.
                return new Outcome.NotInTime(last);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean isWorthWaiting(Process process, long deadline) {
        return process.isAlive()
                && clock.nanoTime() < deadline
                && !Thread.currentThread().isInterrupted();
    }
}
