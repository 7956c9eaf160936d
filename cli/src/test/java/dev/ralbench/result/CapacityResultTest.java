package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Metric;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.Slo;
import dev.ralbench.measurement.Threshold;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CapacityResultTest {
    private static final Slo FAST = Slo.of(List.of(Threshold.parse(Metric.P99, "<=200ms")));

    private static Optional<CapacityResult> found(WindowMeasurement... levels) {
        var windows = List.of(levels);
        var whole = windows.isEmpty() ? Windows.level(1, 0, 1, 1) : Windows.wholeRun(windows);
        return CapacityResult.of(new Measurement(windows, whole, new Series(1, List.of()), Map.of(), ""), FAST);
    }

    @Test
    void theKneeAndWhatMissedIt() {
        var capacity = found(
                        Windows.level(8, 0, 30, 100), // 2 400 requests
                        Windows.level(10, 31, 5, 412), // 121
                        Windows.level(13, 37, 5, 500))
                .orElseThrow();
        assertThat(capacity.kept()).hasValueSatisfying(kept -> {
            assertThat(kept.users()).isEqualTo(8);
            assertThat(kept.goodputPerSecond()).contains(80.0);
            assertThat(kept.objective()).allMatch(CapacityResult.Held::isMet);
            assertThat(kept.objective().getFirst().judgedBy()).isEqualTo("p99");
        });
        assertThat(capacity.missed()).hasValueSatisfying(missed -> {
            assertThat(missed.users()).isEqualTo(10);
            var latency = missed.objective().getFirst();
            assertThat(latency.metric()).isEqualTo("p99");
            assertThat(latency.limit()).isEqualTo("<=200ms");
            assertThat(latency.judgedBy()).isEqualTo("p90");
            assertThat(latency.millis().orElseThrow()).isBetween(412.0, 422.0);
            assertThat(latency.share()).isEmpty();
            assertThat(latency.isMet()).isFalse();
            assertThat(missed.objective().getLast())
                    .isEqualTo(new CapacityResult.Held(
                            "errors", "<=1%", "errors", Optional.empty(), Optional.of(0.0), true));
        });
    }

    @Test
    void oneLevelThatMissesItIsNoKnee() {
        var capacity = found(Windows.level(8, 0, 30, 300), Windows.level(10, 31, 30, 100))
                .orElseThrow();
        assertThat(capacity.missed()).isEmpty();
        assertThat(capacity.kept().orElseThrow().users()).isEqualTo(10);
    }

    @Test
    void theLastLevelCountsByItself() {
        var capacity = found(Windows.level(8, 0, 30, 100), Windows.level(10, 31, 30, 300))
                .orElseThrow();
        assertThat(capacity.missed().orElseThrow().users()).isEqualTo(10);
    }

    @Test
    void whoAnswersNothingButErrorsKeptToItAtNoLevel() {
        var dead = found(Windows.dead(Windows.level(8, 0, 5, 100)), Windows.dead(Windows.level(10, 6, 5, 100)))
                .orElseThrow();
        assertThat(dead.kept()).isEmpty();
        assertThat(dead.missed()).hasValueSatisfying(missed -> {
            assertThat(missed.goodputPerSecond()).contains(0.0);
            assertThat(missed.objective().getLast().share()).contains(1.0);
            assertThat(missed.objective().getLast().isMet()).isFalse();
        });
    }

    @Test
    void withoutALevelThereIsNone() {
        assertThat(found()).isEmpty();
    }
}
