package dev.ralbench.load;

import java.time.Duration;

/** How the rate of an open load goes, in requests per second, which may be fractions. */
public sealed interface RateShape {

    /** A constant rate. */
    record Constant(double perSecond, Duration hold) implements RateShape {
        public Constant {
            requirePositive("perSecond", perSecond);
            require(hold.isPositive(), "hold: must be positive, got " + hold);
        }
    }

    /** The rate changes linearly, up or down. */
    record Ramp(double from, double to, Duration ramp) implements RateShape {
        public Ramp {
            ArrivalRate.requireRate("from", from);
            ArrivalRate.requireRate("to", to);
            require(from != to, "from and to: must differ, both are " + Level.perSecond(from));
            require(ramp.isPositive(), "ramp: must be positive, got " + ramp);
        }
    }

    /**
     * (ramp by {@code add}, hold) repeated {@code times}. With {@code start} above zero the first hold is at
     * {@code start}, before the first ramp.
     */
    record Stairs(double start, double add, int times, Duration ramp, Duration hold) implements RateShape {
        public Stairs {
            ArrivalRate.requireRate("start", start);
            requirePositive("add", add);
            require(times >= 1, "times: must be at least 1, got " + times);
            double top = start + times * add;
            require(
                    top <= ArrivalRate.HIGHEST,
                    "leads to " + (long) top + " requests/s; at most " + (long) ArrivalRate.HIGHEST + " are possible");
            require(!ramp.isNegative(), "ramp: must not be negative, got " + ramp);
            require(hold.isPositive(), "hold: must be positive, got " + hold);
        }
    }

    private static void requirePositive(String key, double perSecond) {
        ArrivalRate.requireRate(key, perSecond);
        require(perSecond > 0, key + ": must be above 0");
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
