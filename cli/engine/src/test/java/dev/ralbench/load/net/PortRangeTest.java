package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortRangeTest {
    @Test
    void thereIsAtLeastOne() {
        assertThatThrownBy(() -> new PortRange(2, 1)).hasMessage("no ports: 2 to 1");
    }

    @ParameterizedTest
    @CsvSource({"32768,60999,61", "1024,65535,61", "7,7,1", "100,159,60", "100,160,61"})
    void eachPortIsInOnePart(int first, int last, int count) {
        var parts = new PortRange(first, last).parts();
        assertThat(parts).hasSize(count);
        assertThat(parts.stream().flatMapToInt(part -> IntStream.rangeClosed(part.first(), part.last())))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(first, last).boxed().toList());
    }

    @Test
    void theOptionHasTheLastOneInItsUpperHalf() {
        assertThat(new PortRange(0x1234, 0xFEDC).packed()).isEqualTo(0xFEDC1234);
    }
}
