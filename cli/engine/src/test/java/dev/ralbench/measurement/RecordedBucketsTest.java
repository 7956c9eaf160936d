package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Every figure is the one that HdrHistogram gives, to the last bit. */
class RecordedBucketsTest {
    private static Histogram random(Random random) {
        var histogram = LatencyDistribution.newHistogram();
        int widest = 1 + random.nextInt(31);
        for (int i = random.nextInt(3000); i >= 0; i--) {
            histogram.recordValueWithCount(random.nextLong(1L << (1 + random.nextInt(widest))), 1 + random.nextInt(4));
        }
        return histogram;
    }

    private static RecordedBuckets decoded(Histogram histogram) {
        return BucketEncoding.decode(LatencyDistribution.compress(histogram));
    }

    @RepeatedTest(200)
    void figuresAreThoseOfTheHistogram(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        var histogram = random(random);
        var buckets = decoded(histogram);

        assertThat(buckets.total()).isEqualTo(histogram.getTotalCount());
        assertThat(buckets.min()).isEqualTo(histogram.getMinValue());
        assertThat(buckets.max()).isEqualTo(histogram.getMaxValue());
        assertThat(buckets.mean()).isEqualTo(histogram.getMean());
        assertThat(buckets.stddev()).isEqualTo(histogram.getStdDeviation());
        for (double percentile : new double[] {50, 90, 99, 99.9, 100, 0.001, 100 * random.nextDouble()}) {
            assertThat(buckets.valueAt(percentile))
                    .as("p%s", percentile)
                    .isEqualTo(histogram.getValueAtPercentile(percentile));
        }
    }

    @RepeatedTest(200)
    void theSumIsWrittenAsThatOfHistogramsByteForByte(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        var one = random(random);
        var other = random(random);
        var buckets = decoded(one).plus(decoded(other));
        one.add(other);

        assertThat(BucketEncoding.encode(buckets)).isEqualTo(LatencyDistribution.compress(one));
        assertThat(buckets).isEqualTo(decoded(one)).isNotEqualTo(decoded(other));
    }

    @Test
    void aSingleEmptyBucketAndTheLargestCountAreWrittenAsHistogramsDo() {
        var histogram = LatencyDistribution.newHistogram();
        histogram.recordValueWithCount(0, 1);
        histogram.recordValueWithCount(2, Long.MAX_VALUE / 2); // takes all nine bytes

        assertThat(BucketEncoding.encode(decoded(histogram))).isEqualTo(LatencyDistribution.compress(histogram));
    }

    @RepeatedTest(50)
    void theCorrectionIsThatOfTheHistogram(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        var histogram = LatencyDistribution.newHistogram();
        for (int i = 0; i < 1_000; i++) {
            histogram.recordValue(4_000 + random.nextInt(2_000));
        }
        histogram.recordValueWithCount(random.nextInt(3_000_000), random.nextInt(20));
        long interval = Math.max(1, histogram.getValueAtPercentile(50));
        var corrected = histogram.copyCorrectedForCoordinatedOmission(interval);
        var buckets = decoded(histogram);

        assertThat(buckets.correctedTotal(interval)).isEqualTo((double) corrected.getTotalCount());
        for (double percentile : new double[] {0.1, 25, 50, 90, 99, 99.9, 100}) {
            assertThat(buckets.correctedValueAt(percentile, interval))
                    .as("p%s", percentile)
                    .isEqualTo(corrected.getValueAtPercentile(percentile));
        }
    }

    @RepeatedTest(20)
    void aDelayIsAddedToEverySample(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        var times = LatencyDistribution.newHistogram();
        var delays = LatencyDistribution.newHistogram();
        for (int i = 0; i < 200; i++) {
            times.recordValue(random.nextInt(1 << (1 + random.nextInt(9))));
            delays.recordValue(random.nextInt(1 << (1 + random.nextInt(9))));
        }
        var both = LatencyDistribution.newHistogram(); // values below 1024 have a bucket each
        times.recordedValues()
                .forEach(time -> delays.recordedValues()
                        .forEach(delay -> both.recordValueWithCount(
                                time.getValueIteratedTo() + delay.getValueIteratedTo(),
                                time.getCountAtValueIteratedTo() * delay.getCountAtValueIteratedTo())));

        for (double percentile : new double[] {0.1, 50, 90, 99, 100, 100 * random.nextDouble()}) {
            assertThat(decoded(times).delayedValueAt(percentile, decoded(delays)))
                    .as("p%s", percentile)
                    .isEqualTo(both.getValueAtPercentile(percentile));
        }
    }

    @Test
    void withoutSamplesEverythingIsNought() {
        var buckets = decoded(LatencyDistribution.newHistogram());

        assertThat(buckets.mean()).isZero();
        assertThat(buckets.stddev()).isZero();
        assertThat(buckets.valueAt(99)).isZero();
        assertThat(buckets.correctedTotal(1)).isZero();
        assertThat(buckets.correctedValueAt(99, 1)).isZero();
        assertThat(BucketEncoding.encode(buckets))
                .isEqualTo(LatencyDistribution.compress(LatencyDistribution.newHistogram()));
    }

    @Test
    void timesOfEverySizeAreKept() {
        for (long value = 1; value <= LatencyDistribution.HIGHEST_MICROS; value = value * 3 / 2 + 1) {
            var histogram = LatencyDistribution.newHistogram();
            histogram.recordValueWithCount(value, value);
            var buckets = decoded(histogram);

            assertThat(buckets.total()).isEqualTo(value);
            assertThat(buckets.min()).isEqualTo(histogram.lowestEquivalentValue(value));
            assertThat(buckets.max()).isEqualTo(histogram.highestEquivalentValue(value));
        }
    }

    /** Whatever became of the bytes: refused, or read as something, but never a crash of another kind. */
    @RepeatedTest(300)
    void damagedBytesAreRefusedOrRead(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        byte[] bytes = LatencyDistribution.compress(random(random));
        if (random.nextBoolean()) {
            bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
        for (int i = random.nextInt(4); i >= 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        try {
            assertThat(BucketEncoding.decode(bytes).total()).isNotNegative();
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageMatching(".*(cannot be right|cannot be inflated.*)");
        }
    }

    @Test
    void anIntervalLongerThanAllTimesAddsNothing() {
        var histogram = LatencyDistribution.newHistogram();
        histogram.recordValue(0);
        histogram.recordValue(700);

        assertThat(decoded(histogram).correctedTotal(701)).isEqualTo(2);
        assertThat(decoded(histogram).correctedTotal(100)).isEqualTo(2 + 6);
    }

    @Test
    void aBucketCountsWithItsLargestValue() {
        var histogram = LatencyDistribution.newHistogram();
        histogram.recordValueWithCount(100, 3);
        histogram.recordValueWithCount(1_000_000, 4);
        long largest = histogram.highestEquivalentValue(1_000_000);

        assertThat(decoded(histogram).total(value -> value < largest)).isEqualTo(3);
        assertThat(decoded(histogram).total(value -> value >= largest)).isEqualTo(4);
    }

    @Test
    void countsThatTogetherAreMoreThanALongAreRefused() {
        var buckets = new RecordedBuckets();
        buckets.add(0, Long.MAX_VALUE);

        assertThatThrownBy(() -> buckets.add(1, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the sum of its counts cannot be right");
    }
}
