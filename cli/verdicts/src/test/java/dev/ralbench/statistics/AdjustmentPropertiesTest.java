package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ralbench.testing.Cases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdjustmentPropertiesTest {
    /** Some are equal, some are 0 or 1. */
    static Stream<List<Double>> probabilities() {
        return Cases.of(
                300,
                random -> random.ints(random.nextInt(13), 0, 101)
                        .mapToObj(percent -> random.nextBoolean() ? percent / 100.0 : random.nextDouble())
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("probabilities")
    void rawBelowBenjaminiHochbergBelowHolm(List<Double> values) {
        double[] p = doubles(values);
        double[] holm = Holm.adjusted(p);
        double[] hochberg = BenjaminiHochberg.adjusted(p);
        for (int i = 0; i < p.length; i++) {
            assertThat(hochberg[i]).isBetween(p[i] * (1 - 1e-15), 1.0);
            assertThat(holm[i]).isBetween(hochberg[i] * (1 - 1e-15), 1.0);
        }
    }

    @ParameterizedTest
    @MethodSource("probabilities")
    void theOrderOfTheFamilyChangesNothing(List<Double> values) {
        var shuffled = new ArrayList<>(values);
        Collections.shuffle(shuffled, new Random(values.size()));
        assertThat(sorted(Holm.adjusted(doubles(shuffled)))).containsExactly(sorted(Holm.adjusted(doubles(values))));
        assertThat(sorted(BenjaminiHochberg.adjusted(doubles(shuffled))))
                .containsExactly(sorted(BenjaminiHochberg.adjusted(doubles(values))));
    }

    @Test
    void aFamilyOfOneIsNotAdjusted() {
        assertThat(Holm.adjusted(0.03)).containsExactly(0.03);
        assertThat(BenjaminiHochberg.adjusted(0.03)).containsExactly(0.03);
        assertThat(Holm.adjusted()).isEmpty();
        assertThat(BenjaminiHochberg.adjusted()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.001, 1.001, Double.NaN})
    void whatIsNoProbabilityIsRefused(double p) {
        assertThatIllegalArgumentException().isThrownBy(() -> Holm.adjusted(0.5, p));
        assertThatIllegalArgumentException().isThrownBy(() -> BenjaminiHochberg.adjusted(p));
    }

    @Test
    void bothEndsAreProbabilities() {
        assertThat(Holm.adjusted(0, 1)).containsExactly(0, 1);
        assertThat(BenjaminiHochberg.adjusted(0, 1)).containsExactly(0, 1);
    }

    private static double[] doubles(List<Double> values) {
        return values.stream().mapToDouble(x -> x).toArray();
    }

    private static double[] sorted(double... values) {
        return Arrays.stream(values).sorted().toArray();
    }
}
