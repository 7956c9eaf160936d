package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Distributions;
import dev.ralbench.testing.Windows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KneeTest {
    private static final Slo FAST = Slo.of(List.of(MetricLimit.parse(RequestMetrics.P99, "<=200ms")));

    /** A level with so many requests of 100 ms and so many of 400 ms, that come one at a time. */
    private static WindowMeasurement level(int users, double start, int quick, int slow) {
        return Copy.of(inFiveSeconds(users, start, quick, slow))
                .with("span.lengthSeconds", 100_000.0)
                .made();
    }

    private static WindowMeasurement inFiveSeconds(int users, double start, int quick, int slow) {
        var times = Distributions.between(quick, 100, 101).plus(Distributions.between(slow, 400, 401));
        return Copy.of(Windows.level(users, start, 5, 100))
                .with("requests.successful", times)
                .made();
    }

    private static Measurement measured(Series series, WindowMeasurement... windows) {
        return new Measurement(List.of(windows), Windows.wholeRun(List.of(windows)), series, Map.of(), "");
    }

    private static Knee knee(WindowMeasurement... windows) {
        return Knee.of(measured(new Series(0.25, List.of()), windows), FAST);
    }

    /** Half the limit at 100 users, twice the limit at 121: the logarithms meet in the middle, at 110. */
    @Test
    void theEstimateIsWhereTheShareCrossesTheLimit() {
        var knee = knee(level(100, 0, 99_500, 500), level(121, 6, 98_000, 2_000));
        assertThat(knee.users()).isEqualTo(100);
        assertThat(knee.fewestMissed()).isEqualTo(121);
        assertThat(knee.estimate().orElseThrow()).isEqualTo(110, within(0.1));
    }

    /** 104 users seem worse than 108: together both are a little below the limit. */
    @Test
    void aShareThatFallsIsReplacedByTheMean() {
        var knee = knee(
                level(100, 0, 9_990, 10),
                level(104, 6, 9_890, 110),
                level(108, 12, 9_915, 85),
                level(121, 18, 9_000, 1_000));
        assertThat(knee.unclear().orElseThrow().users()).isEqualTo(104);
        assertThat(knee.estimate().orElseThrow()).isBetween(108.0, 109.0);
    }

    @Test
    void aLevelHeldTwiceCountsOnce() {
        var knee = knee(
                level(100, 0, 99_900, 100),
                level(126, 6, 9_900, 100),
                level(159, 12, 50_000, 50_000),
                level(200, 18, 50_000, 50_000),
                level(100, 26, 99_900, 100),
                level(126, 32, 99_900, 100));
        assertThat(knee.kept().orElseThrow().holds()).hasSize(2);
        assertThat(knee.users()).isEqualTo(126);
    }

    /** After the overload it misses what it had kept: nothing that comes then says how many users it can take. */
    @Test
    void aTargetThatHasNotRecoveredIsJudgedByWhatWasBefore() {
        var knee = knee(
                level(100, 0, 99_900, 100),
                level(126, 6, 50_000, 50_000),
                level(159, 12, 50_000, 50_000),
                level(100, 20, 50_000, 50_000));
        assertThat(knee.users()).isEqualTo(100);
        assertThat(knee.fewestMissed()).isEqualTo(126);
    }

    /** Slow requests in every slot, or all in one: the same share, and another judgement. */
    @Test
    void slotsDecideHowMuchAShareSays() {
        var evenly = series(slot -> 1);
        var atOnce = series(slot -> slot == 7 ? 20 : 0);
        var window = inFiveSeconds(100, 0, 4_980, 20);
        var even = LevelHolds.of(window, evenly);
        var burst = LevelHolds.of(window, atOnce);
        assertThat(FAST.judge(even, Slo.Risk.ONE_LOOK)).isEqualTo(Slo.Judgement.MET);
        assertThat(FAST.judge(burst, Slo.Risk.ONE_LOOK)).isEqualTo(Slo.Judgement.UNCLEAR);
    }

    private static Series series(IntToLongFunction beyond) {
        var slots = new ArrayList<Series.Slot>();
        for (int i = 0; i < 20; i++) {
            slots.add(new Series.Slot(250, 0, 100, 100, OptionalDouble.empty(), OptionalDouble.empty()));
        }
        var counts = IntStream.range(0, 20).mapToLong(beyond).boxed().toList();
        return new Series(0.25, slots, List.of(new Series.Beyond(200, counts)));
    }

    private static KneeInterval interval(double... estimates) {
        var knees = new ArrayList<Knee>();
        for (double users : estimates) {
            knees.add(knee(
                    level((int) Math.round(users / 1.03), 0, 99_500, 500),
                    level((int) Math.round(users * 1.03), 6, 98_000, 2_000)));
        }
        return KneeInterval.of(knees);
    }

    @Test
    void oneSearchHasTheBoundsOfItsLevels() {
        var knee = interval(1000);
        assertThat(knee.users().orElseThrow()).isEqualTo(1000, within(2.0));
        assertThat(knee.low()).isEqualTo(971);
        assertThat(knee.high()).isEqualTo(1030);
    }

    @Test
    void threeSearchesThatAgreeAreCloserThanOne() {
        var three = interval(1000, 1000, 1000);
        assertThat(three.low()).isBetween(980.0, 985.0);
        assertThat(three.high()).isBetween(1015.0, 1020.0);
    }

    @Test
    void threeSearchesThatDisagreeAreAsFarAsTheyDiffer() {
        var three = interval(900, 1000, 1100);
        assertThat(three.low()).isLessThan(900);
        assertThat(three.high()).isGreaterThan(1100);
    }

    @Test
    void aTenthFewerUsersIsTold() {
        var ratio = interval(1000).ratioOf(interval(900));
        assertThat(ratio.isTold()).isTrue();
        assertThat(ratio.estimate().orElseThrow()).isEqualTo(0.9, within(0.005));
        assertThat(ratio.low()).isBetween(0.85, 0.875);
        assertThat(ratio.high()).isBetween(0.93, 0.95);
    }

    @Test
    void aHundredthIsNot() {
        assertThat(interval(1000).ratioOf(interval(990)).isTold()).isFalse();
    }

    /** Never missed up to 2000 users. */
    @Test
    void whatWasNeverMissedIsAtLeastSoMuchMore() {
        var open = KneeInterval.of(List.of(knee(level(1000, 0, 99_900, 100), level(2000, 6, 99_900, 100))));
        assertThat(open.users()).isEmpty();
        var ratio = interval(1000).ratioOf(open);
        assertThat(ratio.isTold()).isTrue();
        assertThat(ratio.estimate()).isEmpty();
        assertThat(ratio.low()).isEqualTo(2000 / 1030.0);
        assertThat(ratio.high()).isInfinite();
    }
}
