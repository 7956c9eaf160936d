package dev.ralbench.service;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.process.ProcFs;
import java.nio.file.Path;
import java.util.Optional;

/** A JVM's counters file; used if JMX fails. Once the JVM has ended, it keeps the last values seen. */
final class CounterFileProbe {
    private final Path file;
    private HsPerfData latest;
    private CollectionTotals atWindowStart;
    private long threadsStartedBefore;

    private CounterFileProbe(Path file, HsPerfData first) {
        this.file = file;
        this.latest = first;
        this.atWindowStart = CollectionTotals.of(first);
        this.threadsStartedBefore = threadsStarted(first);
    }

    /** Empty if the JVM has no such file ({@code -XX:-UsePerfData}) or ralbench may not read it. */
    static Optional<CounterFileProbe> open(ProcFs proc, long pid) {
        return HsPerfData.find(proc, pid)
                .flatMap(file -> HsPerfData.read(file).map(first -> new CounterFileProbe(file, first)));
    }

    /** Keeps the present values, for the case that there will be none later. */
    void poll() {
        latest = HsPerfData.read(file).orElse(latest);
    }

    /** Time in collections since the JVM's start, as of the last poll. */
    double collectionMillis() {
        return CollectionTotals.of(latest).millis();
    }

    InsideView.Jvm nextWindow() {
        poll();
        var now = CollectionTotals.of(latest);
        var collections = now.minus(atWindowStart);
        atWindowStart = now;
        long started = threadsStarted(latest) - threadsStartedBefore;
        threadsStartedBefore = threadsStarted(latest);
        return InsideView.Jvm.ofCounters(
                (int) latest.number("java.threads.livePeak"), started, collections.count(), collections.millis());
    }

    private static long threadsStarted(HsPerfData counters) {
        return counters.number("java.threads.started");
    }
}
