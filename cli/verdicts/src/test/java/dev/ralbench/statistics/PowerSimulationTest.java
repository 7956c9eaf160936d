package dev.ralbench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.testing.Cases;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The power that reports promise, tried with the test that decides: normal differences with the harm that is printed,
 * judged by {@link HodgesLehmann#interval}. Four thousand draws know a share of 95 % to 0.35 %.
 */
class PowerSimulationTest {
    private static final int DRAWS = Cases.some(4_000);
    private static final double POWER = 0.95;
    private static final double LEAST = 0.94;
    private static final double MOST = 0.97;

    /** One rule without looks, six rules, and four rules with three looks. */
    private static final double[] LEVELS = {0.01, 0.01 / 6, 0.01 / 3 / 4};

    private static Stream<Arguments> blocksAndLevels() {
        return IntStream.of(7, 8, 9, 10, 11, 12, 14, 16, 20, 32)
                .boxed()
                .flatMap(n -> Arrays.stream(LEVELS)
                        .filter(alpha -> Math.scalb(1.0, -n) <= alpha)
                        .mapToObj(alpha -> Arguments.of(n, alpha)));
    }

    /** By the number of blocks and the level; the two tests ask for the same. */
    private static final Map<Integer, Map<Double, Interval[]>> STANDARD = new HashMap<>();

    /** Estimate and bounds of differences around 0 with a deviation of 1: a shift moves all of them alike. */
    private static Interval[] standard(int n, double alpha) {
        return Objects.requireNonNull(
                STANDARD.computeIfAbsent(n, PowerSimulationTest::draw).get(alpha));
    }

    private static Map<Double, Interval[]> draw(int n) {
        var random = new Random(n);
        var found = new HashMap<Double, Interval[]>();
        for (double alpha : LEVELS) {
            found.put(alpha, new Interval[DRAWS]);
        }
        for (int i = 0; i < DRAWS; i++) {
            int draw = i;
            var differences = new PairedDifferences(
                    DoubleStream.generate(random::nextGaussian).limit(n).toArray());
            found.forEach((alpha, intervals) -> intervals[draw] = differences.interval(alpha));
        }
        return found;
    }

    /** From no margin at all to one that alone decides. */
    @ParameterizedTest
    @MethodSource("blocksAndLevels")
    void theHarmThatIsPrintedIsFoundAsOftenAsIsSaid(int n, double alpha) {
        var standard = standard(n, alpha);
        double withoutMargin = Power.detectable(n, 1, alpha, POWER, 0);
        for (double margin = 0; margin <= withoutMargin; margin += withoutMargin / 8) {
            double harm = Power.detectable(n, 1, alpha, POWER, margin);
            double material = margin;
            long found = Arrays.stream(standard)
                    .filter(each -> each.low() + harm > 0 && each.estimate() + harm >= material)
                    .count();
            assertThat((double) found / DRAWS)
                    .as("material %.3f deviations, found from %.3f", margin, harm)
                    .isBetween(LEAST, MOST);
        }
    }

    /** A rule of a family needs its share of alpha for the test, and all of it for the bound. */
    @ParameterizedTest
    @MethodSource("blocksAndLevels")
    void aHarmBeyondTheMarginIsFoundAsOftenAsIsSaid(int n, double alpha) {
        double boundAlpha = LEVELS[0];
        var tested = standard(n, alpha);
        var bounds = standard(n, boundAlpha);
        for (double margin = 0; margin <= 1; margin += 0.25) {
            double harm = Power.detectableBeyondMargin(n, 1, alpha, boundAlpha, POWER, margin);
            double material = margin;
            long found = IntStream.range(0, DRAWS)
                    .filter(i -> tested[i].low() + harm > 0 && bounds[i].low() + harm > material)
                    .count();
            assertThat((double) found / DRAWS)
                    .as("margin %.3f deviations, found from %.3f", margin, harm)
                    .isBetween(LEAST, MOST);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {25, 30, 40, 60})
    void manyBlocksNeedNoCounting(int n) {
        for (double alpha : LEVELS) {
            assertThat(BoundDistance.approximate(n, alpha)).isCloseTo(BoundDistance.counted(n, alpha), within(1.0));
        }
    }
}
