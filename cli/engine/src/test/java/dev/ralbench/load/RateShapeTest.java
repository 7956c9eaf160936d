package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThatNoException;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RateShapeTest {
    private static final Duration ZERO = Duration.ZERO;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final String BOUNDS = ": must be 0 or from 0.001 to 1000000 requests/s, got ";

    static Stream<Refusal> ratesThatStay() {
        return Stream.of(
                new Refusal("perSecond: must be above 0", () -> new RateShape.Constant(0, SECOND)),
                new Refusal("perSecond" + BOUNDS + "9.0E-4", () -> new RateShape.Constant(0.0009, SECOND)),
                new Refusal("perSecond" + BOUNDS + "1000001.0", () -> new RateShape.Constant(1_000_001, SECOND)),
                new Refusal("perSecond" + BOUNDS + "-1.0", () -> new RateShape.Constant(-1, SECOND)),
                new Refusal("perSecond" + BOUNDS + "NaN", () -> new RateShape.Constant(Double.NaN, SECOND)),
                new Refusal("hold: must be positive, got PT0S", () -> new RateShape.Constant(1, ZERO)));
    }

    static Stream<Refusal> ratesThatChange() {
        return Stream.of(
                new Refusal("from" + BOUNDS + "-1.0", () -> new RateShape.Ramp(-1, 1, SECOND)),
                new Refusal("to" + BOUNDS + "-1.0", () -> new RateShape.Ramp(1, -1, SECOND)),
                new Refusal("from and to: must differ, both are 0.5/s", () -> new RateShape.Ramp(0.5, 0.5, SECOND)),
                new Refusal("ramp: must be positive, got PT0S", () -> new RateShape.Ramp(0, 1, ZERO)),
                new Refusal("start" + BOUNDS + "-1.0", () -> new RateShape.Stairs(-1, 1, 1, ZERO, SECOND)),
                new Refusal("add: must be above 0", () -> new RateShape.Stairs(1, 0, 1, ZERO, SECOND)),
                new Refusal("times: must be at least 1, got 0", () -> new RateShape.Stairs(1, 1, 0, ZERO, SECOND)),
                new Refusal(
                        "leads to 1000001 requests/s; at most 1000000 are possible",
                        () -> new RateShape.Stairs(1, 500_000, 2, ZERO, SECOND)),
                new Refusal(
                        "ramp: must not be negative, got PT-1S",
                        () -> new RateShape.Stairs(1, 1, 1, Duration.ofSeconds(-1), SECOND)),
                new Refusal("hold: must be positive, got PT0S", () -> new RateShape.Stairs(1, 1, 1, ZERO, ZERO)),
                new Refusal("from" + BOUNDS + "-1.0", () -> new ArrivalRate(-1, 1, SECOND)),
                new Refusal("to" + BOUNDS + "-1.0", () -> new ArrivalRate(1, -1, SECOND)),
                new Refusal("ramp: must be positive, got PT0S", () -> new ArrivalRate(1, 1, ZERO)));
    }

    @ParameterizedTest
    @MethodSource({"ratesThatStay", "ratesThatChange"})
    void aRateThatIsNotPossibleIsRefusedByItsKey(Refusal refusal) {
        refusal.assertRefused();
    }

    @Test
    void theLeastAndTheMostOfEachValueArePossible() {
        assertThatNoException()
                .isThrownBy(() -> List.of(
                        new RateShape.Constant(0.001, Duration.ofNanos(1)),
                        new RateShape.Constant(1_000_000, Duration.ofNanos(1)),
                        new RateShape.Ramp(0, 0.001, Duration.ofNanos(1)),
                        new RateShape.Ramp(1_000_000, 0, Duration.ofNanos(1)),
                        new RateShape.Stairs(0, 0.001, 1, ZERO, Duration.ofNanos(1)),
                        new RateShape.Stairs(0, 500_000, 2, ZERO, Duration.ofNanos(1))));
    }
}
