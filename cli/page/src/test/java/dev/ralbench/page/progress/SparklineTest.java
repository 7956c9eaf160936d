package dev.ralbench.page.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SparklineTest {
    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            delimiter = ';',
            value = {
                "'';''",
                "5 5 5;███",
                "0 0 0;▁▁▁",
                "1 1 1000 1;▂▂█▂",
                "0 1 2 3 4 5 6 7;▁▂▃▄▅▆▇█",
                "0 0.0001 1000;▁▂█",
                "4 - 8 -;▅ █ ",
                "- - -;'   '",
                "- 0;' ▁'",
            })
    void barsAreScaledToTheLargest(String values, String bars) {
        assertThat(Sparkline.of(parsed(values), 1)).isEqualTo(bars);
    }

    @Test
    void eachBarMayTakeSeveralColumns() {
        assertThat(Sparkline.of(parsed("0 - 2"), 3)).isEqualTo("▁▁▁   ███");
    }

    private static List<OptionalDouble> parsed(String values) {
        return Arrays.stream(values.split(" "))
                .filter(value -> !value.isEmpty())
                .map(value -> value.equals("-") ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(value)))
                .toList();
    }
}
