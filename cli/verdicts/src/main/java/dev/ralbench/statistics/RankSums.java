package dev.ralbench.statistics;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The distribution of a sum of ranks under a null hypothesis. Ranks are doubled, so that the mid-ranks of ties are whole
 * numbers. Of up to {@link #MOST_COUNTED} ranks every possibility is counted; counting takes the third power of their
 * number and more, so of more of them it is a normal distribution with the same mean, variance and kurtosis.
 */
sealed interface RankSums {
    /**
     * Up to this many ranks are counted. Beyond, p values of 1e-6 and more are within 4 % of the counted ones, and
     * within 15 % if a fifth of the ranks is chosen.
     */
    int MOST_COUNTED = 100;

    /** P(sum >= doubled). */
    double atLeast(int doubled);

    /** P(sum <= doubled). */
    double atMost(int doubled);

    /** Each rank is added or left out by a fair coin. */
    static RankSums bySigns(int... doubledRanks) {
        return doubledRanks.length <= MOST_COUNTED ? Counted.bySigns(doubledRanks) : Normal.bySigns(doubledRanks);
    }

    /** The same of the ranks from 1 to {@code count}, which all differ. */
    static RankSums ofUntied(int count) {
        return count <= Kept.MOST ? Kept.OF_UNTIED.get(count) : bySigns(Ranks.doubledUntied(count));
    }

    /** Distributions that simulations of gates ask for a hundred thousand times. */
    final class Kept {
        /** As many as few blocks have: counting those of all numbers up to it takes less than a millisecond. */
        private static final int MOST = 30;

        private static final List<RankSums> OF_UNTIED = IntStream.rangeClosed(0, MOST)
                .mapToObj(count -> bySigns(Ranks.doubledUntied(count)))
                .toList();

        private Kept() {}
    }

    /** The sum of {@code chosen} ranks, if every choice of that many is equally likely. */
    static RankSums byChoice(int chosen, int... doubledRanks) {
        return doubledRanks.length <= MOST_COUNTED
                ? Counted.byChoice(chosen, doubledRanks)
                : Normal.byChoice(chosen, doubledRanks);
    }

    private static int total(int... doubledRanks) {
        int total = 0;
        for (int rank : doubledRanks) {
            total = Math.addExact(total, rank);
        }
        return total;
    }

    /** The exact distribution, which counts every possibility. */
    final class Counted implements RankSums {
        /** P(sum <= s) and P(sum >= s) of each doubled sum s, from 0 on: simulations of gates ask some million times. */
        private final double[] atMost;

        private final double[] atLeast;

        /** @param probabilities of each doubled sum, from 0 on */
        private Counted(double... probabilities) {
            this.atMost = new double[probabilities.length];
            this.atLeast = new double[probabilities.length];
            double below = 0;
            double above = 0;
            for (int i = 0; i < probabilities.length; i++) {
                int mirrored = probabilities.length - 1 - i;
                below += probabilities[i];
                above += probabilities[mirrored];
                atMost[i] = Math.min(1, below);
                atLeast[mirrored] = Math.min(1, above);
            }
        }

        /** P' (s) = (P(s) + P(s - r)) / 2, rank by rank. Halving is exact in binary, so up to 53 ranks nothing is rounded. */
        static Counted bySigns(int... doubledRanks) {
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
            return new Counted(probabilities);
        }

        static Counted byChoice(int chosen, int... doubledRanks) {
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

        private static Counted normalized(double... counts) {
            double all = 0;
            for (double count : counts) {
                all += count;
            }
            var probabilities = new double[counts.length];
            for (int i = 0; i < counts.length; i++) {
                probabilities[i] = counts[i] / all;
            }
            return new Counted(probabilities);
        }

        @Override
        public double atLeast(int doubled) {
            return doubled >= atLeast.length ? 0 : atLeast[Math.max(0, doubled)];
        }

        @Override
        public double atMost(int doubled) {
            return doubled < 0 ? 0 : atMost[Math.min(doubled, atMost.length - 1)];
        }
    }

    /**
     * Normal, its quantiles corrected for the kurtosis (Cornish and Fisher 1938; their expansion turned round, to its second
     * term).
     *
     * @param deviation above 0
     * @param kurtosis the excess, at most 0: the tails of a rank sum are lighter than normal ones
     */
    record Normal(double mean, double deviation, double kurtosis) implements RankSums {
        private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);
        /** Half the distance of two doubled sums without ties: a probability of whole numbers starts in between. */
        private static final double CONTINUITY = 1;

        /** A coin that decides on r has the cumulants r / 2, r^2 / 4, 0 and -r^4 / 8. */
        static Normal bySigns(int... doubledRanks) {
            double sum = 0;
            double variance = 0;
            double fourth = 0;
            for (double rank : doubledRanks) {
                sum += rank;
                variance += rank * rank / 4;
                fourth -= rank * rank * rank * rank / 8;
            }
            return new Normal(sum / 2, Math.sqrt(variance), fourth / (variance * variance));
        }

        /** The variance is that of these ranks, ties and all; the kurtosis that without ties (Fix and Hodges 1955). */
        static Normal byChoice(int chosen, int... doubledRanks) {
            double n = doubledRanks.length;
            double m = chosen;
            double others = n - m;
            double mean = total(doubledRanks) / n;
            double squares = 0;
            for (int rank : doubledRanks) {
                squares += (rank - mean) * (rank - mean);
            }
            double kurtosis = -1.2 * (m * m + others * others + m * others + n) / (m * others * (n + 1));
            return new Normal(m * mean, Math.sqrt(m * others * squares / (n * (n - 1))), kurtosis);
        }

        @Override
        public double atLeast(int doubled) {
            return above(doubled - CONTINUITY - mean);
        }

        @Override
        public double atMost(int doubled) {
            return above(mean - CONTINUITY - doubled);
        }

        private double above(double distance) {
            if (deviation == 0) {
                return distance > 0 ? 0 : 1;
            }
            double z = distance / deviation;
            double correction = kurtosis * (z * z * z - 3 * z) / 24;
            double ofCorrection = correction * kurtosis * (3 * z * z - 3) / 24;
            return STANDARD.survivalProbability(z - correction + ofCorrection);
        }
    }
}
