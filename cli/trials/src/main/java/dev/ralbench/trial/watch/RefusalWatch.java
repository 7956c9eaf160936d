package dev.ralbench.trial.watch;

import dev.ralbench.Failure;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.measurement.LoadRecording;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/**
 * Ends the load on a service that ran already once it refuses connections: ralbench does not see its process end, and
 * further load would measure errors, for which the generator would be blamed.
 */
public final class RefusalWatch {
    private final String url;
    private final BooleanSupplier refuses;
    private final LoadGenerator generator;
    private OptionalDouble since = OptionalDouble.empty();
    private Optional<LoadRecording.Second> seen = Optional.empty();
    private double answeredUntil;
    private long failures;
    private boolean isSeen;

    /**
     * A watch.
     *
     * @param url of the service, as it may be shown
     * @param refuses asks it, which takes a connection
     */
    public RefusalWatch(String url, BooleanSupplier refuses, LoadGenerator generator) {
        this.url = url;
        this.refuses = refuses;
        this.generator = generator;
    }

    /**
     * To be called now and then: several ticks tell of one sample. Asks in the second sample in a row in which requests did
     * nothing but fail.
     */
    public void look(Tick tick) {
        if (Optional.of(tick.lastSecond()).equals(seen)) {
            return;
        }
        seen = Optional.of(tick.lastSecond());
        boolean doesNothingButFail =
                tick.lastSecond().responses() == 0 && tick.lastSecond().failuresSoFar() > failures;
        failures = tick.lastSecond().failuresSoFar();
        if (!doesNothingButFail) {
            since = OptionalDouble.empty();
            answeredUntil = tick.loadSeconds();
        } else if (since.isEmpty()) {
            since = OptionalDouble.of(answeredUntil);
        } else if (!isSeen && refuses.getAsBoolean()) {
            isSeen = true;
            generator.abort();
        }
    }

    public boolean isSeen() {
        return isSeen;
    }

    /** Why the load ended, in a few words; empty while connections are taken. */
    public String reason() {
        return isSeen ? "the target refused connections" + from() : "";
    }

    private String from() {
        return since.isPresent() ? String.format(Locale.ROOT, " from %.1f s on", since.getAsDouble()) : "";
    }

    /**
     * Once the load has ended, and not because the user wished it.
     *
     * @param couldNotConnect whether any request had no connection
     */
    public void throwIfSeen(boolean couldNotConnect) {
        boolean hasRecovered = seen.isPresent() && since.isEmpty();
        isSeen |= couldNotConnect && !hasRecovered && refuses.getAsBoolean();
        if (isSeen) {
            throw Failure.environment(
                    reason(),
                    "nothing listens at " + url + " any more: the service ended or was stopped",
                    "see why in its log, and start it again; what was measured until then is in the result");
        }
    }
}
