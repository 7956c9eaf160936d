package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PhaseTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Phase.Open RISING = open(10, 20);
    private static final Phase.WarmUp WARM_UP = new Phase.WarmUp(10, 95, Phase.WarmUp.End.DRAIN);

    private static Phase.Open open(double from, double to) {
        return new Phase.Open(new ArrivalRate(from, to, SECOND), SECOND, Arrivals.even(), 50, Optional.empty());
    }

    private static Phase.Counted counted(Duration ramp, long count, boolean shared) {
        return new Phase.Counted(10, ramp, count, shared, false, Optional.empty(), Optional.empty());
    }

    static Stream<Arguments> descriptions() {
        return Stream.of(
                arguments(new Phase.Hold(1, SECOND), "1 user"),
                arguments(new Phase.Hold(2, SECOND), "2 users"),
                arguments(new Phase.Hold(2, SECOND).labelled("warm"), "warm: 2 users"),
                arguments(new Phase.Slope(1, 8, SECOND, SECOND), "ramp to 8"),
                arguments(counted(SECOND, 5, false), "50 requests by 10 users"),
                arguments(counted(SECOND, 5, true), "5 requests by 10 users"),
                arguments(WARM_UP, "warm-up: 95 requests by 10 users"),
                arguments(new Phase.LeadIn(10, SECOND), "lead-in, 10 users"),
                arguments(new Phase.Turn(10, SECOND), "10 users"),
                arguments(open(0.5, 0.5), "0.5/s"),
                arguments(RISING, "ramp to 20/s"),
                arguments(RISING.labelled("open"), "open: ramp to 20/s"));
    }

    @ParameterizedTest
    @MethodSource("descriptions")
    void itIsDescribedInAFewWords(Phase phase, String words) {
        assertThat(phase.description()).isEqualTo(words);
    }

    static Stream<Arguments> users() {
        return Stream.of(
                arguments(new Phase.Hold(10, SECOND), 10, 10),
                arguments(new Phase.Slope(1, 8, SECOND, SECOND), 1, 8),
                arguments(counted(Duration.ZERO, 5, false), 10, 10),
                arguments(counted(SECOND, 5, false), 0, 10),
                arguments(WARM_UP, 10, 10),
                arguments(RISING, 50, 50));
    }

    @ParameterizedTest
    @MethodSource("users")
    void itHasSoManyUsersOrConnectionsAtItsBeginningAndItsEnd(Phase phase, int from, int to) {
        assertThat(phase.usersFrom()).isEqualTo(from);
        assertThat(phase.usersTo()).isEqualTo(to);
    }

    static Stream<Arguments> ramps() {
        return Stream.of(
                arguments(new Phase.Hold(10, SECOND), false),
                arguments(new Phase.Slope(1, 8, SECOND, SECOND), true),
                arguments(open(10, 10), false),
                arguments(RISING, true));
    }

    @ParameterizedTest
    @MethodSource("ramps")
    void aRampIsWhereUsersOrTheRateChange(Phase phase, boolean isRamp) {
        assertThat(phase.isRamp()).isEqualTo(isRamp);
    }

    @Test
    void theHighestRateIsThatAtTheBeginningOrAtTheEnd() {
        assertThat(RISING.highestRate()).isEqualTo(20);
        assertThat(open(20, 10).highestRate()).isEqualTo(20);
    }

    @Test
    void anOpenPartTakesAName() {
        assertThat(RISING.labelled("open").label()).contains("open");
    }

    @Test
    void aPartWithoutANameOfItsOwnTakesNone() {
        assertThat(WARM_UP.labelled("warm")).isEqualTo(WARM_UP);
    }
}
