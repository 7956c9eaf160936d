package dev.ralbench.load;

import dev.ralbench.Clock;
import java.time.Duration;

/**
 * A rate of arrivals that is constant or changes linearly: r(t) = a + b t, with b = (to - from) / fullLength. Up to t,
 * a t + b t²/2 requests are due.
 *
 * @param from requests per second at the beginning; may be a fraction
 * @param to requests per second after {@code fullLength}
 * @param fullLength the time in which {@code to} is reached
 */
public record ArrivalRate(double from, double to, Duration fullLength) {
    /** More than any target answers or any network carries in small requests. */
    public static final double HIGHEST = 1_000_000;
    /** One request in a quarter of an hour. */
    public static final double LOWEST = 0.001;

    private static final double NANOS = 1e9;

    public ArrivalRate {
        requireRate("from", from);
        requireRate("to", to);
        if (!fullLength.isPositive()) {
            throw new IllegalArgumentException("ramp: must be positive, got " + fullLength);
        }
    }

    /** A rate that is constant for the whole length. */
    static ArrivalRate constant(double perSecond, Duration length) {
        return new ArrivalRate(perSecond, perSecond, length);
    }

    static void requireRate(String key, double perSecond) {
        boolean isPossible = perSecond == 0 || (perSecond >= LOWEST && perSecond <= HIGHEST);
        if (!isPossible) {
            throw new IllegalArgumentException(
                    key + ": must be 0 or from " + LOWEST + " to 1000000 requests/s, got " + perSecond);
        }
    }

    /** A part of these arrivals; none where the lowest rate has that few. */
    ArrivalRate times(double part) {
        return part == 1 ? this : new ArrivalRate(lowered(from * part), lowered(to * part), fullLength);
    }

    private static double lowered(double perSecond) {
        return perSecond < LOWEST ? 0 : perSecond;
    }

    public boolean isConstant() {
        return from == to;
    }

    /** Requests per second, so many seconds after the beginning. */
    public double at(double seconds) {
        return from + slope() * seconds;
    }

    /** The integral of the rate: how many requests are due up to then. */
    public double dueUpTo(double seconds) {
        return from * seconds + slope() * seconds * seconds / 2;
    }

    /**
     * When the integral reaches {@code due}, in nanoseconds after the beginning: the root of b/2 t² + a t - due = 0.
     * This form avoids cancellation for rising and falling rates.
     *
     * @param due no more than the integral over the whole length
     */
    long nanosOf(double due) {
        double root = Math.sqrt(Math.max(0, from * from + 2 * slope() * due));
        return Math.round(2 * due / (from + root) * NANOS);
    }

    private double slope() {
        return (to - from) / Clock.seconds(fullLength);
    }
}
