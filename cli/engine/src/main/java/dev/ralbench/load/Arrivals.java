package dev.ralbench.load;

/**
 * When the requests of an open phase arrive.
 *
 * @param seed of chance: the same one gives the same arrivals, to every variant in every trial; 0 where there is none
 */
public record Arrivals(Spacing spacing, long seed) {

    /** Evenly spaced arrivals. */
    public static Arrivals even() {
        return new Arrivals(Spacing.EVEN, 0);
    }

    /** Arrivals of a Poisson process. */
    public static Arrivals poisson(long seed) {
        return new Arrivals(Spacing.POISSON, seed);
    }

    /** These arrivals with the given seed; evenly spaced ones leave nothing to chance. */
    public Arrivals seeded(long newSeed) {
        return spacing == Spacing.EVEN ? this : new Arrivals(spacing, newSeed);
    }
}
