package dev.ralbench.process;

import dev.ralbench.Clock;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for a program that ends by itself. */
public record Completion(Clock clock, Duration limit) {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /**
     * Waits for its end, and sees to it that nothing of it is left.
     *
     * @return its exit code; empty when it takes longer than the limit, from its start on
     */
    public OptionalInt exitCode(StartedService program) throws InterruptedException {
        try (program) {
            return exitCode(program, program.startNanos());
        }
    }

    /** Waits for a program that was just told to end; the limit counts from now. The caller closes the program. */
    public OptionalInt exitCodeFromNow(StartedService program) throws InterruptedException {
        return exitCode(program, clock.nanoTime());
    }

    private OptionalInt exitCode(StartedService program, long fromNanos) throws InterruptedException {
        var exitCode = program.exitCode();
        while (exitCode.isEmpty()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while " + program.title() + " was running");
            }
            if (clock.nanoTime() - fromNanos > limit.toNanos()) {
                return OptionalInt.empty();
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            exitCode = program.exitCode();
        }
        return exitCode;
    }
}
