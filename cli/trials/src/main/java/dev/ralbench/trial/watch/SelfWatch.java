package dev.ralbench.trial.watch;

import dev.ralbench.Clock;
import dev.ralbench.load.RequestSender.SenderLoop;
import dev.ralbench.measurement.LoopLag;
import dev.ralbench.process.OwnProcess;
import dev.ralbench.process.ProcFs;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Watches ralbench's own process during a load, to know whether that load can be trusted.
 *
 * @param threads the kernel's ids of the event loops' threads, as far as they are known
 */
public record SelfWatch(LoopLag lag, Standstill standstill, Iterable<Long> threads) implements AutoCloseable {

    /** Begins to watch; until it is closed. */
    public static SelfWatch of(List<SenderLoop> loops, Clock clock) {
        var own = new OwnProcess(ProcFs.ofThisMachine());
        var threads = new ConcurrentLinkedQueue<Long>();
        loops.forEach(loop -> loop.execute(() -> own.thread().ifPresent(threads::add)));
        return new SelfWatch(LoopLag.of(loops), Standstill.watched(clock), threads);
    }

    @Override
    public void close() {
        standstill.close();
        lag.close();
    }
}
