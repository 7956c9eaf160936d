package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.testing.Distributions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatenessTailTest {
    @ParameterizedTest
    @CsvSource({"5000, 99, 99.0, (p99)", "2000, 99, 99.0, (p99)", "800, 97.5, 97.5, (p97.5)", "21, 4.7619, 4.7, (p4.7)"
    })
    void itIsWhatTwentySamplesAreBeyondOf(long count, double percentile, double millis, String words) {
        var tail = LatenessTail.of(Distributions.between(count, 0.001, 100)).orElseThrow();
        assertThat(tail.percentile()).isCloseTo(percentile, within(0.001));
        assertThat(tail.millis()).isCloseTo(millis, withinPercentage(0.2));
        assertThat(tail.toString()).endsWith(words);
    }

    @Test
    void ofTooFewSamplesThereIsNone() {
        assertThat(LatenessTail.of(Distributions.between(20, 1, 2))).isEmpty();
        assertThat(LatenessTail.of(LatencyDistribution.empty())).isEmpty();
    }
}
