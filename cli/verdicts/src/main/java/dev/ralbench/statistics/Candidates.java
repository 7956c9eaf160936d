package dev.ralbench.statistics;

import java.util.Arrays;

/**
 * The shifts at which a rank test may change its answer: sums of two values each, far too many to hold of a long run. So
 * of many values they are counted, not stored: in a time proportional to the number of values for each question. The
 * blocks of a gate have so few that sorting them once is cheaper, and simulations of gates ask many times.
 */
interface Candidates {
    /** How many there are, equal ones each counted; at least 1. */
    long size();

    double least();

    double greatest();

    /** How many do not exceed it. */
    long notAbove(double value);

    /**
     * The one of this rank in ascending order.
     *
     * @param rank from 1 to {@link #size()}
     */
    default double at(long rank) {
        long low = ordered(least());
        long high = ordered(greatest());
        while (low < high) {
            long middle = low + ((high - low) >>> 1);
            if (notAbove(ofOrdered(middle)) >= rank) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return ofOrdered(low) + 0.0; // without negative zeros
    }

    /** The middle candidate or, if their number is even, the mean of the two in the middle. */
    default double median() {
        return (at((size() + 1) / 2) + at(size() / 2 + 1)) / 2;
    }

    /** Their negatives, which are those of the negated values. */
    Candidates mirrored();

    /**
     * The Walsh averages (d_i + d_j) / 2 with i &lt;= j; n (n + 1) / 2 of them.
     *
     * @param differences at least one
     */
    static Candidates walshAverages(double... differences) {
        double[] halves = differences.clone();
        for (int i = 0; i < halves.length; i++) {
            halves[i] /= 2;
        }
        Arrays.sort(halves);
        long n = halves.length;
        return held(new Sums(n * (n + 1) / 2, halves, halves, true));
    }

    /** All differences between a value of {@code to} and a value of {@code from}. */
    static Candidates differences(double[] from, double[] to) {
        double[] subtracted = Sample.negated(from);
        double[] added = to.clone();
        Arrays.sort(subtracted);
        Arrays.sort(added);
        return held(new Sums((long) from.length * to.length, subtracted, added, false));
    }

    private static Candidates held(Sums sums) {
        return sums.size() <= Sorted.MOST ? Sorted.of(sums.all()) : sums;
    }

    /** Whole numbers in the order of the values, without gaps: the bits of a double, those below 0 turned round. */
    private static long ordered(double value) {
        long bits = Double.doubleToLongBits(value);
        return bits ^ ((bits >> (Long.SIZE - 1)) & Long.MAX_VALUE);
    }

    private static double ofOrdered(long number) {
        return Double.longBitsToDouble(number ^ ((number >> (Long.SIZE - 1)) & Long.MAX_VALUE));
    }

    /** Sums of one value of each side. */
    final class Sums implements Candidates {
        private final long size;
        /** Ascending, as are those on the right. */
        private final double[] left;

        private final double[] right;
        /** Whether both sides are the same values, so that each pair counts once. */
        private final boolean isUnordered;

        private Sums(long size, double[] left, double[] right, boolean isUnordered) {
            this.size = size;
            this.left = left;
            this.right = right;
            this.isUnordered = isUnordered;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public double least() {
            return left[0] + right[0];
        }

        @Override
        public double greatest() {
            return left[left.length - 1] + right[right.length - 1];
        }

        /** The larger the left one, the fewer of the right go with it, so one walk along both is enough. */
        @Override
        public long notAbove(double value) {
            long count = 0;
            int fitting = right.length;
            for (int i = 0; i < left.length && fitting > 0; i++) {
                while (fitting > 0 && left[i] + right[fitting - 1] > value) {
                    fitting--;
                }
                count += Math.max(0, fitting - (isUnordered ? i : 0));
            }
            return count;
        }

        @Override
        public Candidates mirrored() {
            double[] turned = Sample.negated(right);
            Arrays.sort(turned);
            if (isUnordered) {
                return new Sums(size, turned, turned, true);
            }
            double[] others = Sample.negated(left);
            Arrays.sort(others);
            return new Sums(size, others, turned, false);
        }

        /** One by one, in any order. */
        double[] all() {
            var all = new double[Math.toIntExact(size)];
            int next = 0;
            for (int i = 0; i < left.length; i++) {
                for (int j = isUnordered ? i : 0; j < right.length; j++) {
                    all[next++] = left[i] + right[j];
                }
            }
            return all;
        }
    }

    /** So few that they are held. */
    final class Sorted implements Candidates {
        /** The Walsh averages of 44 values. */
        private static final int MOST = 1_000;

        private final double[] values;

        private Sorted(double... ascending) {
            this.values = ascending;
        }

        /** @param values its own from now on */
        static Sorted of(double... values) {
            Arrays.sort(values);
            return new Sorted(values);
        }

        @Override
        public Candidates mirrored() {
            var mirrored = new double[values.length];
            for (int i = 0; i < mirrored.length; i++) {
                mirrored[i] = 0.0 - values[values.length - 1 - i];
            }
            return new Sorted(mirrored);
        }

        @Override
        public long size() {
            return values.length;
        }

        @Override
        public double least() {
            return values[0];
        }

        @Override
        public double greatest() {
            return values[values.length - 1];
        }

        @Override
        public double at(long rank) {
            return values[Math.toIntExact(rank) - 1] + 0.0; // without negative zeros
        }

        @Override
        public long notAbove(double value) {
            int low = 0;
            int high = values.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (values[middle] <= value) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
