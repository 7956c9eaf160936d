package dev.ralbench.trial.calibration;

import dev.ralbench.Boxed;
import dev.ralbench.Clock;
import dev.ralbench.load.CalibrationServer;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.tls.TlsSettings;
import dev.ralbench.trial.watch.Exhaustion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * The sender of the load, and the most that it can send.
 *
 * @param ceiling as measured before the first trial
 */
public record CalibratedGenerator(SenderFactory senders, Ceiling ceiling) {
    /** More do not send more. */
    private static final int MOST_USERS = 64;
    /** After so many connections, one takes a third of the time. */
    private static final int MOST_CONNECTED = 1_000;
    /** Long enough for most of them, even if the JVM has still to compile it. */
    private static final Duration CONNECTING = Duration.ofSeconds(1);

    private static final Duration MEASURED = Duration.ofMillis(500);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final RequestTemplate REQUEST = new RequestTemplate(
            "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));

    /**
     * Calibrates the generator: the same senders, recorders and event loops against a server in this process that
     * answers at once, at the operating point of the load that is to come. The server's CPU time is not charged: the
     * ceiling is the rate of event loops that do nothing but send.
     *
     * @param plan the load that is to come
     * @param transfer of its requests: the protocol counts, redirects and proxies do not
     * @param tls of the load, if it is sent by https
     * @throws InterruptedException when the user wishes to stop
     */
    static CalibratedGenerator calibrate(
            SenderFactory senders,
            LoadPlan plan,
            RequestTemplate.Transfer transfer,
            Optional<TlsSettings> tls,
            Clock clock)
            throws InterruptedException {
        int users = plan.timeline().maxConnections();
        int some = Math.clamp(users, 1, MOST_USERS);
        try (var server = senders.openCalibrationServer(tls.isPresent());
                var sender = senders.open(to(server, tls), REQUEST.with(protocolOf(transfer)))) {
            var threads = LoopThreads.of(sender.loops());
            TimerSlack.without(sender.loops());
            // each takes two descriptors here, one with the target
            warmUp(sender, Math.clamp(users / 2, some, MOST_CONNECTED), clock);
            var busy = ceiling(sender, threads, busy(some, MEASURED));
            var point = OperatingPoint.of(plan, busy.requestsPerSecond(), MEASURED, TIMEOUT);
            if (point.isEmpty()) {
                return new CalibratedGenerator(senders, busy);
            }
            // at half its ceiling, because the server needs its part of the CPUs: soon compiled
            var dense = OperatingPoint.atRate(plan, busy.requestsPerSecond() / 2, CalibrationWarmUp.ROUND, TIMEOUT);
            warmUp(sender, dense, clock);
            return new CalibratedGenerator(senders, ceiling(sender, threads, point.get()));
        } catch (ExecutionException e) {
            throw Exhaustion.inLoad(e)
                    .<RuntimeException>map(Function.identity())
                    .orElseGet(() -> new IllegalStateException("the generator cannot be calibrated", e.getCause()));
        }
    }

    /** Many connect once: the ends of one load's connections and the beginning of the next one's take descriptors. */
    private static void warmUp(RequestSender sender, int users, Clock clock)
            throws InterruptedException, ExecutionException {
        if (users > MOST_USERS) {
            var unused = load(sender, busy(users, CONNECTING));
        }
        warmUp(sender, busy(Math.min(users, MOST_USERS), CalibrationWarmUp.ROUND), clock);
    }

    private static void warmUp(RequestSender sender, LoadPlan round, Clock clock)
            throws InterruptedException, ExecutionException {
        new CalibrationWarmUp(Compilers.ofThisProcess(clock)).run(() -> {
            var unused = load(sender, round);
        });
    }

    /** With the load's own key, which decides which library encrypts. */
    private static ConnectionPlan to(CalibrationServer server, Optional<TlsSettings> tls) {
        return new ConnectionPlan(
                server.url(),
                tls.map(load -> new TlsSettings(List.of(), load.identity(), true, load.resume())),
                List.of(),
                true,
                TIMEOUT);
    }

    private static RequestTemplate.Transfer protocolOf(RequestTemplate.Transfer transfer) {
        return new RequestTemplate.Transfer(transfer.http2(), false, Optional.empty());
    }

    /** Users that go on as soon as they have a response. */
    private static LoadPlan busy(int users, Duration length) {
        return LoadPlan.of(new LoadShape.ConstantUsers(users, length), TIMEOUT);
    }

    private static Measurement load(RequestSender sender, LoadPlan plan)
            throws InterruptedException, ExecutionException {
        var recording = new LoadRecording();
        var generator = new LoadGenerator(plan, sender, recording, window -> {});
        var end = generator.start();
        try {
            end.get();
        } catch (InterruptedException e) {
            generator.abort(); // else its users would reconnect while the sender is closed
            throw e;
        }
        return recording.finish(plan, "");
    }

    private static Ceiling ceiling(RequestSender sender, LoopThreads threads, LoadPlan plan)
            throws InterruptedException, ExecutionException {
        long cpuBefore = threads.cpuNanos();
        var measured = load(sender, plan).wholeRun();
        double busySeconds =
                (threads.cpuNanos() - cpuBefore) / 1e9 / sender.loops().size();
        return new Ceiling(
                plan.timeline().maxConnections(),
                busySeconds > 0 ? measured.requests().completions().successful() / busySeconds : 0,
                Boxed.of(measured.requests().successful().percentileMillis(50)),
                Boxed.of(measured.requests().successful().percentileMillis(99)));
    }
}
