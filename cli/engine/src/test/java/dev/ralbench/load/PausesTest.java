package dev.ralbench.load;

import static dev.ralbench.load.VirtualLoad.thinking;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Users that think: when their event loop wakes up for them, and what that adds to response times. */
class PausesTest {
    private static final long MILLI = 1_000_000;
    private static final int THINKING_MILLIS = 100;
    private static final int RESPONSE_MILLIS = 10;

    private static VirtualLoad load(int users) {
        var plan = new LoadPlan(
                new LoadShape.ConstantUsers(users, Duration.ofSeconds(10)),
                Optional.empty(),
                Duration.ofSeconds(1),
                Duration.ofMillis(THINKING_MILLIS),
                true,
                LoadPlan.OnFailure.CONTINUE);
        // no two users are answered at the same time, so that their pauses are over one after the other
        var next = new int[1];
        return new VirtualLoad(
                plan, 1, start -> ScriptedResponse.ok(start + RESPONSE_MILLIS * MILLI + 1_100L * (next[0]++ % 97)));
    }

    @Test
    void fewUsersGoOnWhenTheirPauseIsOverAlsoIfTheyBeganTogether() {
        var run = load(3);
        var level = run.finish().windows().getFirst();

        assertThat(level.requests().successful().maxMillis().orElseThrow()).isEqualTo(RESPONSE_MILLIS, within(0.15));
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 5_000})
    void manyUsersAreServedOncePerTickAndTheirResponseTimesHaveThat(int users) {
        var run = load(users);
        var level = run.finish().windows().getFirst();

        double perSecond = level.requests().completions().successful() / level.lengthSeconds();
        assertThat(perSecond).isEqualTo(users / 0.110, within(users / 0.110 * 0.01));
        assertThat(run.sender.sendTimes().stream().distinct().count())
                .as("ten seconds of ticks")
                .isLessThan(22_500);
        assertThat(level.requests().successful().maxMillis().orElseThrow())
                .isLessThan(RESPONSE_MILLIS + 0.11 + Ticks.LATEST_NANOS / 1e6 + 0.1);
    }

    /** Whoever is let go while it thinks does not come back when its pause would have been over. */
    @Test
    void aPauseEndsWithItsUser() {
        var plan = new LoadPlan(
                new LoadShape.Sequence(List.of(
                        new LoadShape.ConstantUsers(50, Duration.ofSeconds(1)),
                        new LoadShape.ConstantUsers(5, Duration.ofSeconds(2)),
                        new LoadShape.ConstantUsers(50, Duration.ofSeconds(1)))),
                Optional.empty(),
                Duration.ofSeconds(1),
                Duration.ofMillis(300),
                true,
                LoadPlan.OnFailure.CONTINUE);
        var windows = new VirtualLoad(plan, 1, start -> ScriptedResponse.ok(start + MILLI))
                .finish()
                .windows();

        assertThat(windows.get(1).ledger().offeredSeconds()).isEqualTo(10, within(0.2));
        assertThat(windows.get(1).requests().completions().successful()).isBetween(26L, 40L);
    }

    /** They begin 0.1 ms apart, and so do their second requests. */
    @Test
    void usersWhosePausesAreOverInCloseSuccessionGoOnTogether() {
        var counted = new LoadShape.LoopsPerUser(1_000, 2, Duration.ofMillis(100));
        var run = new VirtualLoad(
                thinking(counted, Duration.ofMillis(THINKING_MILLIS)),
                1,
                Scripts.fixedDelay(Duration.ofMillis(RESPONSE_MILLIS)));
        run.finish();

        assertThat(run.sender.sendTimes().subList(1_000, 2_000).stream()
                        .distinct()
                        .count())
                .as("one tick for four of them, and a few before it is known how close they are")
                .isBetween(200L, 300L);
    }

    /** All of them think until the same moment, and are answered at once. */
    @Test
    void noMoreThan256UsersGoOnBeforeResponsesAreRead() {
        var sent = new int[1];
        var sentBeforeResponses = new ArrayList<Integer>();
        var counted = new LoadShape.LoopsPerUser(300, 2, Duration.ZERO);
        var run = new VirtualLoad(thinking(counted, Duration.ofMillis(THINKING_MILLIS)), 1, new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                sent[0]++;
                return ScriptedResponse.ok(Math.max(startNanos, MILLI));
            }

            @Override
            public void beforeEnd(ConnectionListener listener) {
                sentBeforeResponses.add(sent[0]);
            }
        });
        run.finish();

        assertThat(sentBeforeResponses.get(300)).isEqualTo(300 + 256);
    }
}
