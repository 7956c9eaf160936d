package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.UserRequests;
import dev.ralbench.load.Workload;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.SlotLimits;
import dev.ralbench.result.RunResult.Ceiling;
import dev.ralbench.result.TrialResult.Status;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A journey may have its users stop after a failure: then a level has fewer users than it says. */
class StoppedUsersTest {
    /** Every response takes 10 ms; that of the n-th request of all fails, once. */
    private static Validity judged(LoadShape shape, long failing) {
        var request = new RequestTemplate(
                "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));
        var journey = new Workload.Journey(
                "shop", 1, List.of(Workload.Step.of("list", request)), Workload.OnFailure.STOP, Optional.empty());
        var workload = new Workload(List.of(journey), List.of(), 1);
        var plan = LoadPlan.of(shape, Duration.ofSeconds(10));
        var sender = new ScriptedSender(2, new Script() {
            private long sent;

            @Override
            public ScriptedResponse response(long startNanos) {
                throw new IllegalStateException("asked with the requests");
            }

            @Override
            public ScriptedResponse response(long startNanos, UserRequests requests) {
                long end = startNanos + 10_000_000;
                return ++sent == failing
                        ? new ScriptedResponse(end, Outcome.UNEXPECTED_STATUS, "status 500")
                        : ScriptedResponse.ok(end);
            }

            @Override
            public Workload workload() {
                return workload;
            }
        });
        var recording = new LoadRecording(SlotLimits.NONE, workload.names());
        var end = new LoadGenerator(plan, sender, recording, window -> {}).start();
        sender.run();
        assertThat(end).isCompleted();
        return ValidityJudge.judge(
                recording.finish(plan, ""),
                plan.timeline(),
                Status.COMPLETE,
                new Ceiling(64, 1e6, Optional.empty(), Optional.empty()),
                false,
                Optional.empty());
    }

    @Test
    void theLevelIsSuspectWithTheUsersThatItHadAndNotAFaultOfTheAccounts() {
        var validity = judged(new LoadShape.ConstantUsers(4, Duration.ofSeconds(20)), 1_000);

        assertThat(validity.verdict()).isEqualTo(ValidityLevel.SUSPECT);
        assertThat(validity.reasons())
                .singleElement()
                .asString()
                .startsWith("1 user stopped after a failed step (onFailure: stop); at 4 users 3.")
                .endsWith(" were active on average, and its figures are those of so many");
    }

    @Test
    void aCountedLoadSaysItToo() {
        assertThat(judged(new LoadShape.LoopsPerUser(4, 1_000, Duration.ZERO), 3_900)
                        .reasons())
                .containsExactly("1 user stopped after a failed step (onFailure: stop)");
    }

    @Test
    void withoutAFailureNoUserStops() {
        assertThat(judged(new LoadShape.ConstantUsers(4, Duration.ofSeconds(20)), Long.MAX_VALUE))
                .isEqualTo(Validity.valid());
    }
}
