package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShapePhasesTest {
    private static final Duration RAMP = Duration.ofSeconds(1);
    private static final Duration HOLD = Duration.ofSeconds(5);

    private static List<Phase> stairs(double start, Duration ramp) {
        return ShapePhases.of(new LoadShape.Open(new RateShape.Stairs(start, 20, 2, ramp, HOLD), Arrivals.even(), 50));
    }

    private static Phase phase(double from, double to, Duration length) {
        return new Phase.Open(new ArrivalRate(from, to, length), length, Arrivals.even(), 50, Optional.empty());
    }

    @Test
    void stairsOfARateRampToEachLevelAndHoldIt() {
        assertThat(stairs(0, RAMP))
                .containsExactly(phase(0, 20, RAMP), phase(20, 20, HOLD), phase(20, 40, RAMP), phase(40, 40, HOLD));
    }

    @Test
    void stairsOfARateThatStartAboveZeroHoldThereFirst() {
        assertThat(stairs(10, RAMP))
                .containsExactly(
                        phase(10, 10, HOLD),
                        phase(10, 30, RAMP),
                        phase(30, 30, HOLD),
                        phase(30, 50, RAMP),
                        phase(50, 50, HOLD));
    }

    @Test
    void stairsOfARateWithoutARampStepFromLevelToLevel() {
        assertThat(stairs(0, Duration.ZERO)).containsExactly(phase(20, 20, HOLD), phase(40, 40, HOLD));
    }

    private static int warmUpUsers(LoadShape shape) {
        return ShapePhases.of(new LoadShape.WarmedUp(shape, OptionalInt.empty(), 100))
                .getFirst()
                .usersTo();
    }

    @ParameterizedTest
    @CsvSource({"1000, 64", "64, 64", "10, 10"})
    void anOpenLoadIsWarmedUpByAsManyUsersAsItHasConnectionsAtMost64(int connections, int users) {
        assertThat(warmUpUsers(OpenLoads.rate(10, 1, connections))).isEqualTo(users);
    }

    @Test
    void aLoadOfUsersIsWarmedUpByTheMostThatItHas() {
        var shape = new LoadShape.Sequence(
                List.of(new LoadShape.ConstantUsers(3, HOLD), new LoadShape.ConstantUsers(100, HOLD)));

        assertThat(warmUpUsers(shape)).isEqualTo(100);
    }
}
