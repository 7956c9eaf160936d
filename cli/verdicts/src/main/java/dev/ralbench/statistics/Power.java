package dev.ralbench.statistics;

import java.util.OptionalInt;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The power of a number of blocks in the exact signed-rank test, if their differences are normal. All differences and
 * deviations are in one scale, usually logarithms of ratios; harm is positive.
 *
 * <p>The test finds a harm if the bound W_(k) lies above 0. That bound is the mean of the differences less a distance
 * that is independent of it, so the power is the mean over that distance of a normal probability: see
 * {@link BoundDistance}. The formulas of the t test promise too much: with 7 blocks their 95 % is 84 %, because all
 * seven have to agree.
 */
public final class Power {
    /** The power from which reports call a harm detectable. */
    public static final double REPORTED = 0.95;

    /** The search for a number of blocks stops here, because no run takes that many. */
    private static final int MOST_BLOCKS = 10_000;
    /** Variance of the Hodges-Lehmann estimate relative to that of the mean, for normal data. */
    private static final double ESTIMATE_VARIANCE = Math.PI / 3;

    private static final double PRECISION = 1e-9;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private Power() {}

    /**
     * The fewest blocks that can be significant. With fewer, even the smallest p value, 2^-n, is not significant
     * after Holm's correction and the split over looks.
     *
     * @param rules in the family that is tested, at least 1
     * @param looks that the level is split over, at least 1
     * @param alpha of the family
     * @return the smallest n with 2^-n &lt;= alpha / (rules looks), which is ceil(log2(rules looks / alpha))
     */
    public static int minimumBlocks(int rules, int looks, double alpha) {
        Sample.checkLevel(alpha);
        if (rules < 1 || looks < 1) {
            throw new IllegalArgumentException("at least one rule and one look, got " + rules + " and " + looks);
        }
        double tests = (double) rules * looks;
        int blocks = 1;
        while (Math.scalb(tests, -blocks) > alpha) {
            blocks++;
        }
        return blocks;
    }

    /**
     * The smallest harm that is found significant, and its estimate material, with the given power.
     *
     * @param sd of the difference of a block
     * @param alpha of the test, below 0.5; at 0 nothing is ever significant
     * @param power the probability of finding it, such as 0.95
     * @param material the least estimate that counts, in the scale of sd
     * @return infinite if n blocks cannot be significant at alpha
     */
    public static double detectable(int n, double sd, double alpha, double power, double material) {
        if (tooFew(n, alpha)) {
            return Double.POSITIVE_INFINITY;
        }
        if (sd == 0) {
            return material;
        }
        var bound = BoundDistance.of(n, alpha);
        double margin = material / sd;
        return sd
                * smallest(
                        margin,
                        power,
                        harm -> found(
                                n, z -> Math.min(harm - bound.at(z), (harm - margin) / Math.sqrt(ESTIMATE_VARIANCE))));
    }

    /**
     * The smallest harm that is found significant, and its whole interval beyond the margin, with the given power.
     *
     * @param alpha of the test
     * @param boundAlpha of the lower bound of the interval; no smaller than alpha, which may be one rule's share of it
     */
    public static double detectableBeyondMargin(
            int n, double sd, double alpha, double boundAlpha, double power, double margin) {
        if (tooFew(n, alpha)) {
            return Double.POSITIVE_INFINITY;
        }
        if (sd == 0) {
            return margin;
        }
        var strict = BoundDistance.of(n, alpha);
        var bound = BoundDistance.of(n, boundAlpha);
        double beyond = margin / sd;
        // Both bounds are Walsh averages of the same values, so they lie far out together.
        return sd
                * smallest(
                        beyond,
                        power,
                        harm -> found(n, z -> Math.min(harm - strict.at(z), harm - beyond - bound.at(z))));
    }

    /** The fewest blocks that find such a harm by {@link #detectable}; empty if no number of them does. */
    public static OptionalInt blocksToDetect(double harm, double sd, double alpha, double power, double material) {
        IntPredicate enough = n -> detectable(n, sd, alpha, power, material) <= harm;
        if (!enough.test(MOST_BLOCKS)) {
            return OptionalInt.empty();
        }
        return IntStream.iterate(minimumBlocks(1, 1, alpha), n -> n + 1)
                .filter(enough)
                .findFirst();
    }

    /** The smallest harm from the margin on at which a power that grows with it is reached. */
    private static double smallest(double margin, double power, DoubleUnaryOperator powerAt) {
        double step = 1;
        while (powerAt.applyAsDouble(margin + step) < power) {
            step *= 2;
        }
        double low = 0;
        double high = step;
        while (high - low > step * PRECISION) {
            double middle = (low + high) / 2;
            if (powerAt.applyAsDouble(margin + middle) < power) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return margin + high;
    }

    /**
     * The probability that the mean of n normal values does not fall short of its expectation by more than there is room.
     *
     * @param room in deviations of one value, for a normal score of the distance of the bound
     */
    private static double found(int n, DoubleUnaryOperator room) {
        return GaussHermite.mean(z -> NORMAL.cumulativeProbability(room.applyAsDouble(z) * Math.sqrt(n)));
    }

    private static boolean tooFew(int n, double alpha) {
        return n < 2 || alpha <= 0 || Math.scalb(1.0, -n) > alpha;
    }
}
