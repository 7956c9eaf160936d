package dev.ralbench.command;

import dev.ralbench.Clock;
import dev.ralbench.result.ReadProgress;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Says now and then how far a long file has been read; of a short one it says nothing, however slow the machine is. */
final class ReadingNotes implements ReadProgress {
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final double MEBI = 1024 * 1024;

    private final PrintStream err;
    private final Clock clock;
    private long nextNanos;

    ReadingNotes(PrintStream err, Clock clock) {
        this.err = err;
        this.clock = clock;
        this.nextNanos = clock.nanoTime() + PAUSE_NANOS;
    }

    @Override
    public void at(Path file, long bytes, long of) {
        long now = clock.nanoTime();
        if (of >= MEBI && now >= nextNanos) {
            nextNanos = now + PAUSE_NANOS;
            err.printf(Locale.ROOT, "reading %s: %.0f of %.0f MiB%n", file, bytes / MEBI, of / MEBI);
        }
    }
}
