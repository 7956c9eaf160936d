package dev.ralbench.load;

import static dev.ralbench.load.VirtualLoad.PUBLISHED_PLAN;
import static dev.ralbench.load.VirtualLoad.TIMEOUT;
import static dev.ralbench.load.VirtualLoad.plan;
import static dev.ralbench.load.VirtualLoad.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.ScriptedSender.Answer;
import dev.ralbench.testing.Scripts;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How a load ends before its plan is carried out. */
class LoadEndTest {
    @Test
    void abortOnFailureEndsTheLoadAtTheFirstFailedRequest() {
        var sent = new int[1];
        var abort = new LoadPlan(
                new LoadShape.ConstantUsers(5, Duration.ofSeconds(100)),
                Optional.empty(),
                TIMEOUT,
                Duration.ZERO,
                true,
                LoadPlan.OnFailure.ABORT);
        var run = new VirtualLoad(abort, 2, start -> {
            sent[0]++;
            return sent[0] == 12
                    ? new Answer(start + 10_000_000, Outcome.UNEXPECTED_STATUS, "status 503")
                    : Answer.ok(start + 10_000_000);
        });
        var measurement = run.finish();
        assertThat(run.end.join().reason()).isEqualTo(LoadEnd.Reason.FIRST_FAILURE);
        assertThat(measurement.wholeRun().failed()).isEqualTo(1);
        assertThat(measurement.failureDetails()).containsEntry("status 503", 1L);
        assertThat(measurement.wholeRun().lengthSeconds()).isLessThan(0.1);
    }

    @Test
    void aPoliteStopWaitsForWhatIsInFlight() {
        var run = new VirtualLoad(PUBLISHED_PLAN, 2, Scripts.fixedDelay(Duration.ofMillis(500)));
        run.sender.runUntil(15_000_000_000L);
        run.generator.stop();
        var measurement = run.finish();
        assertThat(run.end.join().reason()).isEqualTo(LoadEnd.Reason.STOPPED);
        assertThat(measurement.wholeRun().count(Outcome.DROPPED_AT_STOP)).isZero();
        assertThat(measurement.wholeRun().lengthSeconds()).isBetween(15.0, 15.6);
        assertThat(measurement.windows()).hasSize(2);
    }

    @Test
    void anAbortDropsWhatIsInFlight() {
        var run = new VirtualLoad(PUBLISHED_PLAN, 2, start -> Answer.never());
        run.sender.runUntil(5_000_000_000L);
        run.generator.abort();
        var measurement = run.finish();
        assertThat(run.end.join().reason()).isEqualTo(LoadEnd.Reason.ABORTED);
        assertThat(measurement.wholeRun().count(Outcome.DROPPED_AT_STOP)).isEqualTo(128);
    }

    @Test
    void aDefectOnAnEventLoopEndsTheLoadInsteadOfHangingIt() {
        var run = new VirtualLoad(plan(new LoadShape.ConstantUsers(1, Duration.ofSeconds(5))), 1, start -> {
            throw new IllegalStateException("a defect");
        });
        run.sender.run();
        assertThat(run.end).isCompletedExceptionally();
    }

    @Test
    void memoryThatIsUsedUpEndsTheLoadInsteadOfHangingIt() {
        var run = new VirtualLoad(plan(new LoadShape.ConstantUsers(1, Duration.ofSeconds(5))), 1, start -> {
            throw new OutOfMemoryError("Java heap space");
        });
        run.sender.run();
        assertThat(run.end).isCompletedExceptionally();
        assertThat(run.end.exceptionNow()).isInstanceOf(OutOfMemoryError.class);
    }
}
