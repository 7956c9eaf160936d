package dev.ralbench.statistics;

import java.util.Optional;

/**
 * Paired differences, ranked once for all queries: {@link SignedRank}'s test, the centre and its bounds
 * ({@link HodgesLehmann}). Counting outcomes takes most of the time.
 */
public final class PairedDifferences {
    private final Extremes extremes;
    private final double[] finite;
    private final double[] mirrored;
    private final SignedRank test;
    /** The test's counts for every shift; empty if two differences are equal, and stay so after any shift. */
    private final Optional<RankSums> untied;

    private final double centre;

    /**
     * Ranks them.
     *
     * @param differences infinite ones are beyond all others
     * @throws IllegalArgumentException without differences, or with one that is no number
     */
    public PairedDifferences(double... differences) {
        this.extremes = Extremes.of(differences);
        this.finite = extremes.values();
        this.mirrored = Sample.negated(finite);
        this.test = SignedRank.of(finite);
        this.untied = Sample.hasTies(finite)
                ? Optional.empty()
                : test.untied().or(() -> Optional.of(RankSums.bySigns(Ranks.doubledUntied(finite.length))));
        this.centre = Candidates.walshAverages(finite).median();
    }

    /** The test of the hypothesis that their centre is 0. */
    public SignedRank test() {
        return test;
    }

    /** The median of the Walsh averages. */
    public double estimate() {
        return extremes.restored(centre);
    }

    /** See {@link HodgesLehmann#interval}. */
    public Interval interval(double alpha) {
        Sample.checkLevel(alpha);
        var low = lowerBound(alpha, finite).agreeingWith(test.pGreater(), alpha);
        var high = lowerBound(alpha, mirrored).agreeingWith(test.pLess(), alpha);
        return extremes.restored(low.to(high, centre));
    }

    private LowerBound lowerBound(double alpha, double... values) {
        var averages = Candidates.walshAverages(values);
        return untied.map(distribution -> LowerBound.byRank(alpha, averages, distribution, 0))
                .orElseGet(() -> LowerBound.byBisection(
                        alpha, averages, Math.scalb(1.0, -values.length), shift -> pGreater(shift, values)));
    }

    private static double pGreater(double shift, double... values) {
        return SignedRank.of(Sample.shifted(-shift, values)).pGreater();
    }
}
