package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SecondTallyTest {
    /** One point more fills the memory. */
    private static final int MOST = 1_023;

    private final SecondTally tally = new SecondTally();

    private static Histogram of(int count, long micros) {
        var histogram = LatencyDistribution.newHistogram();
        if (count > 0) {
            histogram.recordValueWithCount(micros, count);
        }
        return histogram;
    }

    private void quietSeconds(int from, int to) {
        var none = new Histogram(1, 2, 1); // adding a large one takes time, even if it is empty
        for (int second = from; second <= to; second++) {
            tally.add(second, none);
        }
    }

    @Test
    void eachSampleIsAPointOfItsOwn() {
        tally.add(1, of(1_000, 100_000));
        tally.add(2, of(1_000, 200_000));

        assertThat(tally.points()).extracting(SecondTally.Point::untilNanos).containsExactly(1L, 2L);
        assertThat(tally.points().getLast().p50Millis().orElseThrow()).isEqualTo(200, within(0.2));
        assertThat(tally.points().getLast().p99Millis().orElseThrow()).isEqualTo(200, within(0.2));
    }

    @Test
    void aPointWithFewResponsesHasNoPercentile() {
        tally.add(1, of(999, 100_000));

        assertThat(tally.points().getFirst().p50Millis()).isPresent();
        assertThat(tally.points().getFirst().p99Millis()).isEmpty();
    }

    @Test
    void everyPointStaysAsLongAsThereIsRoom() {
        quietSeconds(1, MOST);

        assertThat(tally.points()).hasSize(MOST);
    }

    @Test
    void everySecondPointGoesWhenThereAreTooMany() {
        quietSeconds(1, MOST + 1);

        assertThat(tally.points()).hasSize(512);
        assertThat(tally.points().getFirst().untilNanos()).isEqualTo(2);
        assertThat(tally.points().getLast().untilNanos()).isEqualTo(1_024);
    }

    /** Ten responses of each are too few for a median of one, but enough for that of both. */
    @Test
    void afterThatTwoSamplesMakeAPoint() {
        quietSeconds(1, MOST + 1);
        tally.add(1_025, of(10, 100_000));
        assertThat(tally.points()).hasSize(512);
        tally.add(1_026, of(10, 100_000));

        assertThat(tally.points()).hasSize(513);
        assertThat(tally.points().getLast().p50Millis()).isPresent();
    }

    @Test
    void aPointHasNothingOfTheOneBefore() {
        quietSeconds(1, MOST + 1);
        tally.add(1_025, of(1_000, 900_000));
        tally.add(1_026, of(0, 0));
        tally.add(1_027, of(0, 0));
        tally.add(1_028, of(20, 100_000));

        assertThat(tally.points().getLast().p50Millis().orElseThrow()).isEqualTo(100, within(0.2));
    }
}
