package dev.ralbench.runner;

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
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;

/**
 * What the self-checks cost: the same load in one process with and without them, in turn. URL PAIRS SECONDS; prints for each
 * pair the CPU time per request with checks over that without.
 */
final class SelfCheckCost {
    private static final int USERS = 64;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final RequestTemplate REQUEST = new RequestTemplate(
            "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));
    private static final int WARM_UPS = 3;

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final RequestSender sender;
    private final Duration length;

    private SelfCheckCost(RequestSender sender, Duration length) {
        this.sender = sender;
        this.length = length;
    }

    public static void main(String[] arguments) throws InterruptedException, ExecutionException {
        var senders = new NettySenderFactory(Transport.best(), 1, Clock.system());
        try (var sender = senders.open(ConnectionPlan.to(URI.create(arguments[0]), TIMEOUT), REQUEST)) {
            var cost = new SelfCheckCost(sender, Duration.ofSeconds(Integer.parseInt(arguments[2])));
            for (int i = 0; i < WARM_UPS; i++) {
                cost.without();
                cost.with();
            }
            for (int pair = 0; pair < Integer.parseInt(arguments[1]); pair++) {
                System.out.println(pair % 2 == 0 ? cost.withFirst() : cost.withLast());
            }
        }
        System.exit(0);
    }

    private double withFirst() throws InterruptedException, ExecutionException {
        double with = with();
        return with / without();
    }

    private double withLast() throws InterruptedException, ExecutionException {
        double without = without();
        return with() / without;
    }

    private double without() throws InterruptedException, ExecutionException {
        return nanosPerRequest(system.getProcessCpuTime(), () -> {});
    }

    /** As one window of a load. */
    private double with() throws InterruptedException, ExecutionException {
        long before = system.getProcessCpuTime();
        try (var watch = SelfWatch.of(sender.loops(), Clock.system())) {
            var meter = new GeneratorMeter(Clock.system(), watch, Idle.scope());
            return nanosPerRequest(before, meter::nextWindow);
        }
    }

    private double nanosPerRequest(long cpuBefore, Runnable atTheEnd) throws InterruptedException, ExecutionException {
        var plan = new LoadPlan(
                new LoadShape.ConstantUsers(USERS, length),
                Optional.empty(),
                TIMEOUT,
                Duration.ZERO,
                true,
                LoadPlan.OnFailure.CONTINUE);
        var recording = new LoadRecording();
        new LoadGenerator(plan, sender, recording, window -> {}).start().get();
        atTheEnd.run();
        long cpu = system.getProcessCpuTime() - cpuBefore;
        return cpu
                / (double) recording.finish(plan, "").wholeRun().completions().successful();
    }
}
