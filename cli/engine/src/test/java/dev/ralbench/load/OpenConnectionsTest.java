package dev.ralbench.load;

import static dev.ralbench.load.OpenLoads.IN_10_MILLIS;
import static dev.ralbench.load.OpenLoads.MILLI;
import static dev.ralbench.load.OpenLoads.rate;
import static dev.ralbench.load.VirtualLoad.plan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which connections of an open load are used, and how many are kept. */
class OpenConnectionsTest {
    /** Ten requests are in flight at the end of the first second; after that one at a time. */
    private static final Script TEN_AT_ONCE =
            start -> ScriptedResponse.ok(start < 1_000 * MILLI ? 1_000 * MILLI : start + 10 * MILLI);

    private static VirtualLoad inPhases(Script script, LoadShape... phases) {
        return new VirtualLoad(plan(new LoadShape.Sequence(List.of(phases))), 1, script);
    }

    @Test
    void oneConnectionIsEnoughForRequestsThatDoNotOverlap() {
        var run = new VirtualLoad(plan(rate(10, 2, 5)), 1, IN_10_MILLIS);
        var window = run.finish().windows().getFirst();

        assertThat(window.requests().connecting().count()).isEqualTo(1);
    }

    /** Answers in 10 ms, and closes a connection soon after. */
    private static final Script CLOSING = new Script() {
        @Override
        public ScriptedResponse response(long startNanos) {
            return IN_10_MILLIS.response(startNanos);
        }

        @Override
        public long idleNanos(long endNanos) {
            return MILLI;
        }
    };

    @Test
    void aConnectionThatTheServerClosedIsOpenedAgainAndNoOtherAddedToIt() {
        var run = new VirtualLoad(plan(rate(10, 2, 5)), 1, CLOSING);
        var window = run.finish().windows().getFirst();

        assertThat(window.requests().connecting().count()).isEqualTo(20);
        assertThat(run.sender.connections()).isEqualTo(1);
    }

    @Test
    void aConnectionThatServesOneRequestIsOpenedAgainAndNoOtherAddedToIt() {
        var run = new VirtualLoad(plan(rate(10, 2, 5)), 1, new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                return IN_10_MILLIS.response(startNanos);
            }

            @Override
            public int requestsPerConnection() {
                return 1;
            }
        });
        run.finish();

        assertThat(run.sender.connections()).isEqualTo(1);
    }

    /** The one used last, which would be taken first, has been closed; the other one is open. */
    @Test
    void anArrivalTakesAnOpenConnectionBeforeOneThatTheServerClosed() {
        var run = new VirtualLoad(plan(rate(5, 1, 5)), 1, new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                return ScriptedResponse.ok(startNanos < 200 * MILLI ? 400 * MILLI : startNanos + 150 * MILLI);
            }

            @Override
            public long idleNanos(long endNanos) {
                return endNanos == 450 * MILLI ? MILLI : Long.MAX_VALUE;
            }
        });
        var window = run.finish().windows().getFirst();

        assertThat(window.requests().connecting().count()).isEqualTo(2);
    }

    @Test
    void fewerConnectionsInTheNextPhaseCloseIdleOnesAtItsBeginning() {
        var run = inPhases(TEN_AT_ONCE, rate(10, 2, 10), rate(1, 5, 2));
        run.runUntilMillis(1_999);
        assertThat(run.sender.openConnections()).isEqualTo(10);

        run.runUntilMillis(2_001);
        assertThat(run.sender.openConnections()).isEqualTo(2);
    }

    @Test
    void fewerConnectionsInTheNextPhaseCloseBusyOnesWhenTheirRequestsHaveEnded() {
        var run = inPhases(start -> ScriptedResponse.ok(1_200 * MILLI), rate(10, 1, 10), rate(1, 5, 2));
        run.runUntilMillis(1_199);
        assertThat(run.sender.openConnections()).isEqualTo(10);

        run.runUntilMillis(1_201);
        assertThat(run.sender.openConnections()).isEqualTo(2);
    }

    /** All of them are idle for the last ten milliseconds of each second. */
    @Test
    void closedConnectionsAreUsedAgainWhenALaterPhaseHasMore() {
        var script = (Script) start -> ScriptedResponse.ok(start / (1_000 * MILLI) * 1_000 * MILLI + 990 * MILLI);
        var run = inPhases(script, rate(10, 1, 10), rate(1, 1, 2), rate(10, 1, 10));
        run.finish();

        assertThat(run.sender.sendTimes()).hasSize(21);
        assertThat(run.sender.connections()).isEqualTo(10);
    }

    @Test
    void moreConnectionsInTheNextPhaseTakeWhatWaitsAtItsBeginning() {
        var run = inPhases(start -> ScriptedResponse.ok(start + 5_000 * MILLI), rate(100, 1, 2), rate(1, 5, 6));
        run.runUntilMillis(1_000);

        assertThat(run.sender.sendTimes())
                .containsExactly(5 * MILLI, 15 * MILLI, 1_000 * MILLI, 1_000 * MILLI, 1_000 * MILLI, 1_000 * MILLI);
    }

    @Test
    void connectionsThatTakeWhatWaitedCountAsBusyAtOnce() {
        var run = inPhases(start -> ScriptedResponse.ok(start + 5_000 * MILLI), rate(100, 1, 2), rate(1, 5, 6));
        run.runUntilMillis(1_000);

        assertThat(run.usersNow()).isEqualTo(6);
    }

    @Test
    void whatWaitsTimesOutOneByOneAlsoIfNothingElseArrives() {
        var run = inPhases(start -> ScriptedResponse.ok(start + 4_000 * MILLI), rate(100, 1, 1), rate(0.001, 20, 1));
        var first = run.finish().windows().getFirst();

        assertThat(first.requests().count(Outcome.OK))
                .as("sent at 0, 4 and 8 s")
                .isEqualTo(3);
        assertThat(first.requests().count(Outcome.TIMEOUT)).isEqualTo(97);
    }
}
