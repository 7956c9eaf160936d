package dev.ralbench.statistics;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * Whether several samples lie equally high (Kruskal and Wallis 1952): H = 12 / (N (N + 1)) sum n_i (mean rank_i - (N + 1) /
 * 2)^2, divided by 1 - sum (t^3 - t) / (N^3 - N) for ties of t values, against chi squared with one degree of freedom less
 * than there are samples. Ranks bear with a few odd values. The approximation is cautious for small samples.
 */
public final class KruskalWallis {
    private KruskalWallis() {}

    /**
     * The probability of samples so far apart, or farther, if they came from one distribution.
     *
     * @param samples at least two, none empty
     * @return 1 if all values are equal
     */
    public static double probability(List<double[]> samples) {
        double[] all = samples.stream()
                .flatMapToDouble(sample -> Arrays.stream(Sample.checked(sample)))
                .toArray();
        int[] ranks = Ranks.doubled(all);
        int count = all.length;
        double squares = 0;
        int next = 0;
        for (var sample : samples) {
            double sum = 0;
            for (int i = 0; i < sample.length; i++) {
                sum += ranks[next++] / 2.0;
            }
            double distance = sum / sample.length - (count + 1) / 2.0;
            squares += sample.length * distance * distance;
        }
        double untied = 1 - ties(all) / ((double) count * count * count - count);
        if (untied <= 0) {
            return 1;
        }
        double statistic = 12 / (count * (count + 1.0)) * squares / untied;
        return ChiSquaredDistribution.of(samples.size() - 1.0).survivalProbability(statistic);
    }

    /** The sum of t^3 - t over all values that come t times. */
    private static double ties(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double sum = 0;
        int from = 0;
        for (int i = 1; i <= sorted.length; i++) {
            if (i == sorted.length || sorted[i] != sorted[from]) {
                double tied = i - from;
                sum += tied * tied * tied - tied;
                from = i;
            }
        }
        return sum;
    }
}
