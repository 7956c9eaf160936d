package dev.ralbench.monitoring;

import dev.ralbench.Clock;
import dev.ralbench.Printable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** Sends samples every few seconds, by a thread of its own, and once more at the end. */
final class OtlpExport {
    /** A run that was stopped waits for no receiver that hangs. */
    private static final long LAST_SECONDS = 3;

    private final OtlpEndpoint endpoint;
    private final OtlpEndpoint.Sender sender;
    private final OpenTelemetryFormat format;
    private final Samples samples;
    private final Clock clock;
    private final Instant from;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        var made = new Thread(task, "otlp");
        made.setDaemon(true);
        return made;
    });
    private final AtomicReference<Optional<String>> firstFailure = new AtomicReference<>(Optional.empty());
    /** These belong to the thread. */
    private long arrived;

    private long failed;
    private String lastFailure = "";

    private OtlpExport(
            OtlpEndpoint endpoint,
            OtlpEndpoint.Sender sender,
            OpenTelemetryFormat format,
            Samples samples,
            Clock clock) {
        this.endpoint = endpoint;
        this.sender = sender;
        this.format = format;
        this.samples = samples;
        this.clock = clock;
        this.from = clock.now();
    }

    /** Begins. */
    static OtlpExport start(
            OtlpEndpoint endpoint, Duration interval, OpenTelemetryFormat format, Samples samples, Clock clock) {
        return start(endpoint, endpoint.once(), interval, format, samples, clock);
    }

    /** @param sender to the endpoint, which the export closes */
    static OtlpExport start(
            OtlpEndpoint endpoint,
            OtlpEndpoint.Sender sender,
            Duration interval,
            OpenTelemetryFormat format,
            Samples samples,
            Clock clock) {
        var export = new OtlpExport(endpoint, sender, format, samples, clock);
        var unused = export.thread.scheduleWithFixedDelay(
                export::send, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
        return export;
    }

    private void send() {
        failure().map(Printable::line).ifPresent(why -> {
            failed++;
            lastFailure = why;
            if (failed == 1) {
                firstFailure.set(Optional.of("--otlp: " + endpoint + " did not take the metrics (" + why
                        + "); the run goes on, and the next ones are sent"));
            }
        });
    }

    /** Why the samples were not sent, if so. An exception would end all later exports, without a word. */
    private Optional<String> failure() {
        try {
            var metrics = format.of(samples, from, clock.now());
            if (metrics.isEmpty()) {
                return Optional.empty();
            }
            var why = sender.send(metrics);
            if (why.isEmpty()) {
                arrived++;
            }
            return why;
        } catch (RuntimeException e) {
            return Optional.of("error in ralbench: " + e.getClass().getSimpleName()); // its message may quote a header
        }
    }

    /** The first failure, once. */
    Optional<String> trouble() {
        return firstFailure.getAndSet(Optional.empty());
    }

    /**
     * Sends the last samples, and closes the connection. A receiver that hangs costs 5 s at most.
     *
     * @return how many could not be sent, if any, and whether it did not close; a line each
     */
    List<String> end() {
        var unsent = sendLast();
        thread.shutdownNow();
        return Stream.of(unsent, sender.end()).flatMap(Optional::stream).toList();
    }

    private Optional<String> sendLast() {
        try {
            return thread.schedule(this::last, 0, TimeUnit.SECONDS).get(LAST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (TimeoutException e) {
            return Optional.of("--otlp: " + endpoint + " has not taken the last metrics within " + LAST_SECONDS + " s");
        } catch (ExecutionException e) {
            return Optional.of("--otlp: the last metrics were not sent to " + endpoint + ", by an error in ralbench ("
                    + Optional.ofNullable(e.getCause()).orElse(e).getClass().getSimpleName() + ")");
        }
    }

    private Optional<String> last() {
        send();
        return failed == 0
                ? Optional.empty()
                : Optional.of("--otlp: " + failed + " of " + (failed + arrived) + " exports to " + endpoint
                        + " failed, the last one: " + lastFailure);
    }
}
