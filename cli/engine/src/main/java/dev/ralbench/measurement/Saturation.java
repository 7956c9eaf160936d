package dev.ralbench.measurement;

import java.util.Optional;

/**
 * A level of an open load at which less was served than was offered, and the rest piled up.
 *
 * @param offeredPerSecond as planned
 * @param servedPerSecond goodput, in whole journeys if these arrive
 * @param outstanding requests, or journeys, that had not ended at the end of the level
 * @param ofJourneys whether whole journeys arrive
 */
public record Saturation(double offeredPerSecond, double servedPerSecond, long outstanding, boolean ofJourneys) {
    /** Smaller gaps are requests at a level's ends. */
    private static final double LEAST_MISSING = 0.02;
    /** The queue is watched in the second half, when a level that is only slow to begin with has settled. */
    private static final double DEVIATIONS = 3;

    /**
     * The saturation of a level, if there is any.
     *
     * @param series that it is a part of
     */
    public static Optional<Saturation> of(WindowMeasurement level, Series series) {
        if (level.open().isEmpty() || level.kind() != WindowKind.LEVEL || level.lengthSeconds() <= 0) {
            return Optional.empty();
        }
        var open = level.open().get();
        double length = level.lengthSeconds();
        double offered = open.offeredPerSecond();
        double served = level.served() / length;
        boolean isShort = served < (1 - LEAST_MISSING) * offered;
        return isShort && (open.waitingAtEnd() > 0 || grows(level, series, offered))
                ? Optional.of(new Saturation(
                        offered,
                        served,
                        open.outstandingAtEnd(),
                        !level.journeys().isEmpty()))
                : Optional.empty();
    }

    /** Whether more was under way at the end than in the middle: connections may be enough for all that piles up. */
    private static boolean grows(WindowMeasurement level, Series series, double offered) {
        double half = level.lengthSeconds() / 2;
        if (level.servedMeanMillis().orElse(0) > half * 1e3) {
            return false; // as many as are under way at a time may not have arrived yet in the middle
        }
        int middle = (int) ((level.span().startSeconds() + half) / series.slotSeconds());
        int end = (int) ((level.span().startSeconds() + level.lengthSeconds()) / series.slotSeconds()) - 1;
        if (end <= middle || end >= series.slots().size()) {
            return false;
        }
        double before = series.slots().get(middle).inFlight();
        double growth = series.slots().get(end).inFlight() - before;
        return growth > Math.max(LEAST_MISSING * offered * half, DEVIATIONS * Math.sqrt(before));
    }

    /** How long it would take to serve the waiting requests; empty if nothing is served. */
    public Optional<Double> secondsOfWork() {
        return servedPerSecond > 0 ? Optional.of(outstanding / servedPerSecond) : Optional.empty();
    }
}
