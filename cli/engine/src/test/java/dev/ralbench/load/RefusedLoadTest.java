package dev.ralbench.load;

import static dev.ralbench.load.OpenLoads.MILLI;
import static dev.ralbench.load.VirtualLoad.plan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.Series;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.Collections;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counted loads whose connections are refused, or come one after the other. */
class RefusedLoadTest {
    private static final int USERS = 10;

    @Test
    void aBurstWithoutConnectionsEndsAndCountsEachOfItsRequests() {
        var whole = VirtualLoad.run(plan(new LoadShape.Burst(USERS, 3)), 2, Scripts.refusing())
                .wholeRun();

        assertThat(whole.requests().count(Outcome.CONNECT_FAILED)).isEqualTo(3 * USERS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, USERS})
    void aBurstIsReleasedWhenTheLastOfItsConnectionsIsMade(int users) {
        var made = new int[1];
        var run = new VirtualLoad(
                plan(new LoadShape.Burst(users, 1)),
                2,
                Scripts.connecting(start -> ++made[0] * MILLI, start -> ScriptedResponse.ok(start + MILLI)));
        run.finish();

        assertThat(run.sender.sendTimes()).isEqualTo(Collections.nCopies(users, users * MILLI));
    }

    @Test
    void aWarmUpGoesOnAfterAsManyRefusedConnectionsAsItHasRequests() {
        var shape = new LoadShape.WarmedUp(
                new LoadShape.ConstantUsers(USERS, Duration.ofSeconds(1)), OptionalInt.empty(), 3 * USERS);
        var level =
                VirtualLoad.run(plan(shape), 2, Scripts.refusing()).windows().getLast();

        assertThat(level.span().startSeconds()).as("after two pauses of 100 ms").isEqualTo(0.2);
    }

    @Test
    void aRequestWithoutAConnectionIsNotInFlight() {
        var measurement =
                VirtualLoad.run(plan(new LoadShape.ConstantUsers(USERS, Duration.ofSeconds(1))), 1, Scripts.refusing());

        assertThat(measurement.series().slots())
                .hasSize(4)
                .extracting(Series.Slot::inFlight)
                .containsOnly(0);
    }
}
