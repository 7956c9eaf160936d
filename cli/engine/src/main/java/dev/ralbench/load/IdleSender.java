package dev.ralbench.load;

import dev.ralbench.Clock;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** One loop without a network, for a generator that keeps time and sends nothing. */
public final class IdleSender implements RequestSender {
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("load").factory());
    private final List<SenderLoop> loops;

    public IdleSender(Clock clock) {
        this.loops = List.of(new SenderLoop() {
            @Override
            public long nanoTime() {
                return clock.nanoTime();
            }

            @Override
            public void execute(Runnable task) {
                schedule(clock.nanoTime(), task);
            }

            @Override
            public void schedule(long atNanos, Runnable task) {
                try {
                    var unused = thread.schedule(task, atNanos - clock.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (RejectedExecutionException e) {
                    // closed: nothing is due any more
                }
            }

            @Override
            public UserConnection newConnection(int user, ConnectionListener listener) {
                throw new IllegalStateException("a generator that sends nothing has no users");
            }
        });
    }

    @Override
    public List<SenderLoop> loops() {
        return loops;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
