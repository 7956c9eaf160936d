package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdjustmentPropertiesTest {
    @Property(tries = 300)
    void rawBelowBenjaminiHochbergBelowHolm(@ForAll @Size(max = 12) List<@DoubleRange(max = 1) Double> values) {
        double[] p = doubles(values);
        double[] holm = Holm.adjusted(p);
        double[] hochberg = BenjaminiHochberg.adjusted(p);
        for (int i = 0; i < p.length; i++) {
            assertThat(hochberg[i]).isBetween(p[i] * (1 - 1e-15), 1.0);
            assertThat(holm[i]).isBetween(hochberg[i] * (1 - 1e-15), 1.0);
        }
    }

    @Property(tries = 300)
    void theOrderOfTheFamilyChangesNothing(
            @ForAll @Size(max = 12) List<@DoubleRange(max = 1) Double> values, @ForAll long seed) {
        var shuffled = new ArrayList<>(values);
        Collections.shuffle(shuffled, new Random(seed));
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
