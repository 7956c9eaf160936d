package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckFindingTest {
    @ParameterizedTest
    @CsvSource({
        "0.1, 0.25, 25.0 %",
        "0.1, 0.1004, 10.04 %",
        "0.1, 0.10004, 10.004 %",
        "0.1, 0.1000001, 10.0000 %",
        "0.5, 0.05, 5.0 %",
        "0, 0.0004, 0.04 %"
    })
    void aShareIsSeenToBeAboveItsLimit(double most, double share, String text) {
        assertThat(CheckFinding.percentAbove(most, share)).isEqualTo(text);
    }
}
