package dev.ralbench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.testing.Cases;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArrivalScheduleTest {

    /** A phase as it may come, and the loops that share it. */
    record Case(ArrivalRate rate, Duration length, int loops) {
        static Case draw(Random random) {
            var full = Duration.ofMillis(1 + random.nextInt(60_000));
            double from = rate(random);
            double to = random.nextBoolean() ? from : rate(random);
            var length = random.nextInt(3) > 0
                    ? full
                    : full.multipliedBy(1 + random.nextInt(9)).dividedBy(10);
            return new Case(new ArrivalRate(from, from + to == 0 ? 1 : to, full), length, 1 + random.nextInt(5));
        }

        /** Fractions, none at all, and as many as a test can do. */
        private static double rate(Random random) {
            return switch (random.nextInt(3)) {
                case 0 -> random.nextInt(5) * 0.25;
                case 1 -> random.nextInt(200);
                default -> 1 + random.nextDouble() * 2000;
            };
        }

        Phase.Open phase(Arrivals arrivals) {
            return new Phase.Open(rate, length, arrivals, 10, Optional.empty());
        }
    }

    static Stream<Case> cases() {
        return Cases.of(300, Case::draw);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void thereAreAsManyArrivalsAsTheIntegralOfTheRateSays(Case given) {
        var phase = given.phase(Arrivals.even());
        double due = phase.dueArrivals();

        assertThat((double) merged(given, phase).length).isEqualTo(due, within(0.5 + 1e-6));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theKthOneComesWhenTheIntegralCrossesAHalfMoreThanK(Case given) {
        var all = merged(given, given.phase(Arrivals.even()));

        for (int k = 0; k < all.length; k++) {
            double due = given.rate().dueUpTo(all[k] / 1e9);
            if (!(Math.abs(due - (k + 0.5)) <= 1e-5 * (1 + k * 1e-3))) { // an assertion for each is slow
                fail("arrival %d comes when %s are due".formatted(k, due));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyLoopHasEveryNthOneInOrder(Case given) {
        var phase = given.phase(Arrivals.even());
        var all = merged(given, phase);

        for (int loop = 0; loop < given.loops(); loop++) {
            var mine = drained(ArrivalSchedule.of(phase, 0, LoopPlace.Numbers.of(loop, given.loops())))
                    .toArray();
            int first = loop;
            var expected = IntStream.iterate(first, k -> k < all.length, k -> k + given.loops())
                    .mapToLong(k -> all[k])
                    .toArray();
            assertThat(mine).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void noneComesOutsideItsPhase(Case given) {
        for (var arrivals : List.of(Arrivals.even(), Arrivals.poisson(7))) {
            var all = merged(given, given.phase(arrivals));
            if (all.length > 0) {
                assertThat(all[0]).isNotNegative();
                assertThat(all[all.length - 1])
                        .isLessThanOrEqualTo(given.length().toNanos());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void byChanceTheyAreAsManyButForChance(Case given) {
        var phase = given.phase(Arrivals.poisson(20_261_122));
        double due = phase.dueArrivals();

        assertThat((double) merged(given, phase).length).isEqualTo(due, within(5 * Math.sqrt(due) + 5));
    }

    @Test
    void distancesByChanceAreAsLongAsTheyVary() {
        var given = new Case(ArrivalRate.constant(100, Duration.ofMinutes(10)), Duration.ofMinutes(10), 2);
        var all = merged(given, given.phase(Arrivals.poisson(1)));
        double sum = 0;
        double squares = 0;
        for (int i = 1; i < all.length; i++) {
            double distance = (all[i] - all[i - 1]) / 1e9;
            sum += distance;
            squares += distance * distance;
        }
        double mean = sum / (all.length - 1);
        double deviation = Math.sqrt(squares / (all.length - 1) - mean * mean);

        assertThat(mean).isEqualTo(0.01, within(0.0002));
        assertThat(deviation).as("exponential: as large as the mean").isEqualTo(mean, within(0.0003));
    }

    @Test
    void chanceIsTheSeedsAndTheWindows() {
        var given = new Case(ArrivalRate.constant(100, Duration.ofSeconds(10)), Duration.ofSeconds(10), 1);
        var phase = given.phase(Arrivals.poisson(1));
        var first = drained(ArrivalSchedule.of(phase, 0, LoopPlace.Numbers.of(0, 1)))
                .toArray();

        assertThat(drained(ArrivalSchedule.of(phase, 0, LoopPlace.Numbers.of(0, 1)))
                        .toArray())
                .isEqualTo(first);
        assertThat(drained(ArrivalSchedule.of(phase, 1, LoopPlace.Numbers.of(0, 1)))
                        .toArray())
                .isNotEqualTo(first);
        assertThat(drained(ArrivalSchedule.of(given.phase(Arrivals.poisson(2)), 0, LoopPlace.Numbers.of(0, 1)))
                        .toArray())
                .isNotEqualTo(first);
    }

    @Test
    void anArrivalThatIsDueAtTheVeryEndIsNotOfThePhase() {
        var half = Duration.ofMillis(500);
        var phase = new Case(ArrivalRate.constant(1, half), half, 1).phase(Arrivals.even());

        assertThat(drained(ArrivalSchedule.of(phase, 0, LoopPlace.Numbers.of(0, 1))))
                .isEmpty();
    }

    /** In order of time. */
    private static long[] merged(Case given, Phase.Open phase) {
        return IntStream.range(0, given.loops())
                .mapToObj(loop -> drained(ArrivalSchedule.of(phase, 0, LoopPlace.Numbers.of(loop, given.loops()))))
                .flatMapToLong(arrivals -> arrivals)
                .sorted()
                .toArray();
    }

    private static LongStream drained(ArrivalSchedule schedule) {
        return LongStream.generate(schedule::next).takeWhile(at -> at != ArrivalSchedule.NONE);
    }
}
