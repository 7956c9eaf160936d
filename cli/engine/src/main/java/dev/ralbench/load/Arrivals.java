package dev.ralbench.load;

/** How requests of an open phase are spread over time. */
public sealed interface Arrivals {

    /** Evenly spaced arrivals, as long as the rate is constant. */
    record Even() implements Arrivals {}

    /**
     * By chance, independently of each other: a Poisson process.
     *
     * @param seed the same one gives the same arrivals, to every variant in every trial
     */
    record Poisson(long seed) implements Arrivals {}

    /** These arrivals with the given seed for chance; evenly spaced ones leave nothing to chance. */
    default Arrivals seeded(long seed) {
        return switch (this) {
            case Even even -> even;
            case Poisson poisson -> new Poisson(seed);
        };
    }
}
