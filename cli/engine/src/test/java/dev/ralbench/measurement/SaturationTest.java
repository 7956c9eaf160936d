package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RateShape;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.Workload;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Windows;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        var recording = new LoadRecording(SlotLimits.NONE, script.workload().names());
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

    /** Of 40 s, of whose 4 000 arrivals so many were served. */
    private static WindowMeasurement served(long requests, long waitingAtEnd) {
        var level = Windows.rate(100, 0, 40, 50);
        var open = Copy.of(level.open().orElseThrow())
                .with("waitingAtEnd", waitingAtEnd)
                .made();
        return Copy.of(level)
                .with("requests.completions", new WindowRequests.Completions(requests, requests))
                .made()
                .with(open);
    }

    /** A slot a second. */
    private static Series inFlight(int seconds, int untilMiddle, int afterwards) {
        return new Series(
                1,
                IntStream.range(0, seconds)
                        .mapToObj(second -> new Series.Slot(
                                0,
                                0,
                                1,
                                second <= 20 ? untilMiddle : afterwards,
                                OptionalDouble.empty(),
                                OptionalDouble.empty()))
                        .toList());
    }

    @Test
    void twoPerCentThatAreMissingAreThoseAtTheEnds() {
        assertThat(Saturation.of(served(3_920, 1), inFlight(40, 0, 0))).isEmpty();
        assertThat(Saturation.of(served(3_919, 1), inFlight(40, 0, 0))).isPresent();
    }

    /** Two per cent of what arrives in the second half, or what chance makes of the many that are under way. */
    @ParameterizedTest
    @CsvSource({"0, 40, false", "0, 41, true", "400, 460, false", "400, 461, true"})
    void aFewMoreUnderWayThanInTheMiddleAreNoQueue(int before, int after, boolean isSaturated) {
        assertThat(Saturation.of(served(3_000, 0), inFlight(40, before, after)).isPresent())
                .isEqualTo(isSaturated);
    }

    @Test
    void aQueueIsNotGuessedWhereTheSeriesEndsBeforeTheLevel() {
        assertThat(Saturation.of(served(3_000, 0), inFlight(39, 0, 500))).isEmpty();
    }

    @Test
    void aLevelWithoutLengthIsNotSaturated() {
        var none = Copy.of(served(3_000, 7)).with("span.lengthSeconds", 0.0).made();

        assertThat(Saturation.of(none, inFlight(40, 0, 0))).isEmpty();
    }

    private static Optional<Saturation> ofJourneys(LoadShape shape, Script server) {
        var step = new RequestTemplate(
                "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));
        var steps = IntStream.range(0, 5)
                .mapToObj(i -> Workload.Step.of("step" + i, step))
                .toList();
        var workload = new Workload(
                List.of(new Workload.Journey("visit", 1, steps, Workload.OnFailure.RESTART, Optional.empty())),
                List.of(),
                1);
        return saturation(shape, new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                return server.response(startNanos);
            }

            @Override
            public Workload workload() {
                return workload;
            }
        });
    }

    /** The target serves 80 requests/s, which is 16 journeys/s. */
    @ParameterizedTest
    @CsvSource({"20, 20", "20, 1000"})
    void journeysThatATargetCannotServeWait(double perSecond, int connections) {
        var finding = ofJourneys(rate(perSecond, connections), oneAtATime(12.5)).orElseThrow();

        assertThat(finding.ofJourneys()).isTrue();
        assertThat(finding.offeredPerSecond()).isEqualTo(20, within(0.01));
        assertThat(finding.servedPerSecond()).isBetween(10.0, 16.1);
        assertThat(finding.outstanding()).isBetween(150L, 420L);
    }

    @Test
    void journeysThatAreServedAreNotHeldAgainstTheirRequests() {
        assertThat(ofJourneys(rate(15, 100), oneAtATime(12.5))).isEmpty();
    }

    /** Most of the 40 seconds have gone before as many journeys are under way as there will be. */
    @Test
    void journeysThatAreOnlyLongDoNotPileUp() {
        assertThat(ofJourneys(rate(10, 1_000), start -> ScriptedResponse.ok(start + 5_000 * MILLI)))
                .isEmpty();
    }
}
