package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RateShape;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OpenChecksTest {
    private static final long MILLI = 1_000_000;

    /** Measured at 100/s for 20 s, while the loop is held up for so long each half second, with answers in 10 ms. */
    private static Measurement measured(Arrivals arrivals, Duration heldUp, double stopAfterSeconds) {
        var plan = LoadPlan.of(
                new LoadShape.Open(new RateShape.Constant(100, Duration.ofSeconds(20)), arrivals, 1000),
                Duration.ofSeconds(10));
        var sender = new ScriptedSender(1, start -> ScriptedResponse.ok(start + 10 * MILLI));
        var recording = new LoadRecording();
        var generator = new LoadGenerator(plan, sender, recording, window -> {});
        var end = generator.start();
        for (long at = 500 * MILLI; at < stopAfterSeconds * 1e9; at += 500 * MILLI) {
            sender.runUntil(at);
            sender.clock().advance(heldUp);
        }
        if (stopAfterSeconds < 20) {
            generator.abort();
        }
        sender.run();
        assertThat(end).isCompleted();
        return recording.finish(plan, "");
    }

    @Test
    void aPhaseThatWentAsPlannedIsNotSuspect() {
        var calm = measured(Arrivals.even(), Duration.ZERO, 20);

        assertThat(OpenChecks.ofPlan(calm)).isEmpty();
        assertThat(OpenChecks.ofTiming(calm)).isEmpty();
    }

    @Test
    void arrivalsByChanceMayBeAsFarOffAsChanceIs() {
        for (int seed = 0; seed < 20; seed++) {
            assertThat(OpenChecks.ofPlan(measured(Arrivals.poisson(seed), Duration.ZERO, 20)))
                    .isEmpty();
        }
    }

    @Test
    void fewerArrivalsThanPlannedAreInvalid() {
        assertThat(OpenChecks.ofPlan(measured(Arrivals.even(), Duration.ZERO, 19)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.validity()).isEqualTo(ValidityLevel.INVALID);
                    assertThat(finding.reason())
                            .isEqualTo("open phase 100/s: 1850 requests were due instead of 2000 (at most 10 off)");
                });
    }

    @Test
    void aGeneratorThatIsLateIsSuspectAndStillSendsAll() {
        var late = measured(Arrivals.even(), Duration.ofMillis(30), 20);

        assertThat(OpenChecks.ofPlan(late)).isEmpty();
        assertThat(OpenChecks.ofTiming(late)).hasValueSatisfying(finding -> {
            assertThat(finding.validity()).isEqualTo(ValidityLevel.SUSPECT);
            assertThat(finding.reason()).startsWith("at 100 requests/s the generator was late by 2");
        });
    }
}
