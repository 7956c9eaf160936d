package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RateShape;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SaturationTest {
    private static final long MILLI = 1_000_000;

    /** Serves one after the other, each in so many milliseconds, however many connections there are. */
    private static Script oneAtATime(double millis) {
        var free = new double[1];
        return start -> {
            free[0] = Math.max(free[0], (double) start) + millis * MILLI;
            return ScriptedResponse.ok((long) free[0]);
        };
    }

    private static Optional<Saturation> saturation(LoadShape shape, Script script) {
        var plan = LoadPlan.of(shape, Duration.ofMinutes(2));
        var sender = new ScriptedSender(2, script);
        var recording = new LoadRecording();
        var end = new LoadGenerator(plan, sender, recording, window -> {}).start();
        sender.run();
        assertThat(end).isCompleted();
        var found = recording.finish(plan, "");
        return Saturation.of(found.windows().getFirst(), found.series());
    }

    private static LoadShape rate(double perSecond, int connections) {
        return new LoadShape.Open(
                new RateShape.Constant(perSecond, Duration.ofSeconds(40)), Arrivals.even(), connections);
    }

    @Test
    void whatATargetCannotServeWaitsAtTheEndAsSoMuchWork() {
        var finding = saturation(rate(100, 20), oneAtATime(12.5)).orElseThrow();

        assertThat(finding.offeredPerSecond()).isEqualTo(100, within(0.01));
        assertThat(finding.servedPerSecond()).isEqualTo(80, within(0.1));
        assertThat(finding.outstanding()).isBetween(799L, 802L);
        assertThat(finding.secondsOfWork().orElseThrow()).isEqualTo(10, within(0.1));
    }

    @Test
    void theSameIsSeenWhereConnectionsAreEnoughForAllThatPilesUp() {
        var finding = saturation(rate(100, 5000), oneAtATime(12.5)).orElseThrow();

        assertThat(finding.secondsOfWork().orElseThrow()).isEqualTo(10, within(0.1));
    }

    @Test
    void aSlowTargetThatKeepsUpIsNotSaturated() {
        assertThat(saturation(rate(100, 1000), start -> ScriptedResponse.ok(start + 3000 * MILLI)))
                .as("3 s of 40 s are in flight at the end")
                .isEmpty();
        assertThat(saturation(rate(100, 20), oneAtATime(9))).isEmpty();
    }

    @Test
    void aTargetThatServesNothingHasNoEndOfWork() {
        var failing = saturation(
                        rate(100, 1),
                        start -> new ScriptedResponse(start + 100 * MILLI, Outcome.UNEXPECTED_STATUS, "status 503"))
                .orElseThrow();

        assertThat(failing.servedPerSecond()).isZero();
        assertThat(failing.secondsOfWork()).isEmpty();
    }

    @Test
    void usersAreNeverSaturated() {
        assertThat(saturation(new LoadShape.ConstantUsers(10, Duration.ofSeconds(20)), oneAtATime(10)))
                .isEmpty();
    }
}
