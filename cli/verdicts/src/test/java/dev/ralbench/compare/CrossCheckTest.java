package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.statistics.HodgesLehmann;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CrossCheckTest {
    private static final double ALPHA = 0.01;
    private static final double MATERIAL = 0.05;
    private static final double[] ALIKE = {0.10, 0.11, 0.09, 0.105, 0.095, 0.1, 0.102, 0.098};

    @Test
    void blocksCloseToEachOtherGetNoRemark() {
        assertThat(check(ALIKE)).isEmpty();
    }

    /** Two blocks of eight that another job disturbed: every one is worse, which ranks see and a mean does not. */
    @Test
    void aFewBlocksFarFromTheOthersGetARemark() {
        double[] disturbed = ALIKE.clone();
        disturbed[2] = 1.5;
        disturbed[5] = 2.5;

        assertThat(check(disturbed))
                .hasValue("a t interval would say no difference that matters: some blocks are far from the others");
        assertThat(check(Arrays.stream(disturbed).map(harm -> -harm).toArray())).isEqualTo(check(disturbed));
    }

    @Test
    void whetherNothingChangedIsLeftToTheRanks() {
        double[] nothing = {0.001, -0.002, 0.001, 0.0, -0.001, 0.002, -0.003, 0.3};

        assertThat(check(nothing)).isEmpty();
    }

    @Test
    void tooFewBlocksForRanksSayNothingAboutOthers() {
        assertThat(check(0.1, 0.11, 0.12, 0.1, 0.11)).isEmpty();
    }

    private static Optional<String> check(double... harms) {
        return CrossCheck.of(HodgesLehmann.interval(ALPHA, harms), ALPHA, MATERIAL, harms);
    }
}
