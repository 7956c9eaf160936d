package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.Metrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.Slo.Judgement;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Distributions;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SloTest {
    private static Slo p99AtMost(String limit) {
        return Slo.of(List.of(MetricLimit.parse(RequestMetrics.P99, "<=" + limit)));
    }

    /**
     * A level in which so many of so many successful requests take 400 ms, the others 100; so long that they come one at a
     * time.
     */
    private static LevelHolds level(long slow, long all) {
        return level(slow, all, window -> window);
    }

    private static LevelHolds level(long slow, long all, UnaryOperator<WindowMeasurement> change) {
        var times = Distributions.between(all - slow, 100, 101).plus(Distributions.between(slow, 400, 401));
        var window = Copy.of(Windows.level(8, 0, 5, 100))
                .with("requests.successful", times)
                .with("span.lengthSeconds", 2500.0)
                .made();
        return LevelHolds.of(change.apply(window), new Series(0.25, List.of()));
    }

    /** Where the exact probabilities of so few, or so many, pass 5 %. */
    @ParameterizedTest
    @CsvSource({
        "0, 299, MET",
        "0, 298, UNCLEAR",
        "0, 1, UNCLEAR",
        "1, 1, MISSED",
        "1, 5, MISSED",
        "1, 6, UNCLEAR",
        "47, 945, MISSED",
        "9, 1000, UNCLEAR",
        "3, 1000, MET",
        "15, 1000, UNCLEAR",
        "16, 1000, MISSED",
        "83, 10000, MET",
        "84, 10000, UNCLEAR",
        "117, 10000, UNCLEAR",
        "118, 10000, MISSED"
    })
    void aPercentileIsJudgedByWhatItsRequestsShow(long slow, long all, Judgement expected) {
        var reading =
                p99AtMost("200ms").readings(level(slow, all), Slo.Risk.ONE_LOOK).getFirst();
        assertThat(reading.beyond()).contains(new Slo.Beyond(slow, all, 0.01, 1));
        assertThat(reading.judgement()).isEqualTo(expected);
        assertThat(p99AtMost("200ms").judge(level(slow, all), Slo.Risk.ONE_LOOK))
                .isEqualTo(expected);
    }

    /** The limit that k6 and Gatling are given most: one of twenty may be slower. */
    @ParameterizedTest
    @CsvSource({"0, 58, UNCLEAR", "0, 59, MET", "36, 1000, MET", "50, 1000, UNCLEAR", "64, 1000, MISSED"})
    void p95IsALimitLikeTheOthers(long slow, long all, Judgement expected) {
        var p95 = Slo.of(List.of(MetricLimit.parse(RequestMetrics.P95, "<=200ms")));

        assertThat(p95.judge(level(slow, all), Slo.Risk.ONE_LOOK)).isEqualTo(expected);
    }

    /** However many requests there are, of which exactly as many are slow as may be or one more. */
    @ParameterizedTest
    @ValueSource(ints = {20, 100, 299, 300, 473, 945, 1000, 4000})
    void itIsWrongInFiveOfAHundredCasesAtMost(int all) {
        var atTheLimit = BinomialDistribution.of(all, 0.01);
        double met = 0;
        double missed = 0;
        for (int slow = 0; slow <= Math.min(all, 100); slow++) {
            switch (p99AtMost("200ms").judge(level(slow, all), Slo.Risk.ONE_LOOK)) {
                case MET -> met += atTheLimit.probability(slow);
                case MISSED -> missed += atTheLimit.probability(slow);
                case UNCLEAR -> {}
            }
        }
        assertThat(met).isLessThanOrEqualTo(Slo.RISK);
        assertThat(missed).isLessThanOrEqualTo(Slo.RISK);
    }

    @Test
    void aPercentileIsOnlyStatedWithEnoughRequests() {
        assertThat(p99AtMost("200ms")
                        .readings(level(47, 945), Slo.Risk.ONE_LOOK)
                        .getFirst()
                        .value())
                .isEmpty();
        assertThat(p99AtMost("200ms")
                        .readings(level(47, 1000), Slo.Risk.ONE_LOOK)
                        .getFirst()
                        .value())
                .isEqualTo(RequestMetrics.P99.of(level(47, 1000).window()));
    }

    /** Each with the share that it is about, and no other. */
    @ParameterizedTest
    @CsvSource({"p50, 5, 4", "p90, 29, 28", "p99, 299, 298", "p999, 2995, 2994"})
    void eachPercentileNeedsRequestsOfItsOwn(String key, int enough, int tooFew) {
        var slo = Slo.of(List.of(MetricLimit.parse(Metrics.withKey(key).orElseThrow(), "<=200ms")));
        assertThat(slo.judge(level(0, enough), Slo.Risk.ONE_LOOK)).isEqualTo(Judgement.MET);
        assertThat(slo.judge(level(0, tooFew), Slo.Risk.ONE_LOOK)).isEqualTo(Judgement.UNCLEAR);
    }

    @Test
    void meanAndMaximumAreWhatWasMeasured() {
        var slo = Slo.of(List.of(
                MetricLimit.parse(RequestMetrics.MEAN, "<200ms"), MetricLimit.parse(RequestMetrics.MAX, "<=200ms")));
        assertThat(slo.readings(level(1, 10), Slo.Risk.ONE_LOOK))
                .extracting(Slo.Reading::judgement)
                .containsExactly(Judgement.MET, Judgement.MISSED, Judgement.MET);
    }

    @Test
    void whatNoLevelCanBeJudgedByIsRefused() {
        var goodput = List.of(MetricLimit.parse(RequestMetrics.GOODPUT, ">=10/s"));
        assertThatIllegalArgumentException().isThrownBy(() -> Slo.of(goodput)).withMessageContaining("goodput");
    }

    @Test
    void errorsAreReadWhereNothingWasSaidOfThem() {
        assertThat(p99AtMost("500ms").readings(level(0, 100, Windows::dead), Slo.Risk.ONE_LOOK))
                .last()
                .satisfies(reading -> {
                    assertThat(reading.limit().metric()).isEqualTo(RequestMetrics.ERRORS);
                    assertThat(reading.value()).isEqualTo(OptionalDouble.of(1));
                    assertThat(reading.judgement()).isEqualTo(Judgement.MISSED);
                });
    }
}
