package dev.ralbench.dependency.kind;

import dev.ralbench.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The traffic of a server without any target: that of its other users. */
record BackgroundTraffic(double servedPerSecond, int running) {
    /** No traffic: a server that ralbench started has no other clients. */
    public static final BackgroundTraffic NOTHING = new BackgroundTraffic(0, 0);

    private static final int LOOKS = 5;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Watches for a second. */
    public static BackgroundTraffic watch(Counter counter, Clock clock) throws Exception {
        long startNanos = clock.nanoTime();
        var first = counter.read();
        var last = first;
        int running = first.running();
        for (int i = 0; i < LOOKS; i++) {
            pause(clock);
            last = counter.read();
            running = Math.min(running, last.running());
        }
        double seconds = (clock.nanoTime() - startNanos) / 1e9;
        return new BackgroundTraffic((last.served() - first.served()) / seconds, running);
    }

    private static void pause(Clock clock) throws InterruptedException {
        long end = clock.nanoTime() + PAUSE_NANOS;
        while (clock.nanoTime() < end) {
            LockSupport.parkNanos(end - clock.nanoTime());
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while watching an idle server");
            }
        }
    }

    /** The targets' part of a server's counts since some moment. */
    public ServedCounts without(ServedCounts counted, double seconds) {
        return new ServedCounts(
                Math.max(0, counted.served() - Math.round(servedPerSecond * seconds)),
                Math.max(0, counted.running() - running),
                counted.connections());
    }
}
