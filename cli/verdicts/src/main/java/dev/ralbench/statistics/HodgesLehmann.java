package dev.ralbench.statistics;

/**
 * The centre of paired differences and the bounds that go with {@link SignedRank}: the median of the Walsh averages
 * (Hodges and Lehmann 1963), and the shifts that the test does not reject.
 *
 * <p>Without ties the bounds are the Walsh averages W_(k) and W_(M+1-k), k the largest with P0(V &lt;= k - 1) &lt;= alpha.
 * Equal differences stay tied after any shift; then the bound is the Walsh average at which the test
 * changes its answer. In any case a bound excludes 0 if and only if {@code p <= alpha}; see
 * {@link LowerBound#agreeingWith} for zeros and for differences of equal magnitude and opposite sign.
 */
public final class HodgesLehmann {
    private HodgesLehmann() {}

    /**
     * The median of the Walsh averages.
     *
     * @param differences infinite ones are beyond all others
     * @throws IllegalArgumentException without differences, or with one that is no number
     */
    public static double estimate(double... differences) {
        var extremes = Extremes.of(differences);
        return extremes.restored(Candidates.walshAverages(extremes.values()).median());
    }

    /**
     * Two one-sided bounds, each at the level alpha.
     *
     * @param alpha above 0 and below 0.5
     * @param differences infinite ones are beyond all others
     * @return bounds are infinite if n is too small for the level (2^-n &gt; alpha) or if infinite differences decide
     *     them; confidence as achieved, which is 1 - 2 P0(V &lt;= k - 1) without ties
     */
    public static Interval interval(double alpha, double... differences) {
        Sample.checkLevel(alpha);
        return new PairedDifferences(differences).interval(alpha);
    }
}
