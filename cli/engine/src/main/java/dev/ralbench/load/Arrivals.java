package dev.ralbench.load;

import java.util.Optional;

/**
 * When the requests of an open phase arrive.
 *
 * @param replay whose times they are; present if they are spaced so
 * @param seed of chance: the same one gives the same arrivals, to every variant in every trial; 0 where there is none
 */
public record Arrivals(Spacing spacing, Optional<Replay> replay, long seed) {
    public Arrivals {
        if (replay.isPresent() != (spacing == Spacing.REPLAY)) {
            throw new IllegalArgumentException("arrivals: a replay has its own times, and no others have them");
        }
    }

    public Arrivals(Spacing spacing, long seed) {
        this(spacing, Optional.empty(), seed);
    }

    /** Arrivals at the times of requests of the past. */
    public static Arrivals of(Replay replay) {
        return new Arrivals(Spacing.REPLAY, Optional.of(replay), 0);
    }

    /** Evenly spaced arrivals. */
    public static Arrivals even() {
        return new Arrivals(Spacing.EVEN, 0);
    }

    /** Arrivals of a Poisson process. */
    public static Arrivals poisson(long seed) {
        return new Arrivals(Spacing.POISSON, seed);
    }

    /** These arrivals with the given seed; only a Poisson process leaves anything to chance. */
    public Arrivals seeded(long newSeed) {
        return spacing == Spacing.POISSON ? new Arrivals(spacing, newSeed) : this;
    }
}
