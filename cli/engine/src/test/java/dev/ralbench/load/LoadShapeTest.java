package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LoadShapeTest {
    private static final Duration ZERO = Duration.ZERO;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration BEFORE = Duration.ofSeconds(-1);
    private static final Optional<Duration> AT_ONCE = Optional.of(ZERO);
    private static final LoadShape ONE_USER = new LoadShape.ConstantUsers(1, SECOND);

    private static Refusal refused(String message, Supplier<Object> attempt) {
        return new Refusal(message, attempt);
    }

    static Stream<Refusal> closedShapes() {
        return Stream.of(
                refused("users: must be at least 1, got 0", () -> new LoadShape.ConstantUsers(0, SECOND)),
                refused("hold: must be positive, got PT0S", () -> new LoadShape.ConstantUsers(1, ZERO)),
                refused("from: must be at least 0, got -1", () -> new LoadShape.Ramp(-1, 1, SECOND)),
                refused("to: must be at least 0, got -1", () -> new LoadShape.Ramp(1, -1, SECOND)),
                refused("ramp: must be positive, got PT0S", () -> new LoadShape.Ramp(0, 1, ZERO)),
                refused("from and to: must differ, both are 5", () -> new LoadShape.Ramp(5, 5, SECOND)),
                refused("start: must be at least 0, got -1", () -> new LoadShape.Stairs(-1, 1, 1, ZERO, SECOND)),
                refused("add: must be at least 1, got 0", () -> new LoadShape.Stairs(0, 0, 1, ZERO, SECOND)),
                refused("times: must be at least 1, got 0", () -> new LoadShape.Stairs(0, 1, 0, ZERO, SECOND)),
                refused("ramp: must not be negative, got PT-1S", () -> new LoadShape.Stairs(0, 1, 1, BEFORE, SECOND)),
                refused("hold: must be positive, got PT0S", () -> new LoadShape.Stairs(0, 1, 1, ZERO, ZERO)),
                refused("levels: must be at least one", () -> new LoadShape.Turns(List.of(), 1, SECOND, ZERO)),
                refused("levels: must be at least 1, got 0", () -> new LoadShape.Turns(List.of(1, 0), 1, SECOND, ZERO)),
                refused("windows: must be at least 1, got 0", () -> new LoadShape.Turns(List.of(1), 0, SECOND, ZERO)),
                refused(
                        "window length: must be positive, got PT0S",
                        () -> new LoadShape.Turns(List.of(1), 1, ZERO, ZERO)),
                refused(
                        "lead-in: must not be negative, got PT-1S",
                        () -> new LoadShape.Turns(List.of(1), 1, SECOND, BEFORE)),
                refused("from: must be at least 1, got 0", () -> new LoadShape.Climb(0, 8, ZERO, SECOND)),
                refused("to: must be more than from, 8, got 8", () -> new LoadShape.Climb(8, 8, ZERO, SECOND)),
                refused("settle: must not be negative, got PT-1S", () -> new LoadShape.Climb(1, 8, BEFORE, SECOND)),
                refused("hold: must be positive, got PT0S", () -> new LoadShape.Climb(1, 8, ZERO, ZERO)));
    }

    static Stream<Refusal> countedShapes() {
        return Stream.of(
                refused("users: must be at least 1, got 0", () -> new LoadShape.LoopsPerUser(0, 1, ZERO)),
                refused("loops: must be at least 1, got 0", () -> new LoadShape.LoopsPerUser(1, 0, ZERO)),
                refused("ramp: must not be negative, got PT-1S", () -> new LoadShape.LoopsPerUser(1, 1, BEFORE)),
                refused("within: must be positive, got PT0S", () -> new LoadShape.LoopsPerUser(1, 1, ZERO, AT_ONCE)),
                refused("users: must be at least 1, got 0", () -> new LoadShape.TotalRequests(0, 1)),
                refused("requests: must be at least 1, got 0", () -> new LoadShape.TotalRequests(1, 0)),
                refused("within: must be positive, got PT0S", () -> new LoadShape.TotalRequests(1, 1, AT_ONCE)),
                refused("users: must be at least 1, got 0", () -> new LoadShape.Burst(0, 1)),
                refused("loops: must be at least 1, got 0", () -> new LoadShape.Burst(1, 0)),
                refused("within: must be positive, got PT0S", () -> new LoadShape.Burst(1, 1, AT_ONCE)));
    }

    static Stream<Refusal> shapesMadeOfOthers() {
        return Stream.of(
                refused("users: must be at least 1, got 0", () -> OpenLoads.rate(1, 1, 0)),
                refused("sequence: must have at least one part", () -> new LoadShape.Sequence(List.of())),
                refused(
                        "users: must be at least 1, got 0",
                        () -> new LoadShape.WarmedUp(ONE_USER, OptionalInt.of(0), 1)),
                refused(
                        "requests: must be at least 1, got 0",
                        () -> new LoadShape.WarmedUp(ONE_USER, OptionalInt.empty(), 0)),
                refused("label: must not be blank", () -> new LoadShape.Labelled(ONE_USER, " ")),
                refused("times: must be at least 1, got 0", () -> new LoadShape.Repeated(ONE_USER, 0)));
    }

    @ParameterizedTest
    @MethodSource({"closedShapes", "countedShapes", "shapesMadeOfOthers"})
    void aShapeThatIsNotPossibleIsRefusedByItsKey(Refusal refusal) {
        refusal.assertRefused();
    }

    @Test
    void theLeastOfEachValueIsPossible() {
        assertThatNoException()
                .isThrownBy(() -> List.of(
                        new LoadShape.ConstantUsers(1, Duration.ofNanos(1)),
                        new LoadShape.Ramp(0, 1, Duration.ofNanos(1)),
                        new LoadShape.Ramp(1, 0, Duration.ofNanos(1)),
                        new LoadShape.Stairs(0, 1, 1, ZERO, Duration.ofNanos(1)),
                        new LoadShape.LoopsPerUser(1, 1, ZERO, Optional.of(Duration.ofNanos(1))),
                        new LoadShape.TotalRequests(1, 1, Optional.of(Duration.ofNanos(1))),
                        new LoadShape.Burst(1, 1, Optional.of(Duration.ofNanos(1))),
                        new LoadShape.Turns(List.of(1), 1, Duration.ofNanos(1), ZERO),
                        new LoadShape.Climb(1, 2, ZERO, Duration.ofNanos(1)),
                        OpenLoads.rate(1, 1, 1),
                        new LoadShape.Sequence(List.of(ONE_USER)),
                        new LoadShape.WarmedUp(ONE_USER, OptionalInt.of(1), 1),
                        new LoadShape.Repeated(ONE_USER, 1)));
    }

    @Test
    void aClimbHasThreeLevelsInAnOctaveAndEndsWithItsLast() {
        assertThat(new LoadShape.Climb(8, 36, ZERO, SECOND).levels()).containsExactly(8, 10, 13, 16, 20, 25, 32, 36);
    }

    @Test
    void aClimbHasALevelOfFewUsersOnce() {
        assertThat(new LoadShape.Climb(1, 4, ZERO, SECOND).levels()).containsExactly(1, 2, 3, 4);
    }

    private static LoadShape byChance(long seed) {
        return new LoadShape.Open(new RateShape.Constant(1, SECOND), Arrivals.poisson(seed), 1);
    }

    @Test
    void aSeedReachesTheOpenPartsOfAnyShape() {
        var shape = around(byChance(1));

        assertThat(shape.seeded(7)).isEqualTo(around(byChance(7)));
    }

    private static LoadShape around(LoadShape inner) {
        return new LoadShape.WarmedUp(
                new LoadShape.Sequence(
                        List.of(ONE_USER, new LoadShape.Repeated(new LoadShape.Labelled(inner, "open"), 2))),
                OptionalInt.empty(),
                1);
    }

    static Stream<LoadShape> shapesWithoutChance() {
        return Stream.of(
                ONE_USER,
                OpenLoads.rate(1, 1, 1),
                new LoadShape.Ramp(0, 1, SECOND),
                new LoadShape.Stairs(0, 1, 1, ZERO, SECOND),
                new LoadShape.LoopsPerUser(1, 1, ZERO),
                new LoadShape.TotalRequests(1, 1),
                new LoadShape.Burst(1, 1),
                new LoadShape.Turns(List.of(1), 1, SECOND, ZERO),
                new LoadShape.Climb(1, 2, ZERO, SECOND));
    }

    @ParameterizedTest
    @MethodSource("shapesWithoutChance")
    void aSeedChangesNothingWhereNothingIsLeftToChance(LoadShape shape) {
        assertThat(shape.seeded(7)).isEqualTo(shape);
    }
}
