package dev.ralbench.statistics;

import java.util.OptionalInt;
import java.util.function.IntPredicate;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What a number of blocks can show, by the formulas of the paired t test. All differences and
 * deviations are in one scale, usually logarithms of ratios; harm is positive.
 */
public final class Power {
    /** The estimate's deviation relative to the mean's, for normal data: the square root of pi/3. */
    public static final double HODGES_LEHMANN_FACTOR = 1.023;
    /** More than anyone waits for. */
    private static final int MOST_BLOCKS = 10_000;

    private Power() {}

    /**
     * With fewer blocks even the smallest p value, 2^-n, is not significant after Holm and the split over looks.
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
     * The smallest harm that is found significant and its estimate material (rule R1), with the given power: the larger
     * of (t_(1-alpha) + t_power) s / sqrt(n) and material + t_power s / sqrt(n).
     *
     * @param sd of the difference of a block
     * @param power the probability of finding it, such as 0.95
     * @param material the least estimate that counts, in the scale of sd
     * @return infinite where n blocks cannot be significant at alpha
     */
    public static double detectable(int n, double sd, double alpha, double power, double material) {
        if (tooFew(n, alpha)) {
            return Double.POSITIVE_INFINITY;
        }
        double significant = (t(n, 1 - alpha) + t(n, power)) * error(n, sd);
        return Math.max(significant, material + t(n, power) * error(n, sd));
    }

    /** The smallest harm whose whole interval lies beyond the margin (rule R2), with the given power. */
    public static double detectableBeyondMargin(int n, double sd, double alpha, double power, double margin) {
        return margin + detectable(n, sd, alpha, power, 0);
    }

    /** The expected distance from the estimate to each bound at the level alpha; infinite where n is too small. */
    public static double halfWidth(int n, double sd, double alpha) {
        return tooFew(n, alpha) ? Double.POSITIVE_INFINITY : t(n, 1 - alpha) * error(n, sd);
    }

    /** The fewest blocks that find such a harm by {@link #detectable}; empty where no number of them does. */
    public static OptionalInt blocksToDetect(double harm, double sd, double alpha, double power, double material) {
        return fewest(n -> detectable(n, sd, alpha, power, material) <= harm);
    }

    /**
     * The fewest blocks that show, of variants that do not differ, that they differ by less than the margin:
     * (t_(1-alpha) + t_((1+power)/2)) s / sqrt(n) &lt;= margin.
     */
    public static OptionalInt blocksForEquivalence(double sd, double alpha, double power, double margin) {
        return fewest(n -> detectable(n, sd, alpha, (1 + power) / 2, 0) <= margin);
    }

    private static OptionalInt fewest(IntPredicate enough) {
        for (int n = 2; n <= MOST_BLOCKS; n++) {
            if (enough.test(n)) {
                return OptionalInt.of(n);
            }
        }
        return OptionalInt.empty();
    }

    private static boolean tooFew(int n, double alpha) {
        return n < 2 || Math.scalb(1.0, -n) > alpha;
    }

    private static double t(int n, double probability) {
        return TDistribution.of(n - 1.0).inverseCumulativeProbability(probability);
    }

    private static double error(int n, double sd) {
        return HODGES_LEHMANN_FACTOR * sd / Math.sqrt(n);
    }
}
