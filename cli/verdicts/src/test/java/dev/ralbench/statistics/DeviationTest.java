package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DeviationTest {
    private static final int RUNS = 20_000;

    /** R: sqrt(5 / qchisq(0.2, 5)) is 1.461. */
    @Test
    void theLimitOfSixValuesIsFarAboveTheirDeviation() {
        double[] values = {-2, -1, 0, 1, 2, 3};

        assertThat(Deviation.upperLimit(0.8, values) / Deviation.of(values)).isCloseTo(1.461, within(0.001));
    }

    @Test
    void theTrueDeviationIsBelowTheLimitAsOftenAsItSays() {
        long below = LongStream.range(0, RUNS)
                .mapToObj(RandomGeneratorFactory.of("L64X128MixRandom")::create)
                .filter(random -> Deviation.upperLimit(0.8, six(random)) > 1)
                .count();

        assertThat((double) below / RUNS).isCloseTo(0.8, within(0.01));
    }

    private static double[] six(RandomGenerator random) {
        return DoubleStream.generate(random::nextGaussian).limit(6).toArray();
    }
}
