package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ResendCheckTest {
    private static final long MILLI = 1_000_000;

    /** Ten users with 1000 requests each, against a server that has closed the connection of each so many-th request. */
    private static Measurement resendingEach(int requests, LoadShape shape) {
        int[] answers = {0};
        var script = new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                return ScriptedResponse.ok(startNanos + 10 * MILLI);
            }

            @Override
            public void beforeEnd(ConnectionListener listener) {
                if (++answers[0] % requests == 0) {
                    listener.resent();
                }
            }
        };
        var plan = new LoadPlan(
                shape, Optional.empty(), Duration.ofSeconds(10), Duration.ZERO, true, LoadPlan.OnFailure.CONTINUE);
        var sender = new ScriptedSender(1, script);
        var recording = new LoadRecording();
        var end = new LoadGenerator(plan, sender, recording, window -> {}).start();
        sender.run();
        assertThat(end).isCompleted();
        return recording.finish(plan, "");
    }

    private static Measurement resendingEach(int requests) {
        return resendingEach(requests, new LoadShape.LoopsPerUser(10, 1000, Duration.ZERO));
    }

    @Test
    void manyRequestsSentAgainMakeATrialSuspectAndTheRemedyIsNamed() {
        var finding = ResendCheck.finding(resendingEach(50)).orElseThrow();

        assertThat(finding.validity()).isEqualTo(ValidityLevel.SUSPECT);
        assertThat(finding.reason())
                .isEqualTo(
                        "at 10 users the server had closed the idle connection of 2.0 % of the requests (at most 1.0 %):"
                                + " these were sent again, and their response times hold the lost try and a new connection; let the"
                                + " server keep idle connections longer than they are idle here (keep-alive timeout), or lower the"
                                + " think time");
    }

    @Test
    void fewAreAnAccident() {
        assertThat(ResendCheck.finding(resendingEach(100))).isEmpty();
        assertThat(ResendCheck.finding(resendingEach(Integer.MAX_VALUE))).isEmpty();
        var fifty = new LoadShape.LoopsPerUser(1, 50, Duration.ZERO);
        assertThat(ResendCheck.finding(resendingEach(10, fifty))).as("5 of 50").isEmpty();
        assertThat(ResendCheck.finding(resendingEach(8, fifty))).as("6 of 50").isPresent();
    }

    /** The level before it has a hundred times as many requests, and hides it in the whole load. */
    @Test
    void oneLevelOfSeveralIsEnough() {
        var level = resendingEach(
                Integer.MAX_VALUE,
                new LoadShape.Sequence(List.of(
                        new LoadShape.LoopsPerUser(10, 1000, Duration.ZERO),
                        new LoadShape.LoopsPerUser(5, 20, Duration.ZERO))));
        var small = Copy.of(level.windows().getLast())
                .with("requests.resent", OptionalLong.of(10))
                .made();
        var measurement = new Measurement(
                List.of(level.windows().getFirst(), small),
                level.wholeRun(),
                level.series(),
                level.failureDetails(),
                "");

        assertThat(ResendCheck.finding(measurement).orElseThrow().reason())
                .startsWith("at 5 users the server had closed the idle connection of 10.0 % of the requests");
    }

    /** A gate measures a level in turns: each has too few to count by itself. */
    @Test
    void turnsOfALevelCountTogether() {
        var level = resendingEach(Integer.MAX_VALUE, new LoadShape.LoopsPerUser(10, 10, Duration.ZERO));
        var turn = Copy.of(level.windows().getFirst())
                .with("requests.resent", OptionalLong.of(3))
                .with("span.kind", WindowKind.TURN)
                .made();
        var measurement = new Measurement(
                Collections.nCopies(10, turn), level.wholeRun(), level.series(), level.failureDetails(), "");

        assertThat(ResendCheck.finding(measurement).orElseThrow().reason())
                .startsWith("at 10 users the server had closed the idle connection of 3.0 % of the requests");
    }

    @Test
    void resultsThatDidNotCountThemAreNotJudged() {
        var level = resendingEach(50);
        var unknown = Copy.of(level.windows().getFirst())
                .with("requests.resent", OptionalLong.empty())
                .made();
        var measurement = new Measurement(List.of(unknown), unknown, level.series(), level.failureDetails(), "");

        assertThat(ResendCheck.finding(measurement)).isEmpty();
    }
}
