package dev.ralbench.measurement;

import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * The buckets of a histogram that hold something. HdrHistogram walks all buckets again for every figure it is asked
 * for; most of ours are empty, and a comparison reads a thousand histograms. Figures are those that HdrHistogram gives.
 */
final class RecordedBuckets {
    private static final int USUAL_SIZE = 64;

    private final long total;
    /** The largest value of each bucket, ascending. */
    private long[] highest = new long[USUAL_SIZE];
    /** The value in the middle of each bucket. */
    private long[] medians = new long[USUAL_SIZE];
    /** Above 0. */
    private long[] counts = new long[USUAL_SIZE];

    private int size;

    private RecordedBuckets(long total) {
        this.total = total;
    }

    static RecordedBuckets of(Histogram histogram) {
        var buckets = new RecordedBuckets(histogram.getTotalCount());
        for (var bucket : histogram.recordedValues()) {
            long highest = bucket.getValueIteratedTo();
            buckets.add(highest, histogram.medianEquivalentValue(highest), bucket.getCountAddedInThisIterationStep());
        }
        return buckets;
    }

    private void add(long highestValue, long median, long count) {
        if (size == counts.length) {
            highest = Arrays.copyOf(highest, 2 * size);
            medians = Arrays.copyOf(medians, 2 * size);
            counts = Arrays.copyOf(counts, 2 * size);
        }
        highest[size] = highestValue;
        medians[size] = median;
        counts[size] = count;
        size++;
    }

    /** Of all counts. */
    long total() {
        return total;
    }

    /** 0 of nothing. */
    double mean() {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += medians[i] * counts[i];
        }
        return total == 0 ? 0 : sum / total;
    }

    /** Of the population; 0 of nothing. */
    double stddev() {
        double mean = mean();
        double squares = 0;
        for (int i = 0; i < size; i++) {
            double deviation = medians[i] - mean;
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
                return highest[i];
            }
        }
        return 0;
    }

    /**
     * With the samples that users would have added who had not waited: for each sample one after every interval of its
     * time, as HdrHistogram's correction for coordinated omission does.
     *
     * @param interval 0 adds nothing
     */
    Histogram corrected(long interval) {
        var corrected = LatencyDistribution.newHistogram();
        for (int i = 0; i < size; i++) {
            corrected.recordValueWithCount(highest[i], counts[i]);
            for (long missing = highest[i] - interval; interval > 0 && missing >= interval; missing -= interval) {
                corrected.recordValueWithCount(missing, counts[i]);
            }
        }
        return corrected;
    }
}
