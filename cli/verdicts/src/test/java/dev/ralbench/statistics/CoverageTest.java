package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often intervals hold what they estimate, over many samples from a known, symmetric distribution. */
class CoverageTest {
    private static final int SAMPLES = 5_000;
    private static final double CENTRE = 0.07;

    /** Cubing makes heavy tails of a normal distribution; the promise does not depend on them. */
    @ParameterizedTest
    @CsvSource({"8, 1", "12, 1", "20, 1", "12, 3"})
    void asOftenAsTheirConfidenceSays(int n, int power) {
        var random = new Random(20261121L + n);
        int held = 0;
        double confidence = 0;
        for (int i = 0; i < SAMPLES; i++) {
            double[] sample = DoubleStream.generate(() -> CENTRE + Math.pow(random.nextGaussian(), power))
                    .limit(n)
                    .toArray();
            var interval = HodgesLehmann.interval(0.05, sample);
            held += interval.low() <= CENTRE && CENTRE <= interval.high() ? 1 : 0;
            confidence = interval.confidence();
        }
        double standardError = Math.sqrt(confidence * (1 - confidence) / SAMPLES);
        assertThat((double) held / SAMPLES).isCloseTo(confidence, within(3 * standardError));
    }
}
