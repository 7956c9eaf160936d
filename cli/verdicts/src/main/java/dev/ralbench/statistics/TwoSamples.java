package dev.ralbench.statistics;

import java.util.Arrays;

/**
 * Mann and Whitney's test of two unpaired samples, exact for up to a hundred values: given the values, each choice of
 * those that are called base is equally likely under the null hypothesis. Ties share the mean of their ranks. For trials
 * of different runs this only describes: nothing made it random which run a trial belongs to.
 */
public final class TwoSamples {
    private final int doubledRankSum;
    private final int leastDoubledRankSum;
    private final RankSums nullDistribution;

    private TwoSamples(int doubledRankSum, int leastDoubledRankSum, RankSums nullDistribution) {
        this.doubledRankSum = doubledRankSum;
        this.leastDoubledRankSum = leastDoubledRankSum;
        this.nullDistribution = nullDistribution;
    }

    /**
     * The test of the hypothesis that both samples come from one distribution.
     *
     * @throws IllegalArgumentException if a sample has no values, or one that is not finite
     */
    public static TwoSamples of(double[] base, double[] other) {
        int[] ranks = Ranks.doubled(joined(Sample.checked(other), Sample.checked(base)));
        int sum = Arrays.stream(ranks, 0, other.length).sum();
        return new TwoSamples(sum, least(other.length), RankSums.byChoice(other.length, ranks));
    }

    /** U: the pairs in which other is above base, those that are equal counted half. */
    public double statistic() {
        return (doubledRankSum - leastDoubledRankSum) / 2.0;
    }

    /** P0(U >= u): how likely it is by chance that other lies so far above base. */
    public double pGreater() {
        return nullDistribution.atLeast(doubledRankSum);
    }

    /** P0(U <= u): how likely it is by chance that other lies so far below base. */
    public double pLess() {
        return nullDistribution.atMost(doubledRankSum);
    }

    /**
     * How far other lies above base: the median of all differences between one of each (Hodges and Lehmann 1963), and
     * the shifts that the exact test does not reject. Without ties the bounds are the differences D_(k) and D_(mn+1-k),
     * k the largest with P0(U &lt;= k - 1) &lt;= alpha; ties are treated as by {@link HodgesLehmann#interval}.
     *
     * @param alpha of each bound, above 0 and below 0.5
     * @return bounds are infinite if there are too few values for the level
     */
    public static Interval shift(double alpha, double[] base, double[] other) {
        Sample.checkLevel(alpha);
        double[] from = Sample.checked(base);
        double[] to = Sample.checked(other);
        var low = lower(alpha, from, to);
        return low.to(lower(alpha, to, from), Candidates.differences(from, to).median());
    }

    private static LowerBound lower(double alpha, double[] base, double[] other) {
        var differences = Candidates.differences(base, other);
        int n = base.length + other.length;
        var untied = RankSums.byChoice(other.length, Ranks.doubledUntied(n));
        int least = least(other.length);
        var bound = Sample.hasTies(base) || Sample.hasTies(other)
                ? LowerBound.byBisection(
                        alpha, differences, untied.atMost(least), shift -> pGreater(base, other, shift))
                : LowerBound.byRank(alpha, differences, untied, least);
        return bound.agreeingWith(pGreater(base, other, 0), alpha);
    }

    private static double pGreater(double[] base, double[] other, double shift) {
        return of(base, Sample.shifted(-shift, other)).pGreater();
    }

    /** The doubled rank sum of the smallest n. */
    private static int least(int n) {
        return n * (n + 1);
    }

    private static double[] joined(double[] first, double[] second) {
        double[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
