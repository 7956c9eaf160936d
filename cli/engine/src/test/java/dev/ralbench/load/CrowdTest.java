package dev.ralbench.load;

import static dev.ralbench.load.VirtualLoad.plan;
import static dev.ralbench.load.VirtualLoad.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many users begin together, and to let them connect takes an event loop a while. */
class CrowdTest {
    private static final int USERS = 1_000;
    /** All of them take the loop 125 ms. */
    private static final long OPENING_NANOS = 125_000;

    private static final Script SLOW_TO_OPEN = new Script() {
        @Override
        public ScriptedResponse response(long startNanos) {
            return ScriptedResponse.ok(startNanos + 20_000_000);
        }

        @Override
        public long openingNanos() {
            return OPENING_NANOS;
        }

        @Override
        public long connectNanos(long startNanos) {
            return 200_000;
        }
    };

    private static WindowMeasurement whole(LoadShape shape) {
        return run(plan(shape), 1, SLOW_TO_OPEN).wholeRun();
    }

    /** The first of them is let go, or one more is added, before all are connected. */
    @ParameterizedTest
    @CsvSource({"1000, 0, 5000", "1000, 1500, 12500", "500, 1000, 7500"})
    void aRampThatBeginsWithManyBeginsWithAllOfThem(int from, int to, double userSeconds) {
        var whole = whole(new LoadShape.Ramp(from, to, Duration.ofSeconds(10)));
        assertThat(whole.ledger().offeredSeconds()).isEqualTo(userSeconds, within(userSeconds * 0.001));
    }

    @Test
    void waitingForOnesTurnIsNoTimeOfTheTargets() {
        var whole = whole(new LoadShape.ConstantUsers(USERS, Duration.ofSeconds(10)));
        assertThat(whole.requests().connecting().count()).isEqualTo(USERS);
        assertThat(whole.requests().connecting().percentileMillis(90).orElseThrow())
                .as("0.2 ms, and what the loop did in between: others of the same batch, for half a millisecond")
                .isLessThan(1);
        assertThat(whole.ledger().offeredSeconds()).isEqualTo(USERS * 10.0, within(1.0));
        assertThat(whole.ledger().connectingSeconds())
                .as("half of the time that all of them take, on average")
                .isBetween(USERS * 0.06, USERS * 0.1);
    }

    /** The last to begin have their share as well. */
    @Test
    void aCountedPartLetsTheLoopDoOtherThingsToo() {
        var whole = whole(new LoadShape.LoopsPerUser(USERS, 3, Duration.ZERO));
        assertThat(whole.requests().count(Outcome.OK)).isEqualTo(USERS * 3);
        assertThat(whole.requests().connecting().percentileMillis(90).orElseThrow())
                .isLessThan(1);
    }

    @Test
    void littlesLawHoldsThoughConnectingTookLong() {
        var measurement = run(plan(new LoadShape.ConstantUsers(USERS, Duration.ofSeconds(1))), 1, SLOW_TO_OPEN);
        assertThat(measurement
                        .levels()
                        .findFirst()
                        .orElseThrow()
                        .little()
                        .orElseThrow()
                        .holds())
                .isTrue();
    }

    /** Each needs so long to begin to connect; half a millisecond ends a batch, and so do 64 of them. */
    @ParameterizedTest
    @CsvSource({"0, 64", "1000, 64", "200000, 3"})
    void aBatchOfUsersStartsBeforeTheFirstOfThemSends(long openingNanos, int batch) {
        var opened = new int[1];
        var openedBeforeSends = new ArrayList<Integer>();
        run(plan(new LoadShape.ConstantUsers(USERS, Duration.ofSeconds(1))), 1, new Script() {
            @Override
            public ScriptedResponse response(long startNanos) {
                openedBeforeSends.add(opened[0]);
                return ScriptedResponse.never();
            }

            @Override
            public long openingNanos() {
                opened[0]++;
                return openingNanos;
            }
        });
        assertThat(openedBeforeSends.getFirst()).isEqualTo(batch);
    }
}
