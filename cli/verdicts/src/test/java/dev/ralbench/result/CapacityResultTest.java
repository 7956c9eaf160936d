package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Distributions;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CapacityResultTest {
    private static final Slo FAST = Slo.of(List.of(MetricLimit.parse(RequestMetrics.P99, "<=200ms")));

    private static Optional<CapacityResult> found(WindowMeasurement... levels) {
        var windows = List.of(levels);
        var whole = windows.isEmpty() ? Windows.level(1, 0, 1, 1) : Windows.wholeRun(windows);
        return CapacityResult.of(new Measurement(windows, whole, new Series(1, List.of()), Map.of(), ""), FAST);
    }

    @Test
    void capacityIsTheLastKeptLevelAndNamesTheMissedObjective() {
        var capacity = found(
                        Windows.level(8, 0, 30, 100), // 2 400 requests
                        Windows.level(10, 31, 5, 412), // 121
                        Windows.level(13, 37, 5, 500))
                .orElseThrow();
        assertThat(capacity.kept()).hasValueSatisfying(kept -> {
            assertThat(kept.users()).isEqualTo(8);
            assertThat(kept.goodputPerSecond()).contains(80.0);
            assertThat(kept.objective())
                    .extracting(CapacityResult.HeldLevel::isMet)
                    .containsOnly(Optional.of(true));
            assertThat(kept.objective().getFirst().requests()).contains(2400L);
            assertThat(kept.objective().getFirst().beyond()).contains(0L);
        });
        assertThat(capacity.missed()).hasValueSatisfying(missed -> {
            assertThat(missed.users()).isEqualTo(10);
            var latency = missed.objective().getFirst();
            assertThat(latency.metric()).isEqualTo("p99");
            assertThat(latency.limit()).isEqualTo("<=200ms");
            assertThat(latency.requests()).contains(121L);
            assertThat(latency.beyond()).contains(121L);
            assertThat(latency.millis()).as("p99 of so few").isEmpty();
            assertThat(latency.share()).isEmpty();
            assertThat(latency.isMet()).contains(false);
            assertThat(missed.objective().getLast())
                    .isEqualTo(new CapacityResult.HeldLevel(
                            "errors",
                            "<=1%",
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(0.0),
                            Optional.of(true)));
        });
    }

    @Test
    void aSingleMissedLevelFollowedByAKeptOneIsNoKnee() {
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
    void aTargetThatAnswersOnlyErrorsMeetsItsObjectiveAtNoLevel() {
        var dead = found(Windows.dead(Windows.level(8, 0, 5, 100)), Windows.dead(Windows.level(10, 6, 5, 100)))
                .orElseThrow();
        assertThat(dead.kept()).isEmpty();
        assertThat(dead.missed()).hasValueSatisfying(missed -> {
            assertThat(missed.goodputPerSecond()).contains(0.0);
            assertThat(missed.objective().getLast().share()).contains(1.0);
            assertThat(missed.objective().getLast().isMet()).contains(false);
        });
    }

    /** 5 % of requests take 400 ms, however many users there are: 945 are too few to state p99, and enough to refute it. */
    @Test
    void anObjectiveThatIsNeverMetHasNoMost() {
        var capacity = found(mixed(8, 0, 898, 47), mixed(10, 6, 1140, 60)).orElseThrow();
        assertThat(capacity.kept()).isEmpty();
        assertThat(capacity.unclear()).isEmpty();
        assertThat(capacity.missed().orElseThrow().users()).isEqualTo(8);
    }

    /** 2 % of 200 is four times what may be, and could still be chance; 298 without any are one too few. */
    @Test
    void levelsThatShowNothingAreNoMost() {
        var capacity = found(mixed(8, 0, 298, 0), mixed(10, 6, 196, 2), mixed(13, 12, 297, 0))
                .orElseThrow();
        assertThat(capacity.kept()).isEmpty();
        assertThat(capacity.missed()).isEmpty();
        assertThat(capacity.unclear()).hasValueSatisfying(unclear -> {
            assertThat(unclear.users()).isEqualTo(8);
            assertThat(unclear.objective().getFirst().isMet()).isEmpty();
        });
    }

    @Test
    void aLevelThatDecidesNothingIsNamedBetweenTheLastKeptAndTheMissedOne() {
        var capacity = found(
                        mixed(8, 0, 2000, 0),
                        mixed(10, 6, 2000, 20),
                        mixed(13, 12, 2000, 22),
                        mixed(16, 18, 2000, 60),
                        mixed(20, 24, 2000, 200))
                .orElseThrow();
        assertThat(capacity.kept().orElseThrow().users()).isEqualTo(8);
        assertThat(capacity.unclear().orElseThrow().users()).isEqualTo(10);
        assertThat(capacity.missed().orElseThrow().users()).isEqualTo(16);
    }

    /** A level with so many requests of 100 ms and so many of 400 ms. */
    private static WindowMeasurement mixed(int users, double start, int quick, int slow) {
        var times = Distributions.between(quick, 100, 101).plus(Distributions.between(slow, 400, 401));
        return Copy.of(Windows.level(users, start, 5, 100))
                .with("requests.successful", times)
                .made();
    }

    @Test
    void withoutALevelThereIsNone() {
        assertThat(found()).isEmpty();
    }
}
