package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.StoredScenario;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The note on a warm-up that lasts until the target is compiled. */
class WarmUpOutcomeTest {
    private static final WindowMeasurement FIRST = window(WindowKind.WARM_UP, 0, 3, 0.6);
    private static final WindowMeasurement SECOND = window(WindowKind.WARM_UP, 4, 2, 0.02);
    private static final WindowMeasurement SHORT = window(WindowKind.WARM_UP, 6.5, 0.1, 0.3);
    private static final RunResult RUN = run(Map.of("until", "compiled"));

    private static RunResult run(Map<String, Object> warmUp) {
        return Copy.of(Results.small())
                .with("scenario", StoredScenario.of(Map.of("load", Map.of("warmUp", warmUp)), ""))
                .made();
    }

    /** A window whose target used one CPU, of which the compilers had a share. */
    private static WindowMeasurement window(WindowKind kind, double start, double length, double compilers) {
        var window = Windows.window(kind, 10, 10, start, length, 100, 0);
        var inside = Copy.of(Windows.inside(window, 40, 100, 200))
                .with("cpuSeconds", length)
                .with("compilerSeconds", Optional.of(compilers * length))
                .made();
        return window.with(Optional.of(inside), Optional.empty());
    }

    private static Measurement measurement(WindowMeasurement... windows) {
        var any = Results.small().trials().getFirst().measurement().orElseThrow();
        return Copy.of(any).with("windows", List.of(windows)).made();
    }

    private static WarmUpOutcome outcome(WindowMeasurement... windows) {
        return WarmUpOutcome.of(RUN, measurement(windows)).orElseThrow();
    }

    @Test
    void itsRoundsEndWhereTheLoadBegins() {
        var outcome = outcome(FIRST, SECOND, window(WindowKind.RAMP, 7, 10, 0));

        assertThat(outcome.rounds()).isEqualTo(2);
        assertThat(outcome.seconds()).as("the pause between them included").isEqualTo(6, within(1e-9));
        assertThat(outcome.compilers().share()).isEqualTo(0.02, within(1e-9));
    }

    @Test
    void requestsThatBringTheUsersOfALevelOutOfStepAreNoRound() {
        assertThat(outcome(FIRST, SECOND, SHORT, window(WindowKind.LEVEL, 6.6, 10, 0))
                        .rounds())
                .isEqualTo(2);
    }

    @Test
    void aShortLastRoundTellsNothing() {
        var outcome = outcome(FIRST, SECOND, SHORT, window(WindowKind.RAMP, 7, 10, 0));

        assertThat(outcome.rounds()).isEqualTo(3);
        assertThat(outcome.compilers().share()).as("of the second").isEqualTo(0.02, within(1e-9));
    }

    @Test
    void aNumberOfRequestsHasNoOutcome() {
        assertThat(WarmUpOutcome.of(run(Map.of("requests", 100)), measurement(FIRST, SECOND)))
                .isEmpty();
    }
}
