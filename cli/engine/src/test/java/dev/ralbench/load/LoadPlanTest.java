package dev.ralbench.load;

import static dev.ralbench.load.OpenLoads.rate;
import static dev.ralbench.load.VirtualLoad.aborting;
import static dev.ralbench.load.VirtualLoad.plan;
import static dev.ralbench.load.VirtualLoad.thinking;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LoadPlanTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final LoadShape TEN_USERS = new LoadShape.ConstantUsers(10, SECOND);

    @Test
    void whateverIsMadeOfItBeginsAtTheSameAddresses() {
        var sources = List.of(InetAddress.getLoopbackAddress());
        var plan = new LoadPlan(
                TEN_USERS,
                Optional.empty(),
                SECOND,
                Duration.ZERO,
                true,
                LoadPlan.OnFailure.ABORT,
                Optional.empty(),
                sources);
        assertThat(plan.seeded(1).sources()).isEqualTo(sources);
        assertThat(plan.climbing(new LoadShape.Climb(1, 8, SECOND, SECOND)).sources())
                .isEqualTo(sources);
        assertThat(plan.inTurns(new LoadShape.Turns(List.of(1), 1, SECOND, SECOND))
                        .sources())
                .isEqualTo(sources);
    }

    @Test
    void aFailureDoesNotEndASearchForTooMuch() {
        assertThat(aborting(TEN_USERS)
                        .climbing(new LoadShape.Climb(1, 8, SECOND, SECOND))
                        .onFailure())
                .isEqualTo(LoadPlan.OnFailure.CONTINUE);
    }

    @Test
    void limitsEndTurnsAndNoSearch() {
        var rule = new AbortRule(List.of(new AbortRule.Errors(0.05)), SECOND);
        var plan = new LoadPlan(
                TEN_USERS,
                Optional.empty(),
                SECOND,
                Duration.ZERO,
                true,
                LoadPlan.OnFailure.CONTINUE,
                Optional.of(rule),
                List.of());

        assertThat(plan.seeded(1).abortWhen()).contains(rule);
        assertThat(plan.inTurns(new LoadShape.Turns(List.of(1), 1, SECOND, SECOND))
                        .abortWhen())
                .contains(rule);
        assertThat(plan.climbing(new LoadShape.Climb(1, 8, SECOND, SECOND)).abortWhen())
                .isEmpty();
    }

    private static int warmUpUsersOfAClimb(OptionalInt users, LoadShape.Climb climb) {
        var plan = plan(new LoadShape.WarmedUp(TEN_USERS, users, 100));
        return plan.climbing(climb).timeline().phases().getFirst().usersTo();
    }

    @ParameterizedTest
    @CsvSource({"2, 1000, 16", "2, 10, 10"})
    void aClimbIsWarmedUpByEightTimesItsFirstUsersAtMostItsLast(int from, int to, int users) {
        assertThat(warmUpUsersOfAClimb(OptionalInt.empty(), new LoadShape.Climb(from, to, SECOND, SECOND)))
                .isEqualTo(users);
    }

    @Test
    void aClimbIsWarmedUpByTheUsersThatThePlanNames() {
        assertThat(warmUpUsersOfAClimb(OptionalInt.of(3), new LoadShape.Climb(2, 1000, SECOND, SECOND)))
                .isEqualTo(3);
    }

    @Test
    void usersThatThinkSendOneRequestPerThinkTimeAtMost() {
        assertThat(thinking(TEN_USERS, Duration.ofMillis(500)).plannedRate()).hasValue(20);
    }

    @Test
    void usersThatDoNotThinkHaveNoPlannedRate() {
        assertThat(plan(TEN_USERS).plannedRate()).isEmpty();
    }

    @Test
    void theHighestRateOfAnOpenLoadIsPlanned() {
        var shape = new LoadShape.Sequence(List.of(rate(50, 1, 5), rate(10, 1, 5), TEN_USERS));
        assertThat(plan(shape).plannedRate()).hasValue(50);
    }

    private static Refusal timeout(String message, LoadShape shape, Duration timeout) {
        return new Refusal("timeout: must be " + message, () -> LoadPlan.of(shape, timeout));
    }

    static Stream<Refusal> refusals() {
        return Stream.of(
                timeout("positive and at most 1h, got PT0S", TEN_USERS, Duration.ZERO),
                timeout("positive and at most 1h, got PT1H0.001S", TEN_USERS, Duration.ofMillis(3_600_001)),
                timeout(
                        "at most PT20M where a load is open, got PT20M0.001S",
                        rate(1, 1, 1),
                        Duration.ofMillis(1_200_001)),
                new Refusal(
                        "think: must not be negative, got PT-1S", () -> thinking(TEN_USERS, Duration.ofSeconds(-1))),
                new Refusal(
                        "stopAfter: must be positive, got PT0S", () -> plan(TEN_USERS, Optional.of(Duration.ZERO))));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aPlanThatIsNotPossibleIsRefusedByItsKey(Refusal refusal) {
        refusal.assertRefused();
    }

    @Test
    void theLongestTimeoutsArePossible() {
        assertThatNoException().isThrownBy(() -> LoadPlan.of(TEN_USERS, Duration.ofHours(1)));
        assertThatNoException().isThrownBy(() -> LoadPlan.of(rate(1, 1, 1), Duration.ofMinutes(20)));
    }
}
