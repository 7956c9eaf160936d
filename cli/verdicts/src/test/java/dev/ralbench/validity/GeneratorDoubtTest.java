package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.GeneratorGlance;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same limits as those of the checks on whole windows: 80 % of its CPUs, a tenth of a machine that is busy to 90 %. */
class GeneratorDoubtTest {
    @ParameterizedTest
    @CsvSource({
        "1.61, false, 0.50, near its limit",
        "1.61, true,  0.50, near its limit",
        "1.60, false, 0.50,",
        "0.21, false, 0.91, shares a busy machine",
        "0.20, false, 0.91,",
        "0.21, false, 0.90,",
        "0.21, true,  0.99,",
    })
    void itIsInDoubtBeyondTheLimits(double cores, boolean hasOwnCpus, double busy, String doubt) {
        var second = new GeneratorGlance(cores, 2, hasOwnCpus, Optional.of(busy));

        assertThat(GeneratorDoubt.of(second)).isEqualTo(Optional.ofNullable(doubt));
    }

    @Test
    void aKernelThatDoesNotSayIsNoDoubt() {
        assertThat(GeneratorDoubt.of(new GeneratorGlance(1, 2, false, Optional.empty())))
                .isEmpty();
    }
}
