package dev.ralbench.process;

import dev.ralbench.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits until a started service can be used, has ended, or had time enough. */
public record Readiness(Clock clock, ReadyCheck check, Duration limit) {
    /** Short against any start-up time, so that the times measured are not rounded. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /**
     * Waits from now on; the limit counts from the start of the service.
     *
     * @throws InterruptedException when the thread is interrupted; the service is left as it is
     */
    public ReadyOutcome await(StartedService service) throws InterruptedException {
        long startNanos = service.startNanos();
        long deadline = startNanos + limit.toNanos();
        var last = "no answer";
        while (true) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while a service was starting");
            }
            var exitCode = service.exitCode();
            if (exitCode.isPresent()) {
                return new ReadyOutcome.Died(exitCode.getAsInt());
            }
            var missing = check.missing(() -> isWorthWaiting(service, deadline));
            long now = clock.nanoTime();
            if (missing.isEmpty()) {
                return new ReadyOutcome.Ready((now - startNanos) / 1e9);
            }
            if (now < deadline) {
                last = missing.get();
            } else if (service.isAlive()) {
                // Not this answer: it was cut short. One that died meanwhile is reported as such, not as late.
                return new ReadyOutcome.NotInTime(last);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean isWorthWaiting(StartedService service, long deadline) {
        return service.isAlive()
                && clock.nanoTime() < deadline
                && !Thread.currentThread().isInterrupted();
    }
}
