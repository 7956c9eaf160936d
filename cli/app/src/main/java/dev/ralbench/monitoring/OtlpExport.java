package dev.ralbench.monitoring;

import dev.ralbench.Clock;
import dev.ralbench.Printable;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Sends samples every few seconds, by a thread of its own, and once more at the end. */
final class OtlpExport implements AutoCloseable {
    private static final long LAST_SECONDS = 30;

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
    private long sent;

    private long failed;
    private String lastFailure = "";

    private OtlpExport(OtlpEndpoint endpoint, OpenTelemetryFormat format, Samples samples, Clock clock) {
        this.endpoint = endpoint;
        this.sender = endpoint.once();
        this.format = format;
        this.samples = samples;
        this.clock = clock;
        this.from = clock.now();
    }

    /** Begins. */
    static OtlpExport start(
            OtlpEndpoint endpoint, Duration interval, OpenTelemetryFormat format, Samples samples, Clock clock) {
        var export = new OtlpExport(endpoint, format, samples, clock);
        var unused = export.thread.scheduleWithFixedDelay(
                export::send, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
        return export;
    }

    private void send() {
        var metrics = format.of(samples, from, clock.now());
        if (metrics.isEmpty()) {
            return;
        }
        sent++;
        sender.send(metrics).map(Printable::line).ifPresent(why -> {
            failed++;
            lastFailure = why;
            if (failed == 1) {
                firstFailure.set(Optional.of("--otlp: " + endpoint + " did not take the metrics (" + why
                        + "); the run goes on, and the next ones are sent"));
            }
        });
    }

    /** The first failure, once. */
    Optional<String> trouble() {
        return firstFailure.getAndSet(Optional.empty());
    }

    /**
     * Sends the last samples.
     *
     * @return how many could not be sent, if any
     */
    Optional<String> end() {
        try {
            return thread.schedule(this::last, 0, TimeUnit.SECONDS).get(LAST_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
            return Optional.of("--otlp: " + endpoint + " has not taken the last metrics within " + LAST_SECONDS + " s");
        }
    }

    private Optional<String> last() {
        send();
        return failed == 0
                ? Optional.empty()
                : Optional.of("--otlp: " + failed + " of " + sent + " exports to " + endpoint
                        + " failed, the last one: " + lastFailure);
    }

    @Override
    public void close() {
        thread.shutdownNow();
        sender.close();
    }
}
