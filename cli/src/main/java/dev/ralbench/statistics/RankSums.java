package dev.ralbench.statistics;

/**
 * The distribution of a sum of ranks under a null hypothesis. Ranks are doubled, so that the mid-ranks of ties are whole
 * numbers.
 */
final class RankSums {
    /** Of each doubled sum, from 0. */
    private final double[] probabilities;

    private RankSums(double[] probabilities) {
        this.probabilities = probabilities;
    }

    /**
     * Each rank is added or left out by a fair coin: P' (s) = (P(s) + P(s - r)) / 2, rank by rank. Halving is exact in
     * binary, so up to 53 ranks nothing is rounded at all.
     */
    static RankSums bySigns(int... doubledRanks) {
        var probabilities = new double[total(doubledRanks) + 1];
        probabilities[0] = 1;
        int reached = 0;
        for (int rank : doubledRanks) {
            reached += rank;
            for (int sum = reached; sum >= 0; sum--) {
                double with = sum >= rank ? probabilities[sum - rank] : 0;
                probabilities[sum] = (probabilities[sum] + with) / 2;
            }
        }
        return new RankSums(probabilities);
    }

    /** Of all ranks, each choice of {@code chosen} of them is equally likely. */
    static RankSums byChoice(int chosen, int... doubledRanks) {
        int total = total(doubledRanks);
        // ways[c][s]: the share of all choices so far that hold c ranks with the sum s
        var ways = new double[chosen + 1][total + 1];
        ways[0][0] = 1;
        int seen = 0;
        for (int rank : doubledRanks) {
            seen++;
            for (int count = Math.min(chosen, seen); count >= 1; count--) {
                for (int sum = total; sum >= rank; sum--) {
                    ways[count][sum] += ways[count - 1][sum - rank];
                }
            }
        }
        return normalized(ways[chosen]);
    }

    /** P(sum >= doubled). */
    double atLeast(int doubled) {
        double sum = 0;
        for (int i = probabilities.length - 1; i >= Math.max(0, doubled); i--) {
            sum += probabilities[i];
        }
        return Math.min(1, sum);
    }

    /** P(sum <= doubled). */
    double atMost(int doubled) {
        double sum = 0;
        for (int i = 0; i <= Math.min(doubled, probabilities.length - 1); i++) {
            sum += probabilities[i];
        }
        return Math.min(1, sum);
    }

    private static RankSums normalized(double... counts) {
        double all = 0;
        for (double count : counts) {
            all += count;
        }
        var probabilities = new double[counts.length];
        for (int i = 0; i < counts.length; i++) {
            probabilities[i] = counts[i] / all;
        }
        return new RankSums(probabilities);
    }

    private static int total(int... doubledRanks) {
        int total = 0;
        for (int rank : doubledRanks) {
            total += rank;
        }
        return total;
    }
}
