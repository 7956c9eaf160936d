package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.PoolUse.Resource;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PoolUseTest {
    private static PoolUse use(OptionalInt limit, int peak, double mean, OptionalInt waiting, long samples) {
        return new PoolUse(Resource.CONNECTIONS, limit, peak, mean, waiting, samples);
    }

    @Test
    void aSampleIsItsOwnPeakAndMean() {
        assertThat(PoolUse.sample(Resource.CONNECTIONS, OptionalInt.of(3), 2, OptionalInt.of(1)))
                .isEqualTo(use(OptionalInt.of(3), 2, 2, OptionalInt.of(1), 1));
    }

    @Test
    void theMeanIsThatOfAllSamples() {
        var both = use(OptionalInt.of(3), 3, 3, OptionalInt.of(47), 1)
                .plus(use(OptionalInt.of(3), 2, 1, OptionalInt.of(0), 3));

        assertThat(both).isEqualTo(use(OptionalInt.of(3), 3, 1.5, OptionalInt.of(47), 4));
    }

    @Test
    void aLimitThatChangedIsTheLargerOneAndOneThatIsUnknownStaysUnknown() {
        var three = use(OptionalInt.of(3), 3, 3, OptionalInt.of(1), 1);
        var ten = use(OptionalInt.of(10), 3, 3, OptionalInt.empty(), 1);
        var unlimited = use(OptionalInt.empty(), 3, 3, OptionalInt.empty(), 1);

        assertThat(three.plus(ten).limit()).hasValue(10);
        assertThat(ten.plus(three).limit()).hasValue(10);
        assertThat(ten.plus(unlimited).limit()).isEmpty();
        assertThat(three.plus(ten).waitingPeak()).isEmpty();
    }
}
