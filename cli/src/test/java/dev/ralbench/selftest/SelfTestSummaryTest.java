package dev.ralbench.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.testing.SelfTests;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelfTestSummaryTest {
    @Test
    void falseAlarmsAreCountedAmongEqualVariantsOnly() {
        var summary = SelfTestSummary.of(SelfTests.of(59, 0, 5, 5), Map.of());

        assertThat(summary.decisions()).containsExactly(Map.entry("pass", 59));
        assertThat(summary.mostFalseAlarms().orElseThrow()).isEqualTo(-Math.expm1(Math.log(0.05) / 59), within(1e-12));
    }

    @Test
    void withoutEqualVariantsNothingIsSaidOfFalseAlarms() {
        assertThat(SelfTestSummary.of(SelfTests.of(0, 0, 5, 5), Map.of()).mostFalseAlarms())
                .isEmpty();
    }

    @Test
    void aRegressionIsFoundByTheRuleThatIsMeantToSeeIt() {
        var detections =
                SelfTestSummary.of(SelfTests.of(1, 1, 20, 19), Map.of()).detections();
        assertThat(detections).containsOnlyKeys("extra-cpu");
        var detection = List.copyOf(detections.values()).getFirst();

        assertThat(detection.found()).isEqualTo(19);
        assertThat(detection.runs()).isEqualTo(20);
        assertThat(detection.atLeast()).isBetween(0.78, 0.79); // Clopper-Pearson, 19 of 20
    }

    @Test
    void noiseIsTheRootMeanSquareOverRuns() {
        var rules = SelfTestSummary.of(SelfTests.of(4, 0, 0, 0), Map.of("goodput@16", 0.05))
                .noise();
        assertThat(rules).containsOnlyKeys("goodput@16");
        var noise = List.copyOf(rules.values()).getFirst();

        assertThat(noise.runs()).isEqualTo(4);
        assertThat(noise.blocks()).isEqualTo(12);
        assertThat(noise.deviation()).isEqualTo(0.01 * Math.sqrt(12.0 / 11), within(1e-12));
        assertThat(noise.detectable()).isGreaterThan(0.05);
    }

    @Test
    void aSideThatIsFavouredShows() {
        var balance = SelfTestSummary.of(SelfTests.of(20, 12, 0, 0), Map.of()).balance();

        assertThat(balance.worse()).isEqualTo(12);
        assertThat(balance.better()).isZero();
        assertThat(balance.p()).isEqualTo(2 * Math.scalb(1.0, -12), within(1e-12));
    }
}
