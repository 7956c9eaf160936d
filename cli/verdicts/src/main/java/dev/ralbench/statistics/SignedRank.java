package dev.ralbench.statistics;

import java.util.Arrays;

/**
 * Wilcoxon's signed-rank test of paired differences, exact for up to a hundred of them ({@link #isExact}): given their
 * magnitudes, each sign is an independent fair coin under the null hypothesis, because a coin did decide which variant of
 * a block went first. V is the sum of the ranks of the positive ones. Ties share the mean of their ranks; zeros take part
 * in the ranking, but have no sign to flip, so they are in neither V nor its distribution (Pratt 1959).
 */
public final class SignedRank {
    private final int doubledSum;
    private final RankSums nullDistribution;

    private SignedRank(int doubledSum, RankSums nullDistribution) {
        this.doubledSum = doubledSum;
        this.nullDistribution = nullDistribution;
    }

    /**
     * The test of the hypothesis that the centre of the differences is 0.
     *
     * @param differences infinite ones have the largest ranks
     * @throws IllegalArgumentException without differences, or with one that is no number
     */
    public static SignedRank of(double... differences) {
        double[] magnitudes = Extremes.of(differences).values();
        Arrays.setAll(magnitudes, i -> Math.abs(magnitudes[i]));
        int[] ranks = Ranks.doubled(magnitudes);
        int sum = 0;
        var signed = new int[differences.length];
        int count = 0;
        for (int i = 0; i < differences.length; i++) {
            if (differences[i] != 0) {
                signed[count++] = ranks[i];
            }
            if (differences[i] > 0) {
                sum += ranks[i];
            }
        }
        boolean isUntied = count == signed.length && !Sample.hasTies(magnitudes);
        return new SignedRank(
                sum, isUntied ? RankSums.ofUntied(count) : RankSums.bySigns(Arrays.copyOf(signed, count)));
    }

    /**
     * The same test of untied differences whose Walsh averages are known: V is the number of those above 0 (Tukey 1949).
     *
     * @param above how many Walsh averages are above 0; none is 0
     */
    static SignedRank ofWalshAverages(long above, RankSums untied) {
        return new SignedRank(Math.toIntExact(2 * above), untied);
    }

    /** Whether of so many differences all possibilities are counted; of more, p values from 1e-6 are within 4 %. */
    public static boolean isExact(int differences) {
        return differences <= RankSums.MOST_COUNTED;
    }

    /** The sum of the ranks of positive differences. */
    public double statistic() {
        return doubledSum / 2.0;
    }

    /** P0(V >= v): how likely so much upwards, or more, would be if the signs were coins. */
    public double pGreater() {
        return nullDistribution.atLeast(doubledSum);
    }

    /** P0(V <= v): the same downwards. */
    public double pLess() {
        return nullDistribution.atMost(doubledSum);
    }
}
