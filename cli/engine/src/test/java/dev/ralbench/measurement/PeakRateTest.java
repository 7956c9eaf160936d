package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeakRateTest {
    private static PeakRate peaks(double slotSeconds, long... completions) {
        var slots = LongStream.of(completions)
                .mapToObj(count -> new Series.Slot(count, 0, 1, 1, OptionalDouble.empty(), OptionalDouble.empty()))
                .toList();
        return new PeakRate(new Series(slotSeconds, slots));
    }

    /** 3 s of nothing and then all at once, spread over the border of two seconds. */
    @Test
    void aPeakIsNotSplitByTheClock() {
        var burst = peaks(0.25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 600, 300, 80, 20);

        assertThat(burst.within(WindowKind.COUNTED, 0, 4.4)).hasValue(1000);
    }

    @Test
    void wavesAreSecondsOfTheirOwn() {
        var waves = peaks(0.25, 0, 0, 0, 0, 150, 50, 0, 0, 0, 0, 180, 20, 0, 0, 0, 0, 200);

        assertThat(waves.within(WindowKind.COUNTED, 0, 4.1)).hasValue(200);
    }

    @Test
    void failedRequestsEndToo() {
        var slot = new Series.Slot(7, 3, 1, 1, OptionalDouble.empty(), OptionalDouble.empty());

        assertThat(new PeakRate(new Series(1, List.of(slot))).within(WindowKind.COUNTED, 0, 1))
                .hasValue(10);
    }

    /** The slots at its borders have requests of the levels before and after. */
    @Test
    void aTimedWindowHasNothingOfItsNeighbours() {
        var series = peaks(0.25, 90, 90, 10, 10, 10, 10, 10, 90, 90);

        assertThat(series.within(WindowKind.LEVEL, 0.3, 1.8)).hasValue(50 - 10.0);
    }

    @Test
    void aCountedWindowHasAllOfItsLastSlotAndNothingOfWhatWasBefore() {
        assertThat(peaks(0.25, 90, 5, 6).within(WindowKind.COUNTED, 0.1, 0.6)).hasValue(11);
    }

    @Test
    void aCountedWindowWithinASlotHasThatSlot() {
        assertThat(peaks(0.25, 0, 7, 0).within(WindowKind.COUNTED, 0.3, 0.4)).hasValue(7);
    }

    @ParameterizedTest
    @EnumSource(names = {"LEVEL", "COUNTED"})
    void slotsOfMoreThanASecondSayNothingOfOne(WindowKind kind) {
        assertThat(peaks(2, 10, 10, 10).within(kind, 0, 6)).isEmpty();
    }

    @Test
    void aTimedWindowOfLessThanASecondHasNoPeak() {
        assertThat(peaks(0.25, 10, 10, 10, 10).within(WindowKind.LEVEL, 0, 0.9)).isEmpty();
        assertThat(peaks(0.25, 10, 10, 10, 10).within(WindowKind.LEVEL, 0, 1)).hasValue(40);
    }

    @Test
    void aWindowOutsideTheSeriesHasNoPeak() {
        assertThat(peaks(0.25, 10).within(WindowKind.COUNTED, 1, 2)).isEmpty();
    }
}
