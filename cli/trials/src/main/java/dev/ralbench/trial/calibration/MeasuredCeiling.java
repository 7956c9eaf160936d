package dev.ralbench.trial.calibration;

import dev.ralbench.Boxed;
import dev.ralbench.Clock;
import dev.ralbench.load.CalibrationServer;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RequestBody;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.tls.TlsSettings;
import dev.ralbench.trial.watch.Exhaustion;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * Measures the most that a generator can send: the same senders, recorders and event loops against a server in this process
 * that answers at once, at the operating point of the load that is to come. The server's CPU time is not charged: the
 * ceiling is the rate of event loops that do nothing but send.
 */
record MeasuredCeiling(Clock clock) implements RememberedCeilings.Generator {
    /** After so many connections, one takes a third of the time. */
    private static final int MOST_CONNECTED = 1_000;
    /** Long enough for most of them, even if the JVM has still to compile it. */
    private static final Duration CONNECTING = Duration.ofSeconds(1);

    static final Duration MEASURED = Duration.ofMillis(500);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @Override
    public Ceiling measure(CalibratedLoad load) throws InterruptedException {
        return sending(load, (sender, threads) -> {
            warmUp(sender, connected(load));
            var busy = ceiling(sender, threads, busy(some(load), MEASURED));
            var point = OperatingPoint.of(load.plan(), busy.requestsPerSecond(), MEASURED, TIMEOUT);
            if (point.isEmpty()) {
                return busy;
            }
            warmUp(sender, dense(load, busy));
            return ceiling(sender, threads, point.get());
        });
    }

    @Override
    public void warmUp(CalibratedLoad load, Ceiling known) throws InterruptedException {
        var unused = sending(load, (sender, threads) -> {
            warmUp(sender, connected(load));
            if (OperatingPoint.of(load.plan(), known.requestsPerSecond(), MEASURED, TIMEOUT)
                    .isPresent()) {
                warmUp(sender, dense(load, known));
            }
            return known;
        });
    }

    private static int some(CalibratedLoad load) {
        return Math.clamp(load.plan().timeline().maxConnections(), 1, OperatingPoint.BUSY_USERS);
    }

    /** Each takes two descriptors here, one with the target. */
    private static int connected(CalibratedLoad load) {
        return Math.clamp(load.plan().timeline().maxConnections() / 2, some(load), MOST_CONNECTED);
    }

    /** At half its ceiling, because the server needs its part of the CPUs: soon compiled. */
    private static LoadPlan dense(CalibratedLoad load, Ceiling ceiling) {
        return OperatingPoint.atRate(load.plan(), ceiling.requestsPerSecond() / 2, CalibrationWarmUp.ROUND, TIMEOUT);
    }

    /** Uses a sender. */
    private interface SenderUse {
        Ceiling with(RequestSender sender, LoopThreads threads) throws InterruptedException, ExecutionException;
    }

    private static Ceiling sending(CalibratedLoad load, SenderUse use) throws InterruptedException {
        try (var server = load.senders().openCalibrationServer(load.tls().isPresent());
                var sender = load.senders().open(to(server, load.tls()), request(load))) {
            var threads = LoopThreads.of(sender.loops());
            TimerSlack.without(sender.loops());
            return use.with(sender, threads);
        } catch (ExecutionException e) {
            throw Exhaustion.inLoad(e)
                    .<RuntimeException>map(Function.identity())
                    .orElseGet(() -> new IllegalStateException("the generator cannot be calibrated", e.getCause()));
        }
    }

    /** The calibration server answers with as many bytes as the path says. */
    private static RequestTemplate request(CalibratedLoad load) {
        var body = new byte[load.bodyBytes()];
        Arrays.fill(body, (byte) 'x');
        return new RequestTemplate(
                load.bodyBytes() > 0 ? "POST" : "GET",
                load.responseBytes() > 0 ? "/" + load.responseBytes() : "/",
                Map.of(),
                Optional.of(RequestBody.of(body)).filter(bytes -> load.bodyBytes() > 0),
                new RequestTemplate.Expectation(200, OptionalLong.empty()),
                new RequestTemplate.Transfer(load.isHttp2(), false, Optional.empty()));
    }

    /** Many connect once: the ends of one load's connections and the beginning of the next one's take descriptors. */
    private void warmUp(RequestSender sender, int users) throws InterruptedException, ExecutionException {
        if (users > OperatingPoint.BUSY_USERS) {
            var unused = load(sender, busy(users, CONNECTING));
        }
        warmUp(sender, busy(Math.min(users, OperatingPoint.BUSY_USERS), CalibrationWarmUp.ROUND));
    }

    private void warmUp(RequestSender sender, LoadPlan round) throws InterruptedException, ExecutionException {
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
