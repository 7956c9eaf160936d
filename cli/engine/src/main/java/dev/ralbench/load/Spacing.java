package dev.ralbench.load;

/** How requests of an open phase are spread over time. Scenarios and results have these words. */
public enum Spacing {
    /** As far apart from each other as possible, as long as the rate is constant. */
    EVEN("evenly spaced"),
    /** By chance, independently of each other: a Poisson process. */
    POISSON("spaced by chance (Poisson)"),
    /** At the times of a {@link Replay}. */
    REPLAY("at the times of the log");

    private final String words;

    Spacing(String words) {
        this.words = words;
    }

    /** The chance deviation of the number of arrivals from the planned one: its standard deviation. */
    public double deviation(double planned) {
        return switch (this) {
            case EVEN, REPLAY -> 0;
            case POISSON -> Math.sqrt(planned); // its variance is its mean
        };
    }

    /** For people, such as {@code evenly spaced}. */
    public String words() {
        return words;
    }
}
