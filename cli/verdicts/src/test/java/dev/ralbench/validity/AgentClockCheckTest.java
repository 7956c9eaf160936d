package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.AgentClock;
import dev.ralbench.result.GeneratorPart;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult.Validity;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.testing.Shares;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentClockCheckTest {
    private static final RunResult RUN = Shares.merged();
    /** Its shortest window has 5 s, so clocks may drift by 500 ms. */
    private static final Measurement FOUND =
            RUN.trials().getFirst().measurement().orElseThrow();

    private static Validity judged(AgentClock clock) {
        var part = RUN.trials().getFirst().generators().orElseThrow().getFirst();
        return ValidityJudge.judgeClocks(
                List.of(
                        part,
                        part.began(
                                part.loadBeganAt(),
                                new GeneratorPart.Agent(Optional.empty(), Optional.empty(), clock))),
                FOUND);
    }

    private static AgentClock clock(double before, double drift, double uncertainty) {
        return new AgentClock(4e9, before, Optional.of(new AgentClock.Drift(drift, uncertainty)));
    }

    @ParameterizedTest
    @CsvSource({"0, 0.1", "499, 0.1", "-499, 499", "0, 499"})
    void upToATenthOfTheShortestWindowFiguresAreOfOneLoad(double drift, double uncertainty) {
        assertThat(judged(clock(0.1, drift, uncertainty))).isEqualTo(Validity.valid());
    }

    @ParameterizedTest
    @CsvSource({"501, ahead, early", "-501, behind, late"})
    void aDriftSaysHowFarWindowsWereShifted(double drift, String way, String when) {
        var validity = judged(clock(0.1, drift, 0.2));

        assertThat(validity.verdict()).isEqualTo(ValidityLevel.SUSPECT);
        assertThat(validity.reasons())
                .containsExactly("the clock of generator a.json went " + way
                        + " by 501.0 ms during the load (known to 0.2 ms), so its windows ended up to that much too "
                        + when
                        + ", more than a tenth of the shortest window (5.0 s): set the clocks of all machines by the same"
                        + " server, or plan shorter loads");
    }

    @Test
    void aClockThatIsNotKnownWellEnoughIsDistrustedToo() {
        assertThat(judged(clock(300, 10, 501)).reasons())
                .singleElement()
                .asString()
                .startsWith("the clock of generator a.json is known to 501.0 ms only");
        assertThat(judged(new AgentClock(0, 501, Optional.empty())).verdict())
                .as("of an agent that was lost")
                .isEqualTo(ValidityLevel.SUSPECT);
    }
}
