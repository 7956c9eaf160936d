package dev.ralbench.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Looks at the sizes of the logs that services write, and cuts those that are too long. Services write to their files
 * directly: through a pipe they would wait for ralbench.
 */
final class LogWatch implements AutoCloseable {
    /** A look asks for one number. */
    private static final Duration PACE = Duration.ofMillis(50);
    /** While a log grows by hundreds of megabytes a second. */
    private static final Duration FAST_PACE = Duration.ofMillis(5);

    private final Map<Path, LogCut> cuts = new ConcurrentHashMap<>();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("log sizes").factory());
    /** Only while there are logs: each look wakes a thread up, next to event loops that may be the only ones at work. */
    private boolean isLooking;

    private void lookAfter(Duration pause) {
        var unused = thread.schedule(this::look, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        boolean isFast = false;
        for (var cut : cuts.values()) {
            cut.holdToSize();
            isFast |= cut.isGrowingFast();
        }
        goOn(isFast ? FAST_PACE : PACE);
    }

    private synchronized void goOn(Duration pause) {
        isLooking = !cuts.isEmpty() && !thread.isShutdown();
        if (isLooking) {
            lookAfter(pause);
        }
    }

    void begin(LogFile log) {
        cuts.put(log.path(), new LogCut(log.path()));
        beginToLook();
    }

    private synchronized void beginToLook() {
        if (!isLooking) {
            goOn(PACE);
        }
    }

    /** When nothing writes to it any more. */
    void end(LogFile log) {
        Optional.ofNullable(cuts.remove(log.path())).ifPresent(LogCut::holdToSize);
    }

    @Override
    public synchronized void close() {
        thread.shutdownNow();
    }
}
