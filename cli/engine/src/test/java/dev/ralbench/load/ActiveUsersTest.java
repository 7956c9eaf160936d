package dev.ralbench.load;

import static dev.ralbench.load.OpenLoads.MILLI;
import static dev.ralbench.load.OpenLoads.rate;
import static dev.ralbench.load.VirtualLoad.plan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many users a load says are active while it runs. */
class ActiveUsersTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static VirtualLoad load(int loops, LoadShape... parts) {
        return new VirtualLoad(
                plan(new LoadShape.Sequence(List.of(parts))), loops, Scripts.fixedDelay(Duration.ofMillis(90)));
    }

    private static int usersAt(VirtualLoad run, long millis) {
        run.runUntilMillis(millis);
        return run.usersNow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void usersAreActiveFromTheirStartAlthoughNoneHasAResponse(int loops) {
        assertThat(usersAt(load(loops, new LoadShape.ConstantUsers(10, SECOND)), 0))
                .isEqualTo(10);
    }

    /** Requests end every 90 ms: the twelfth of each user at 1080 ms. */
    @Test
    void aUserThatIsLetGoIsActiveUntilItsRequestEnds() {
        var run = load(2, new LoadShape.ConstantUsers(10, SECOND), new LoadShape.ConstantUsers(4, SECOND));

        assertThat(List.of(usersAt(run, 1_079), usersAt(run, 1_081))).containsExactly(10, 4);
    }

    @Test
    void aUserThatHasMadeItsRequestsIsNotActive() {
        var run = load(1, new LoadShape.LoopsPerUser(4, 1, SECOND));

        assertThat(List.of(usersAt(run, 126), usersAt(run, 216), usersAt(run, 376)))
                .as("they start at 125, 375, 625 and 875 ms")
                .containsExactly(1, 0, 1);
    }

    @Test
    void noUserIsActiveAfterTheEnd() {
        var run = load(2, new LoadShape.ConstantUsers(10, SECOND));
        run.finish();

        assertThat(run.usersNow()).isZero();
    }

    /** They are due every 100 ms from 50 ms on, and take 230 ms. */
    @Test
    void ofAnOpenLoadRequestsInFlightAreActive() {
        var run = new VirtualLoad(plan(rate(10, 1, 5)), 1, start -> ScriptedResponse.ok(start + 230 * MILLI));

        assertThat(List.of(usersAt(run, 51), usersAt(run, 251), usersAt(run, 281)))
                .containsExactly(1, 3, 2);
    }
}
