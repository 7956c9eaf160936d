package dev.ralbench.dependency.kind;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Asks a server for its counts without waiting longer than a second. A thread of its own does the asking: an answer that
 * comes late is dropped, and the connection stays for the next question.
 */
final class CountsPoller implements AutoCloseable {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long FIRST_LIMIT_SECONDS = 30;

    private final Counter counter;
    private final BackgroundTraffic background;
    private final Clock clock;
    private final ExecutorService thread;
    private final Liveness pulse;
    private final ServedCounts base;
    private final long baseNanos;
    private @Nullable Future<ServedCounts> asked; // guarded by this

    private CountsPoller(
            Counter counter, BackgroundTraffic background, Clock clock, ExecutorService thread, ServedCounts base) {
        this.counter = counter;
        this.background = background;
        this.clock = clock;
        this.thread = thread;
        this.pulse = new Liveness(clock);
        this.base = base;
        this.baseNanos = clock.nanoTime();
    }

    /**
     * Opens the connection; requests served until now do not count.
     *
     * @throws Failure when there is no answer
     */
    public static CountsPoller begin(String name, Counter counter, BackgroundTraffic background, Clock clock)
            throws InterruptedException {
        var thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name(name + "-counts").factory());
        boolean begun = false;
        try {
            var base = thread.submit(counter::read).get(FIRST_LIMIT_SECONDS, TimeUnit.SECONDS);
            begun = true;
            return new CountsPoller(counter, background, clock, thread, base);
        } catch (ExecutionException | TimeoutException e) {
            throw noAnswer(name, e instanceof ExecutionException failed ? failed.getCause() : e);
        } finally {
            if (!begun) {
                thread.shutdownNow();
                counter.close();
            }
        }
    }

    public static Failure noAnswer(String name, @Nullable Throwable cause) {
        var failure = Failure.environment(
                "the " + name + " server does not say what it has served",
                cause instanceof TimeoutException ? "it did not answer in time" : String.valueOf(cause),
                "its user must be allowed to ask for the server's status");
        return cause == null ? failure : failure.causedBy(cause);
    }

    /** Empty when there is no answer within a second. */
    public synchronized Optional<ServedCounts> ask() {
        long deadline = clock.nanoTime() + LIMIT_NANOS;
        try {
            return dropLate(deadline) ? answer(deadline) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Whether the server answered the last query. Sends none itself, and never waits. */
    public boolean isAlive() {
        return pulse.isAlive();
    }

    /** Whether the previous question has been answered or given up by now. */
    private boolean dropLate(long deadline) throws InterruptedException {
        var before = asked;
        if (before == null) {
            return true;
        }
        try {
            before.get(deadline - clock.nanoTime(), TimeUnit.NANOSECONDS);
            pulse.answered();
        } catch (ExecutionException e) {
            pulse.failed(e);
        } catch (TimeoutException e) {
            return false;
        }
        asked = null;
        return true;
    }

    private Optional<ServedCounts> answer(long deadline) throws InterruptedException {
        if (thread.isShutdown()) {
            return Optional.empty();
        }
        var question = thread.submit(counter::read);
        asked = question;
        try {
            var counts = question.get(deadline - clock.nanoTime(), TimeUnit.NANOSECONDS);
            asked = null;
            pulse.answered();
            var since = new ServedCounts(counts.served() - base.served(), counts.running(), counts.connections());
            return Optional.of(background.without(since, (clock.nanoTime() - baseNanos) / 1e9));
        } catch (ExecutionException e) {
            asked = null;
            pulse.failed(e);
            return Optional.empty();
        } catch (TimeoutException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        counter.close();
    }
}
