package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Ranks, against their definition. */
class RanksTest {
    @Test
    void aRankCountsTheSmallerValuesAndHalfOfTheEqualOnes() {
        double[] values = new Random(7).ints(200, -30, 30).asDoubleStream().toArray();
        int[] expected = Arrays.stream(values)
                .mapToInt(value -> (int)
                        (2 * Arrays.stream(values).filter(each -> each < value).count()
                                + Arrays.stream(values)
                                        .filter(each -> each == value)
                                        .count()
                                + 1))
                .toArray();
        assertThat(Ranks.doubled(values)).isEqualTo(expected);
    }
}
