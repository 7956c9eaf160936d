package dev.ralbench.trial.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Arrivals;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Phase;
import dev.ralbench.load.RateShape;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The load that the generator is calibrated with: as dense as the one that is to come. */
class OperatingPointTest {
    private static final Duration LENGTH = Duration.ofMillis(500);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final double CEILING = 100_000;

    private static LoadPlan thinking(int users, Duration think) {
        return new LoadPlan(
                new LoadShape.Ramp(0, users, Duration.ofSeconds(30)),
                Optional.empty(),
                Duration.ofSeconds(1),
                think,
                true,
                LoadPlan.OnFailure.CONTINUE);
    }

    private static LoadPlan arriving(RateShape rate, Arrivals arrivals) {
        return LoadPlan.of(new LoadShape.Open(rate, arrivals, 64), Duration.ofSeconds(1));
    }

    private static Optional<LoadPlan> point(LoadPlan planned) {
        return OperatingPoint.of(planned, CEILING, LENGTH, TIMEOUT);
    }

    @ParameterizedTest
    @CsvSource({"10000, 1000", "19000, 1000", "1000, 100", "64, 5", "500, 300", "30000, 10000"})
    void usersWhoThinkSendAsManyRequestsThenAndPauseOftenEnough(int users, int thinkMillis) {
        var point = point(thinking(users, Duration.ofMillis(thinkMillis))).orElseThrow();

        assertThat(point.plannedRate().orElseThrow()).isEqualTo(users * 1e3 / thinkMillis, within(1.0));
        assertThat(point.think()).isLessThanOrEqualTo(LENGTH.dividedBy(8));
        assertThat(point.timeline().maxUsers()).isBetween(1, 1_000);
        assertThat(point.timeline().plannedSeconds().orElseThrow()).isEqualTo(0.5);
    }

    @Test
    void arrivalsComeAtTheHighestRateInTheirOwnManner() {
        var poisson = Arrivals.poisson(7);
        var point = point(arriving(new RateShape.Ramp(9_000, 200, Duration.ofMinutes(1)), poisson))
                .orElseThrow();

        assertThat(point.timeline().open()).singleElement().satisfies(open -> {
            assertThat(open.highestRate()).isEqualTo(9_000);
            assertThat(open.isLevel()).isTrue();
            assertThat(open.arrivals()).isEqualTo(poisson);
            assertThat(open.connections()).isEqualTo(64);
        });
    }

    @Test
    void theDensestOfSeveralPartsCounts() {
        var parts = new LoadShape.Sequence(List.of(
                new LoadShape.Open(new RateShape.Constant(500, LENGTH), Arrivals.even(), 8),
                new LoadShape.Open(new RateShape.Constant(3_000, LENGTH), Arrivals.even(), 16),
                new LoadShape.ConstantUsers(1_000, LENGTH)));
        var open = point(LoadPlan.of(parts, TIMEOUT)).orElseThrow();
        var closed = point(new LoadPlan(
                        parts, Optional.empty(), TIMEOUT, Duration.ofMillis(100), true, LoadPlan.OnFailure.CONTINUE))
                .orElseThrow();

        assertThat(open.timeline().open().map(Phase.Open::connections)).containsExactly(16);
        assertThat(closed.timeline().open()).isEmpty();
        assertThat(closed.plannedRate().orElseThrow()).isEqualTo(10_000, within(1.0));
    }

    @Test
    void itAsksNoMoreThanTheGeneratorCanDo() {
        var point = point(arriving(new RateShape.Constant(900_000, LENGTH), Arrivals.even()))
                .orElseThrow();

        assertThat(point.plannedRate().orElseThrow()).isEqualTo(CEILING);
    }

    @Test
    void thereIsNoneWithoutARateOrWithAFewRequests() {
        assertThat(point(LoadPlan.of(new LoadShape.ConstantUsers(64, LENGTH), TIMEOUT)))
                .isEmpty();
        assertThat(point(thinking(50, Duration.ofSeconds(1)))).isEmpty();
        assertThat(point(arriving(new RateShape.Constant(99, LENGTH), Arrivals.even())))
                .isEmpty();
    }
}
