package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What monitoring systems get of response times says the same as the times. */
class ExponentialBucketsTest {
    private static final double WIDTH = Math.pow(2, 1.0 / 32) - 1;

    /** A second is the upper bound of bucket -1, and one microsecond more is in bucket 0. */
    @Test
    void aBucketHoldsItsUpperBoundAndNotItsLowerOne() {
        var histogram = LatencyDistribution.newHistogram();
        histogram.recordValue(1_000);
        histogram.recordValueWithCount(1_010, 3);

        var buckets = ExponentialBuckets.of(histogram);

        assertThat(buckets.counts()).hasSize(1).containsValue(4L);
        int bucket = buckets.counts().firstKey();
        assertThat(ExponentialBuckets.mostSeconds(bucket)).isGreaterThanOrEqualTo(1_010e-6);
        assertThat(ExponentialBuckets.mostSeconds(bucket - 1)).isLessThan(1_000e-6);
        assertThat(ExponentialBuckets.mostSeconds(-1)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {50, 90, 99, 99.9})
    void aPercentileIsWithinTheWidthOfABucket(double percentile) {
        var histogram = LatencyDistribution.newHistogram();
        var random = new Random(7);
        for (int i = 0; i < 100_000; i++) {
            histogram.recordValue(Math.round(Math.exp(8 + random.nextGaussian())));
        }

        var buckets = ExponentialBuckets.of(histogram);

        long rank = Math.round(percentile / 100 * buckets.count());
        int bucket = buckets.counts().firstKey();
        for (long below = buckets.counts().get(bucket); below < rank; ) {
            bucket++;
            below += buckets.counts().getOrDefault(bucket, 0L);
        }
        double seconds = histogram.getValueAtPercentile(percentile) / 1e6;
        assertThat(ExponentialBuckets.mostSeconds(bucket)).isBetween(seconds, seconds * (1 + WIDTH) * 1.001);
    }

    @Test
    void ofAHistogramAndOfItsStoredFormAreAlike() {
        var histogram = LatencyDistribution.newHistogram();
        for (long micros = 3; micros < 50_000_000; micros = micros * 5 / 3) {
            histogram.recordValueWithCount(micros, micros % 7 + 1);
        }

        var live = ExponentialBuckets.of(histogram);
        var stored = new LatencyDistribution(histogram).exponentialBuckets();

        assertThat(stored.counts()).isEqualTo(live.counts());
        assertThat(stored.sumSeconds()).isCloseTo(live.sumSeconds(), within(1e-9));
        assertThat(live.count()).isEqualTo(histogram.getTotalCount());
    }

    @Test
    void countsAndSumsAddUp() {
        var one = SampleLoadTotals.of(1, 10, 20, 0).exponentialBuckets();
        var other = SampleLoadTotals.of(1, 5, 40, 0).exponentialBuckets();

        var both = one.plus(other).plus(ExponentialBuckets.NONE);

        assertThat(both.count()).isEqualTo(15);
        assertThat(both.sumSeconds()).isCloseTo(0.4, within(0.0004));
        assertThat(LatencyDistribution.empty().exponentialBuckets().count()).isZero();
    }
}
