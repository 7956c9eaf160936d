package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void aLongSumIsThatOfItsPartsHoweverItIsBracketed() {
        var random = new Random(11);
        var parts = IntStream.range(0, 40_000)
                .mapToObj(i -> i < 200 ? random(random, 50) : ofMicros(i))
                .toList();
        var fromTheLeft = parts.stream().reduce(LatencyDistribution.empty(), LatencyDistribution::plus);
        var fromTheRight = LatencyDistribution.empty();
        for (var part : parts.reversed()) {
            fromTheRight = part.plus(fromTheRight);
        }

        assertThat(fromTheLeft.count()).isEqualTo(200 * 50 + 39_800);
        assertThat(fromTheLeft.percentileMillis(99)).isEqualTo(fromTheRight.percentileMillis(99));
        assertThat(fromTheLeft).isEqualTo(fromTheRight).hasSameHashCodeAs(fromTheRight);
        assertThat(LatencyDistribution.decode(fromTheLeft.encoded())).isEqualTo(fromTheRight);
    }

    @Test
    void whatIsNoHistogramIsRefused() {
        assertThatThrownBy(() -> LatencyDistribution.decode("bm9uc2Vuc2U="))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not an encoded histogram");
    }

    @Test
    void figuresAreInMillisecondsThoughTimesAreKeptInMicroseconds() {
        var some = ofMicros(200, 400);

        assertThat(some.meanMillis()).hasValue(0.3);
        assertThat(some.stddevMillis()).hasValue(0.1);
        assertThat(some.minMillis()).hasValue(0.2);
        assertThat(some.maxMillis()).hasValue(0.4);
    }

    @Test
    void aRoughPercentileNeedsNoSamplesBeyondIt() {
        var some = ofMicros(200, 400, 900);

        assertThat(some.percentileMillis(50)).isEmpty();
        assertThat(some.roughPercentileMillis(50)).hasValue(0.4);
    }

    @RepeatedTest(20)
    void anyPercentileIsThatOfTheHistogramBetweenTheUsualOnesToo(RepetitionInfo repetition) {
        var some = random(new Random(repetition.getCurrentRepetition()), 2_000);
        double last = 0;
        for (double percentile : new double[] {10, 50, 75, 90, 95, 99}) {
            double millis = some.percentileMillis(percentile).orElseThrow();
            assertThat(some.count(time -> time <= millis))
                    .as("at most p%s", percentile)
                    .isGreaterThanOrEqualTo((long) (some.count() * percentile / 100));
            assertThat(some.count(time -> time < millis))
                    .as("below p%s", percentile)
                    .isLessThan((long) Math.ceil(some.count() * percentile / 100));
            assertThat(millis).isGreaterThanOrEqualTo(last);
            last = millis;
        }
    }

    @ParameterizedTest
    @CsvSource({"50, 20", "90, 100", "99, 1000", "99.9, 10000"})
    void theFewestSamplesOfAPercentileAreEnoughForIt(double percentile, long fewest) {
        var enough = LatencyDistribution.newHistogram();
        enough.recordValueWithCount(1_000, fewest);
        var tooFew = LatencyDistribution.newHistogram();
        tooFew.recordValueWithCount(1_000, fewest - 1);

        assertThat(LatencyDistribution.samplesFor(percentile)).isEqualTo(fewest);
        assertThat(LatencyDistribution.percentileMillis(enough, percentile)).isPresent();
        assertThat(LatencyDistribution.percentileMillis(tooFew, percentile)).isEmpty();
    }

    /** While one request takes 1 s, a user who comes back every 100 ms would have sent nine: of 900 ms, 800 ms and so on. */
    @Test
    void theCorrectionCountsRequestsThatWaitedUnsent() {
        var histogram = LatencyDistribution.newHistogram();
        histogram.recordValueWithCount(100_000, 80);
        histogram.recordValueWithCount(1_000_000, 20);
        var some = new LatencyDistribution(histogram);

        assertThat(some.percentileMillis(50)).hasValueCloseTo(100.0, within(0.2));
        assertThat(some.correctedPercentileMillis(50, 100)).hasValueCloseTo(300.0, within(1.0));
    }

    @Test
    void theCorrectionDoesNotMakeUpForTooFewSamples() {
        assertThat(ofMicros(1_000, 3_600_000_000L).correctedPercentileMillis(50, 1))
                .isEmpty();
    }

    @Test
    void nothingAddedIsTheSame() {
        var some = ofMicros(200, 400);

        assertThat(some.plus(LatencyDistribution.empty())).isEqualTo(some);
        assertThat(LatencyDistribution.empty().plus(some)).isEqualTo(some);
    }

    @Test
    void otherTimesAreAnotherDistribution() {
        assertThat(ofMicros(200, 400)).isNotEqualTo(ofMicros(200, 401)).isNotEqualTo("200, 400");
    }

    @Test
    void equalDistributionsAreFoundInASet() {
        assertThat(Set.of(ofMicros(200, 400))).contains(ofMicros(200, 400));
    }
}
