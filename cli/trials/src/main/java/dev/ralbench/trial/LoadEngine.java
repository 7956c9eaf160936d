package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult.Ceiling;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * What sends the load, and how much of it there can be.
 *
 * @param ceiling as measured before the first trial
 */
record LoadEngine(SenderFactory senders, Ceiling ceiling) {
    /** More do not send more. */
    private static final int MOST_USERS = 64;
    /** Connecting takes a third of the time where it has been done so often. */
    private static final int MOST_CONNECTED = 1_000;
    /** Long enough for most of them, even where the JVM has still to compile it. */
    private static final Duration CONNECTING = Duration.ofSeconds(1);

    private static final Duration MEASURED = Duration.ofMillis(500);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final RequestTemplate REQUEST = new RequestTemplate(
            "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));

    /**
     * Calibrates the engine: the same senders, recorders and event loops against a server in this process that answers
     * at once. What the server takes of the CPUs is not charged: the ceiling is what the event loops could send if
     * they did nothing else all the time.
     *
     * @param users of the load that is to come
     * @param transfer of its requests: the protocol counts, redirects and proxies do not
     * @throws InterruptedException when the user wishes to stop
     */
    static LoadEngine calibrated(SenderFactory senders, int users, RequestTemplate.Transfer transfer, Clock clock)
            throws InterruptedException {
        int some = Math.clamp(users, 1, MOST_USERS);
        try (var echo = senders.openEcho();
                var sender = senders.open(ConnectionPlan.to(echo.url(), TIMEOUT), REQUEST.with(protocolOf(transfer)))) {
            var threads = LoopThreads.of(sender.loops());
            // each takes two descriptors here, one with the target
            warmUp(sender, Math.clamp(users / 2, some, MOST_CONNECTED), clock);
            long cpuBefore = threads.cpuNanos();
            var measured = load(sender, some, MEASURED).wholeRun();
            double cpuSeconds = (threads.cpuNanos() - cpuBefore) / 1e9;
            return new LoadEngine(
                    senders, ceiling(some, measured, cpuSeconds / sender.loops().size()));
        } catch (ExecutionException e) {
            throw Exhaustion.inLoad(e)
                    .<RuntimeException>map(Function.identity())
                    .orElseGet(() -> new IllegalStateException("the engine cannot be calibrated", e.getCause()));
        }
    }

    /** Many connect once: the ends of one load's connections and the beginning of the next one's take descriptors. */
    private static void warmUp(RequestSender sender, int users, Clock clock)
            throws InterruptedException, ExecutionException {
        if (users > MOST_USERS) {
            load(sender, users, CONNECTING);
        }
        new CalibrationWarmUp(Compilers.ofThisProcess(clock))
                .run(() -> load(sender, Math.min(users, MOST_USERS), CalibrationWarmUp.ROUND));
    }

    private static RequestTemplate.Transfer protocolOf(RequestTemplate.Transfer transfer) {
        return new RequestTemplate.Transfer(transfer.http2(), false, Optional.empty());
    }

    private static Measurement load(RequestSender sender, int users, Duration length)
            throws InterruptedException, ExecutionException {
        var plan = LoadPlan.of(new LoadShape.ConstantUsers(users, length), TIMEOUT);
        var recording = new LoadRecording();
        var generator = new LoadGenerator(plan, sender, recording, window -> {});
        var end = generator.start();
        try {
            end.get();
        } catch (InterruptedException e) {
            generator.abort(); // else its users would connect anew while the sender is closed
            throw e;
        }
        return recording.finish(plan, "");
    }

    /** @param busySeconds of an event loop, on average */
    private static Ceiling ceiling(int users, WindowMeasurement measured, double busySeconds) {
        return new Ceiling(
                users,
                busySeconds > 0 ? measured.completions().successful() / busySeconds : 0,
                boxed(measured.successful().percentileMillis(50)),
                boxed(measured.successful().percentileMillis(99)));
    }

    private static Optional<Double> boxed(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }
}
