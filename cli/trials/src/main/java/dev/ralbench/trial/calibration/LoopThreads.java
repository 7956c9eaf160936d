package dev.ralbench.trial.calibration;

import dev.ralbench.load.RequestSender.SenderLoop;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The threads of event loops, and their CPU time. */
public record LoopThreads(List<Long> ids) {
    public LoopThreads {
        ids = List.copyOf(ids);
    }

    public static LoopThreads of(List<SenderLoop> loops) throws InterruptedException, ExecutionException {
        var ids = loops.stream().map(LoopThreads::id).toList();
        for (var id : ids) {
            id.get();
        }
        return new LoopThreads(ids.stream().map(CompletableFuture::join).toList());
    }

    private static CompletableFuture<Long> id(SenderLoop loop) {
        var id = new CompletableFuture<Long>();
        loop.execute(() -> id.complete(Thread.currentThread().threadId()));
        return id;
    }

    /** Nanoseconds of CPU time of all of them. */
    long cpuNanos() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return ids.stream().mapToLong(threads::getThreadCpuTime).sum();
    }
}
