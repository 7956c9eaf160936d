package dev.ralbench.validity;

import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.List;
import java.util.Optional;

/**
 * How many requests met a connection that the server had closed while it was idle. They do not fail, but each counts from
 * its first sending: as soon as they are one in a hundred, p99 is the time of a lost try and a new connection, and no longer
 * that of the service. How many there are is a matter of chance, so two runs differ in it.
 */
final class ResendCheck {
    private static final Limit RESENT = Limit.share(0.01);

    /** So many, or fewer, may meet a close in any load. */
    private static final long FEW = 5;

    static final Check CHECK = Check.of(
            RESENT.row(
                    "requests of a level that were sent again because the server had closed the idle connection (`resent`),"
                            + " from " + (FEW + 1) + " on"),
            evidence -> finding(evidence.measurement()));

    private ResendCheck() {}

    static Optional<CheckFinding> finding(Measurement measurement) {
        return Worst.thatMatters(byLevel(measurement), RESENT.most(), ResendCheck::share)
                .map(worst -> CheckFinding.suspect(
                        Remedy.KEEP_CONNECTIONS_LONGER,
                        "%s the server had closed the idle connection of %s of the requests (at most %s): these were sent"
                                + " again, and their response times hold the lost try and a new connection",
                        worst.where(),
                        RESENT.text(worst.value()),
                        RESENT.text()));
    }

    /** A level that is measured in turns has a few in each of them. */
    private static Measurement byLevel(Measurement measurement) {
        return new Measurement(
                List.copyOf(Levels.merged(measurement).values()),
                measurement.wholeRun(),
                measurement.series(),
                measurement.failureDetails(),
                measurement.stoppedEarly());
    }

    private static Optional<Double> share(WindowMeasurement window) {
        var share = window.requests().resentShare();
        return share.isPresent() && window.requests().resent().orElse(0) > FEW
                ? Optional.of(share.getAsDouble())
                : Optional.empty();
    }
}
