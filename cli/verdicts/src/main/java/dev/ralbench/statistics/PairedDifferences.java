package dev.ralbench.statistics;

import java.util.Optional;

/**
 * Paired differences, ranked once for all queries: {@link SignedRank}'s test, the centre and its bounds
 * ({@link HodgesLehmann}). Counting outcomes takes most of the time.
 */
public final class PairedDifferences {
    private final Extremes extremes;
    private final double[] finite;
    private final Candidates averages;
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
        this.untied = Sample.hasTies(finite) ? Optional.empty() : Optional.of(RankSums.ofUntied(finite.length));
        this.averages = Candidates.walshAverages(finite);
        this.test = testIfLargerBy(0);
        this.centre = averages.median();
    }

    /** The test of the hypothesis that their centre is 0. */
    public SignedRank test() {
        return test;
    }

    /** The test if each difference were so much larger. Without ties nothing is ranked again. */
    public SignedRank testIfLargerBy(double more) {
        if (untied.isPresent()) {
            long notAbove = averages.notAbove(-more);
            if (averages.at(Math.max(1, notAbove)) != -more) { // else two magnitudes would be tied, or one be 0
                return SignedRank.ofWalshAverages(averages.size() - notAbove, untied.get());
            }
        }
        return SignedRank.of(Sample.shifted(more, finite));
    }

    /** The median of the Walsh averages. */
    public double estimate() {
        return extremes.restored(centre);
    }

    /** See {@link HodgesLehmann#interval}. */
    public Interval interval(double alpha) {
        Sample.checkLevel(alpha);
        var low = lowerBound(alpha, averages, finite).agreeingWith(test.pGreater(), alpha);
        var high =
                lowerBound(alpha, averages.mirrored(), Sample.negated(finite)).agreeingWith(test.pLess(), alpha);
        return extremes.restored(low.to(high, centre));
    }

    /** @param candidates their Walsh averages */
    private LowerBound lowerBound(double alpha, Candidates candidates, double... values) {
        return untied.map(distribution -> LowerBound.byRank(alpha, candidates, distribution, 0))
                .orElseGet(() -> LowerBound.byBisection(
                        alpha, candidates, Math.scalb(1.0, -values.length), shift -> pGreater(shift, values)));
    }

    private static double pGreater(double shift, double... values) {
        return SignedRank.of(Sample.shifted(-shift, values)).pGreater();
    }
}
