package dev.ralbench.docker;

import dev.ralbench.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Lets work that knows no time limit take only so long. Interrupts wait until then: clean-up goes through here too. */
final class TimeLimit {
    private TimeLimit() {}

    /**
     * Does the work on a thread of its own, which is left behind when it takes too long.
     *
     * @throws ExecutionException with the work's error
     */
    static <T> T call(Duration limit, String name, Callable<T> work) throws ExecutionException, TimeoutException {
        var task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().name(name).start(task);
        return await(limit, task);
    }

    static <T> T await(Duration limit, Future<T> future) throws ExecutionException, TimeoutException {
        var clock = Clock.system();
        long deadline = clock.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get(deadline - clock.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
