package dev.ralbench.trial.watch;

import com.sun.management.OperatingSystemMXBean;
import dev.ralbench.Clock;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.net.NettySenderFactory;
import dev.ralbench.load.net.Transport;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.process.CpuSet;
import dev.ralbench.process.ProcFs;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The cost of self-checks: one load in one process, watched in every second turn. Arguments: URL PAIRS SECONDS. Prints
 * for each pair of turns the CPU time per request with checks over that without. Also prints the microseconds of CPU
 * time that the final reading took, once for a window of any length. In the package that it measures, which nothing
 * else may call.
 */
public final class SelfCheckCost {
    private static final int USERS = 64;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final RequestTemplate REQUEST = new RequestTemplate(
            "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));
    private static final Duration WARM_UP = Duration.ofSeconds(10);

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Clock clock = Clock.system();
    /** On all CPUs, with nothing next to the target. */
    private final RunScope scope =
            new RunScope(Optional.empty(), CpuSet.none(), new DependencyCpu(List.of(), ProcFs.ofThisMachine()), 1);

    private final RequestSender sender;
    private final LoadRecording recording;
    private final Duration turn;

    private SelfCheckCost(RequestSender sender, LoadRecording recording, Duration turn) {
        this.sender = sender;
        this.recording = recording;
        this.turn = turn;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int pairs = Integer.parseInt(arguments[1]);
        var turn = Duration.ofSeconds(Integer.parseInt(arguments[2]));
        var senders = new NettySenderFactory(Transport.best(), 1, Clock.system());
        try (var sender = senders.open(ConnectionPlan.to(URI.create(arguments[0]), TIMEOUT), REQUEST)) {
            var plan = LoadPlan.of(new LoadShape.ConstantUsers(USERS, turn.multipliedBy(4L * pairs)), TIMEOUT);
            var recording = new LoadRecording();
            var load = new LoadGenerator(plan, sender, recording, window -> {});
            var end = load.start();
            var cost = new SelfCheckCost(sender, recording, turn);
            Thread.sleep(WARM_UP);
            cost.with(); // the checks are compiled, too
            cost.with();
            for (int pair = 0; pair < pairs; pair++) {
                System.out.println(pair % 2 == 0 ? cost.withFirst() : cost.withLast());
            }
            load.abort();
            end.join();
        }
        System.exit(0);
    }

    private record Pair(double with, double without, long readingNanos) {
        @Override
        public String toString() {
            return with / without + " " + readingNanos / 1e3;
        }
    }

    private record Watched(double nanosPerRequest, long readingNanos) {}

    private Pair withFirst() throws InterruptedException {
        var with = with();
        return new Pair(with.nanosPerRequest(), nanosPerRequest(), with.readingNanos());
    }

    private Pair withLast() throws InterruptedException {
        double without = nanosPerRequest();
        var with = with();
        return new Pair(with.nanosPerRequest(), without, with.readingNanos());
    }

    private Watched with() throws InterruptedException {
        try (var watch = SelfWatch.of(sender.loops(), clock)) {
            var meter = new GeneratorMeter(clock, watch, scope);
            double nanosPerRequest = nanosPerRequest();
            long before = threads.getCurrentThreadCpuTime();
            meter.nextWindow();
            return new Watched(nanosPerRequest, threads.getCurrentThreadCpuTime() - before);
        }
    }

    private double nanosPerRequest() throws InterruptedException {
        recording.mark(clock.nanoTime());
        long cpuBefore = system.getProcessCpuTime();
        Thread.sleep(turn);
        long requests = recording.sinceMark(clock.nanoTime()).successful().count();
        return (system.getProcessCpuTime() - cpuBefore) / (double) requests;
    }
}
