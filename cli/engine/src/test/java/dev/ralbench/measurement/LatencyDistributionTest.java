package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class LatencyDistributionTest {
    private static LatencyDistribution ofMicros(long... values) {
        var histogram = LatencyDistribution.newHistogram();
        for (long value : values) {
            histogram.recordValue(value);
        }
        return new LatencyDistribution(histogram);
    }

    private static LatencyDistribution random(Random random, int count) {
        var histogram = LatencyDistribution.newHistogram();
        for (int i = 0; i < count; i++) {
            histogram.recordValue(1 + random.nextLong(1L << (1 + random.nextInt(31))));
        }
        return new LatencyDistribution(histogram);
    }

    @Test
    void aPercentileNeedsTenSamplesBeyondIt() {
        var histogram = LatencyDistribution.newHistogram();
        histogram.recordValueWithCount(1_000, 999);
        assertThat(new LatencyDistribution(histogram).percentileMillis(99)).isEmpty();
        histogram.recordValue(1_000);
        assertThat(new LatencyDistribution(histogram).percentileMillis(99)).isPresent();
    }

    @Test
    void withoutSamplesNothingIsSaid() {
        var empty = LatencyDistribution.empty();
        assertThat(empty.meanMillis()).isEmpty();
        assertThat(empty.stddevMillis()).isEmpty();
        assertThat(empty.maxMillis()).isEmpty();
        assertThat(empty.percentileMillis(50)).isEmpty();
    }

    @Test
    void oneHourIsKeptAndNotCutOff() {
        assertThat(ofMicros(3_600_000_000L).maxMillis().getAsDouble()).isEqualTo(3_600_000, within(3_600.0));
    }

    @RepeatedTest(50)
    void encodingLosesNothing(RepetitionInfo repetition) {
        var original = random(new Random(repetition.getCurrentRepetition()), 2_000);
        assertThat(LatencyDistribution.decode(original.encoded())).isEqualTo(original);
    }

    @RepeatedTest(50)
    void mergingEqualsRecordingIntoOne(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        var one = random(new Random(seed), 500);
        var other = random(new Random(seed + 1_000), 700);
        var both = LatencyDistribution.newHistogram();
        for (long s : new long[] {seed, seed + 1_000}) {
            var random = new Random(s);
            for (int i = 0; i < (s == seed ? 500 : 700); i++) {
                both.recordValue(1 + random.nextLong(1L << (1 + random.nextInt(31))));
            }
        }
        assertThat(one.plus(other)).isEqualTo(new LatencyDistribution(both));
        assertThat(one.plus(other)).isEqualTo(other.plus(one));
    }

    @Test
    void whatIsNoHistogramIsRefused() {
        assertThatThrownBy(() -> LatencyDistribution.decode("bm9uc2Vuc2U="))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not an encoded histogram");
    }
}
