package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuSetTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"0|0", "0-1|0-1", "3,1|1,3", "0,2-3|0,2-3", "0,1,2,5|0-2,5", "1,0-3|0-3", "0-7,32-39|0-7,32-39"})
    void aListIsReadAndWrittenAsTheKernelDoes(String text, String written) {
        assertThat(CpuSet.parse(text).orElseThrow()).hasToString(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "0,", "a", "-1", "1-", "3-1", "0x3", "0 1", "12345", "0-99999"})
    void aTextThatIsNoListOfCpusIsNotParsed(String text) {
        assertThat(CpuSet.parse(text)).isEmpty();
    }

    @Test
    void setsAreAddedTakenAwayAndCut() {
        var some = CpuSet.of(0, 1, 2);

        assertThat(some.plus(CpuSet.of(2, 5))).hasToString("0-2,5");
        assertThat(some.minus(CpuSet.of(1))).hasToString("0,2");
        assertThat(some.and(CpuSet.of(2, 3))).isEqualTo(CpuSet.of(2));
        assertThat(some.containsAll(CpuSet.of(0, 2))).isTrue();
        assertThat(some.containsAll(CpuSet.of(0, 3))).isFalse();
        assertThat(some.minus(some).isEmpty()).isTrue();
    }
}
