package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasurementTest {
    private static final WindowMeasurement ROUND = warmUp(0);
    private static final WindowMeasurement NEXT_ROUND = warmUp(2);
    private static final WindowMeasurement LEAD_IN = warmUp(4);
    private static final WindowMeasurement RAMP = Windows.ramp(0, 10, 6, 2, 100);
    private static final WindowMeasurement LEVEL = Windows.level(10, 8, 20, 100);

    private static WindowMeasurement warmUp(double start) {
        return Windows.window(WindowKind.WARM_UP, 10, 10, start, 2, 100, 0);
    }

    private static WindowMeasurement turn(double start) {
        return Windows.window(WindowKind.TURN, 10, 10, start, 2, 100, 0);
    }

    private static Measurement of(WindowMeasurement... windows) {
        return new Measurement(
                List.of(windows),
                Windows.wholeRun(List.of(windows)),
                new Series(1, List.of()),
                Map.of("status 503", 3L, "status 500", 4L, "reset", 1L),
                "");
    }

    @Test
    void warmUpAndRampsAreNoLevels() {
        assertThat(of(ROUND, RAMP, LEVEL, RAMP).levels()).containsExactly(LEVEL);
    }

    @Test
    void rampsAreTheLevelsOfALoadThatHasNothingElse() {
        assertThat(of(ROUND, RAMP, RAMP).levels()).containsExactly(RAMP, RAMP);
    }

    @Test
    void theLeadInRightBeforeATurnIsNoRoundOfWarmUp() {
        assertThat(of(ROUND, NEXT_ROUND, LEAD_IN, turn(6), warmUp(8), turn(10)).warmUpRounds())
                .containsExactly(ROUND, NEXT_ROUND);
    }

    @Test
    void aLoadWithoutWarmUpHasNoRoundOfIt() {
        assertThat(of(RAMP, LEVEL).warmUpRounds()).isEmpty();
    }

    @Test
    void anEarlyEndIsAllThatItsReasonChanges() {
        var measurement = of(RAMP, LEVEL);

        assertThat(measurement.stoppedBecause("no descriptors"))
                .isEqualTo(new Measurement(
                        measurement.windows(),
                        measurement.wholeRun(),
                        measurement.series(),
                        measurement.failureDetails(),
                        "no descriptors"));
    }

    @Test
    void failuresThatAreWordedTheSameAddUp() {
        var worded = of(LEVEL).worded(text -> text.startsWith("status") ? "bad status" : text);

        assertThat(worded.failureDetails()).isEqualTo(Map.of("bad status", 7L, "reset", 1L));
    }

    @Test
    void theReasonOfAnEarlyEndIsWordedToo() {
        var worded = of(LEVEL).stoppedBecause("see /tmp/x").worded(text -> text.replace("/tmp/x", "the log"));

        assertThat(worded.stoppedEarly()).isEqualTo("see the log");
    }
}
