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

    /** The least one that exceeds a value; {@link #greatest} if none does. */
    double nextAbove(double value);

    /**
     * The one of this rank in ascending order.
     *
     * @param rank from 1 to {@link #size()}
     */
    double at(long rank);

    /** The middle candidate or, if their number is even, the mean of the two in the middle. */
    default double median() {
        double lower = at((size() + 1) / 2);
        return size() % 2 == 1 ? lower : (lower + at(size() / 2 + 1)) / 2;
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
        public double nextAbove(double value) {
            double next = greatest();
            int fitting = right.length;
            for (int i = 0; i < left.length; i++) {
                while (fitting > 0 && left[i] + right[fitting - 1] > value) {
                    fitting--;
                }
                int first = isUnordered ? Math.max(i, fitting) : fitting;
                if (first < right.length) {
                    next = Math.min(next, left[i] + right[first]);
                }
            }
            return next + 0.0; // without negative zeros
        }

        /**
         * Halves the distance between two values around it until few candidates lie there, which are sorted. Where they
         * lie so close that halves of the distance do not get there, the numbers between the two are halved instead.
         */
        @Override
        public double at(long rank) {
            double low = Math.nextDown(least());
            double high = greatest();
            long notAboveLow = notAbove(low);
            long notAboveHigh = size;
            if (rank <= notAboveLow) {
                return low; // sums beyond all numbers
            }
            for (int step = 0; notAboveHigh - notAboveLow > Math.max(Sorted.MOST, left.length); step++) {
                double middle = step % 4 == 3 ? between(low, high) : low / 2 + high / 2;
                if (!(middle > low && middle < high)) {
                    middle = between(low, high);
                }
                if (middle == low || middle == high) {
                    return high + 0.0; // all of them are equal
                }
                long count = notAbove(middle);
                if (count >= rank) {
                    high = middle;
                    notAboveHigh = count;
                } else {
                    low = middle;
                    notAboveLow = count;
                }
            }
            double[] rest = within(low, high, Math.toIntExact(notAboveHigh - notAboveLow));
            Arrays.sort(rest);
            return rest[Math.toIntExact(rank - notAboveLow) - 1] + 0.0; // without negative zeros
        }

        /** The candidates above one value and not above another, so many. */
        private double[] within(double low, double high, int count) {
            var found = new double[count];
            int next = 0;
            int notAboveLow = right.length;
            int notAboveHigh = right.length;
            for (int i = 0; i < left.length; i++) {
                while (notAboveLow > 0 && left[i] + right[notAboveLow - 1] > low) {
                    notAboveLow--;
                }
                while (notAboveHigh > 0 && left[i] + right[notAboveHigh - 1] > high) {
                    notAboveHigh--;
                }
                for (int j = isUnordered ? Math.max(i, notAboveLow) : notAboveLow; j < notAboveHigh; j++) {
                    found[next++] = left[i] + right[j];
                }
            }
            return found;
        }

        /** In the middle of the numbers between two. */
        private static double between(double low, double high) {
            long first = ordered(low);
            return ofOrdered(first + ((ordered(high) - first) >>> 1));
        }

        /** Whole numbers in the order of the values, without gaps: the bits of a double, those below 0 turned round. */
        private static long ordered(double value) {
            long bits = Double.doubleToLongBits(value);
            return bits ^ ((bits >> (Long.SIZE - 1)) & Long.MAX_VALUE);
        }

        private static double ofOrdered(long number) {
            return Double.longBitsToDouble(number ^ ((number >> (Long.SIZE - 1)) & Long.MAX_VALUE));
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
        public double nextAbove(double value) {
            int next = Math.toIntExact(notAbove(value));
            return values[Math.min(next, values.length - 1)] + 0.0; // without negative zeros
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
