package dev.ralbench.measurement;

import java.util.Arrays;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * The filled buckets of a histogram: HdrHistogram would allocate 23 000 buckets and walk through them again for each
 * figure, and a comparison reads a thousand histograms of which most buckets are empty. Figures and sums are those that
 * HdrHistogram gives. {@link BucketEncoding} reads and writes them.
 */
final class RecordedBuckets {
    /** Buckets come in groups of 1024 of one size, the first group twice: three digits of a binary number. */
    private static final int GROUP_BITS = 10;

    private static final int GROUP = 1 << GROUP_BITS;
    private static final int USUAL_SIZE = 64;

    /** Places in the whole histogram, ascending. */
    private int[] places = new int[USUAL_SIZE];
    /** Above 0. */
    private long[] counts = new long[USUAL_SIZE];

    private int size;
    private long total;

    /**
     * Adds a bucket behind the others.
     *
     * @param count above 0
     * @throws IllegalArgumentException if all counts together are more than a {@code long} holds
     */
    void add(int place, long count) {
        if (size == counts.length) {
            places = Arrays.copyOf(places, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
        }
        places[size] = place;
        counts[size] = count;
        size++;
        total += count;
        if (total <= 0) {
            throw new IllegalArgumentException("the sum of its counts cannot be right");
        }
    }

    /** Both together. */
    RecordedBuckets plus(RecordedBuckets other) {
        var sum = new RecordedBuckets();
        int mine = 0;
        int others = 0;
        while (mine < size || others < other.size) {
            int place = Math.min(placeAt(mine), other.placeAt(others));
            long count = 0;
            if (placeAt(mine) == place) {
                count += counts[mine++];
            }
            if (other.placeAt(others) == place) {
                count += other.counts[others++];
            }
            sum.add(place, count);
        }
        return sum;
    }

    /** Beyond the last one: after all places. */
    private int placeAt(int index) {
        return index < size ? places[index] : Integer.MAX_VALUE;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RecordedBuckets that
                && Arrays.equals(places, 0, size, that.places, 0, that.size)
                && Arrays.equals(counts, 0, size, that.counts, 0, that.size);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(Arrays.copyOf(places, size)) * 31 + Arrays.hashCode(Arrays.copyOf(counts, size));
    }

    /** How many values share a bucket, as a power of two. */
    private static int width(int place) {
        return Math.max(0, (place >> GROUP_BITS) - 1);
    }

    private static long low(int place) {
        int group = place >> GROUP_BITS;
        return group == 0 ? place : (long) ((place & (GROUP - 1)) | GROUP) << width(place);
    }

    /** The largest value of the bucket at a place. */
    private static long high(int place) {
        return low(place) + (1L << width(place)) - 1;
    }

    /** Whether a bucket at this place holds no value above the highest. A shift by so much as a long has begins anew. */
    static boolean isWithin(long place, long highest) {
        return place >= 0 && place >> GROUP_BITS < Integer.SIZE && high((int) place) <= highest;
    }

    private static long middle(int place) {
        return low(place) + ((1L << width(place)) >> 1);
    }

    /** Takes the filled buckets in ascending order: the largest value of each, and how many values it has. */
    void forEach(ToBucket taken) {
        for (int i = 0; i < size; i++) {
            taken.accept(high(places[i]), counts[i]);
        }
    }

    interface ToBucket {
        void accept(long high, long count);
    }

    /** How many buckets are filled. */
    int size() {
        return size;
    }

    /** Where the filled bucket of that index stands among all. */
    int place(int index) {
        return places[index];
    }

    long count(int index) {
        return counts[index];
    }

    /** The sum of all counts. */
    long total() {
        return total;
    }

    /** The sum of the counts whose value matches. As in {@link #valueAt}, a bucket has its largest value. */
    long total(LongPredicate values) {
        return IntStream.range(0, size)
                .filter(i -> values.test(high(places[i])))
                .mapToLong(i -> counts[i])
                .sum();
    }

    /** The smallest value of the first bucket; 0 of nothing. */
    long min() {
        return size == 0 ? 0 : low(places[0]);
    }

    /** The largest value of the last bucket; 0 of nothing. */
    long max() {
        return size == 0 ? 0 : high(places[size - 1]);
    }

    /** 0 of nothing. */
    double mean() {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += (double) middle(places[i]) * counts[i]; // as a whole number it may not fit
        }
        return total == 0 ? 0 : sum / total;
    }

    /** Standard deviation of the population; 0 if there are no values. */
    double stddev() {
        double mean = mean();
        double squares = 0;
        for (int i = 0; i < size; i++) {
            double deviation = middle(places[i]) - mean;
            squares += deviation * deviation * counts[i];
        }
        return total == 0 ? 0 : Math.sqrt(squares / total);
    }

    /**
     * The largest value of the bucket in which the given share is reached; 0 of nothing.
     *
     * @param percentile above 0, at most 100
     */
    long valueAt(double percentile) {
        // As HdrHistogram does: one step down, so that a product that rounds upwards does not reach the next bucket.
        long rank = Math.max(1, (long) Math.ceil(Math.nextDown(percentile) * total / 100));
        long seen = 0;
        for (int i = 0; i < size; i++) {
            seen += counts[i];
            if (seen >= rank) {
                return high(places[i]);
            }
        }
        return 0;
    }

    /**
     * As {@link #valueAt}, after each sample has become longer by one of the delays, by chance.
     *
     * @param delays at least one
     */
    long delayedValueAt(double percentile, RecordedBuckets delays) {
        double rank = Math.nextDown(percentile) / 100 * total * delays.total;
        long below = -1;
        long reached = max() + delays.max();
        while (below + 1 < reached) {
            long value = (below + reached) >>> 1;
            if (pairsUpTo(value, delays) >= rank) {
                reached = value;
            } else {
                below = value;
            }
        }
        return reached;
    }

    /** How many pairs of a sample and a delay are together at most that long. */
    private double pairsUpTo(long most, RecordedBuckets delays) {
        double pairs = 0;
        double mine = 0;
        int next = 0;
        for (int i = delays.size - 1; i >= 0; i--) { // the longest first: it leaves the fewest samples
            while (next < size && high(places[next]) + middle(delays.places[i]) <= most) {
                mine += counts[next++];
            }
            pairs += mine * delays.counts[i];
        }
        return pairs;
    }

    /**
     * How many samples there are with those that users without waits would have added: for each sample one after every
     * interval of its time, as HdrHistogram's correction for coordinated omission does. They may be thousands of millions,
     * so they are counted and never made.
     *
     * @param interval above 0
     */
    double correctedTotal(long interval) {
        return correctedUpTo(Long.MAX_VALUE, interval);
    }

    /** As {@link #valueAt}, of {@link #correctedTotal}. */
    long correctedValueAt(double percentile, long interval) {
        double rank = Math.max(1, Math.ceil(Math.nextDown(percentile) * correctedTotal(interval) / 100));
        int below = -1;
        int reached = size == 0 ? -1 : places[size - 1];
        while (below + 1 < reached) {
            int place = (below + reached) >>> 1;
            if (correctedUpTo(high(place), interval) >= rank) {
                reached = place;
            } else {
                below = place;
            }
        }
        return reached < 0 ? 0 : high(reached);
    }

    private double correctedUpTo(long most, long interval) {
        double samples = 0;
        for (int i = 0; i < size; i++) {
            long value = high(places[i]);
            // Its own n-th added one is n intervals shorter, and an interval at least.
            long last = value / interval - 1;
            long first = value <= most ? 1 : (value - most + interval - 1) / interval;
            long added = Math.max(0, last - first + 1);
            samples += (double) (added + (value <= most ? 1 : 0)) * counts[i];
        }
        return samples;
    }
}
