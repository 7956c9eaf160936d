package dev.ralbench.load;

import static dev.ralbench.load.VirtualLoad.aborting;
import static dev.ralbench.load.VirtualLoad.plan;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A counted phase ends once, and leaves nothing to what follows it. */
class CountedHandOverTest {
    private static final LoadShape ROUND = new LoadShape.LoopsPerUser(10, 3, Duration.ZERO);

    @Test
    void theTimeLimitOfAPhaseThatIsDoneGivesUpNoRequestOfTheNext() {
        var limited = new LoadShape.LoopsPerUser(10, 3, Duration.ZERO, Optional.of(Duration.ofSeconds(5)));
        var level = new LoadShape.ConstantUsers(10, Duration.ofSeconds(20));
        var whole = VirtualLoad.run(
                        plan(new LoadShape.Sequence(List.of(limited, level))),
                        2,
                        Scripts.fixedDelay(Duration.ofMillis(300)))
                .wholeRun();

        assertThat(whole.requests().count(Outcome.STILL_OPEN)).isZero();
    }

    @Test
    void aPhaseWhoseRequestsAreDoneIsNoFailure() {
        var run = new VirtualLoad(
                aborting(new LoadShape.Repeated(ROUND, 2)), 2, Scripts.fixedDelay(Duration.ofMillis(100)));
        run.finish();

        assertThat(run.end.join().reason()).isEqualTo(LoadEnd.Reason.PLAN);
    }

    @Test
    void aHangAtTheEndOfAPhasesTimeIsAFailureThatSaysSo() {
        var limited = new LoadShape.LoopsPerUser(10, 3, Duration.ZERO, Optional.of(Duration.ofSeconds(5)));
        var run = new VirtualLoad(
                aborting(new LoadShape.Sequence(List.of(limited, ROUND))), 2, start -> ScriptedResponse.never());
        run.finish();

        assertThat(run.end.join()).isEqualTo(new LoadEnd(LoadEnd.Reason.FIRST_FAILURE, "still open at the end"));
    }

    @Test
    void aLoadEndsWhenItsLastRequestTimedOutHoweverLateItsEventLoopIs() {
        var run = new VirtualLoad(plan(ROUND), 1, start -> ScriptedResponse.never());
        run.runUntilMillis(20_000);
        run.sender.clock().advance(Duration.ofSeconds(11));

        assertThat(run.finish().wholeRun().lengthSeconds()).isEqualTo(30);
    }
}
