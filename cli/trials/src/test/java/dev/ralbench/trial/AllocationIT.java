package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
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
import dev.ralbench.testing.Alone;
import dev.ralbench.trial.calibration.LoopThreads;
import dev.ralbench.trial.watch.SelfWatch;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a request costs the event loops in memory, with recording and self-checks on; bytes, not time. */
@Alone
class AllocationIT {
    /**
     * Two views of the request's buffer, a record of the write and what comes with them are 242 where the compiler takes
     * nothing away (-XX:-DoEscapeAnalysis), and 26 to 60 where it does: which of both is chance.
     */
    private static final long MOST_BYTES = 300;

    private static final int USERS = 64;
    private static final int WARM_UP_CALLS = 500;
    private static final int CALLS = 800;

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final RequestTemplate REQUEST = new RequestTemplate(
            "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));

    @Test
    void aRequestAllocatesNextToNothing() throws Exception {
        var senders = new NettySenderFactory(Transport.best(), 1, Clock.system());
        try (var server = senders.openCalibrationServer(false);
                var sender = senders.open(ConnectionPlan.to(server.url(), TIMEOUT), REQUEST);
                var watch = SelfWatch.of(sender.loops(), Clock.system())) {
            var threads = LoopThreads.of(sender.loops());
            load(sender, WARM_UP_CALLS);

            long before = allocatedBytes(threads);
            long requests = load(sender, CALLS);
            long allocated = allocatedBytes(threads) - before;

            assertThat(requests).isEqualTo((long) USERS * CALLS);
            assertThat(allocated).as("bytes: the JVM counts them").isPositive();
            assertThat(allocated / requests).as("bytes per request").isLessThanOrEqualTo(MOST_BYTES);
            assertThat(watch.lag().silentNanos()).isLessThan(TIMEOUT.toNanos());
        }
    }

    private static long load(RequestSender sender, int calls) throws Exception {
        var plan = LoadPlan.of(new LoadShape.LoopsPerUser(USERS, calls, Duration.ZERO), TIMEOUT);
        var recording = new LoadRecording();
        new LoadGenerator(plan, sender, recording, window -> {}).start().get(2, TimeUnit.MINUTES);
        return recording.finish(plan, "").wholeRun().requests().completions().successful();
    }

    private static long allocatedBytes(LoopThreads threads) {
        var system = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.ids().stream().mapToLong(system::getThreadAllocatedBytes).sum();
    }
}
