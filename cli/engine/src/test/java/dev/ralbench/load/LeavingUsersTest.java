package dev.ralbench.load;

import static dev.ralbench.load.OpenLoads.IN_10_MILLIS;
import static dev.ralbench.load.OpenLoads.MILLI;
import static dev.ralbench.load.VirtualLoad.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.Ledger;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Users that are let go while they wait for a response, and may be wanted again before it comes. */
class LeavingUsersTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    /** Whoever is let go is still waiting when the load ends. */
    private static final Script NEVER = start -> ScriptedResponse.never();

    private static Ledger lastOf(LoadShape... parts) {
        return VirtualLoad.run(plan(new LoadShape.Sequence(List.of(parts))), 2, NEVER)
                .windows()
                .getLast()
                .ledger();
    }

    @Test
    void usersThatAreWantedAgainBeforeTheirResponseAreOfferedLoad() {
        var third = lastOf(
                new LoadShape.ConstantUsers(10, SECOND),
                new LoadShape.ConstantUsers(2, SECOND),
                new LoadShape.ConstantUsers(10, SECOND));

        assertThat(third.offeredSeconds()).isEqualTo(10, within(1e-9));
        assertThat(third.leavingSeconds()).isZero();
    }

    @Test
    void aRampUpTakesThemBackOneByOne() {
        var third = lastOf(
                new LoadShape.ConstantUsers(10, SECOND),
                new LoadShape.ConstantUsers(2, SECOND),
                new LoadShape.Ramp(2, 10, SECOND));

        assertThat(third.offeredSeconds()).as("2 and on average 4 more").isEqualTo(6, within(1e-9));
        assertThat(third.leavingSeconds()).isEqualTo(4, within(1e-9));
    }

    @Test
    void aRampDownLetsItsLastUserGoHalfAStepBeforeItsEnd() {
        var run = new VirtualLoad(plan(new LoadShape.Ramp(2, 0, Duration.ofSeconds(2))), 1, IN_10_MILLIS);
        run.finish();

        assertThat(run.sender.sendTimes().getLast()).isEqualTo(1_490 * MILLI);
    }
}
