package dev.ralbench.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.claims.ExpressionValue.Missing;
import dev.ralbench.claims.ExpressionValue.Value;
import dev.ralbench.metric.MetricUnit;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.SyntheticRun;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What expressions come to, on results that never were: 200 workers at 204.1 ms, and no limit. */
class EvaluatorTest {
    private static final RunResult RUN = Results.delay200(3);
    private static final String MEAN = at("'metric':'mean'", "imperative", "512");

    private static String at(String what, String variant, String level) {
        return "{" + what + ",'scenario':'delay-200','variant':'" + variant + "','level':'" + level + "'}";
    }

    private static Expression expression(String json) {
        return ExpressionReader.read(new JsonMapper().readValue(json.replace('\'', '"'), java.util.Map.class));
    }

    private static ExpressionValue of(String json, RunResult... runs) {
        return new Evaluator(new MeasuredRuns(List.of(runs))).of(expression(json));
    }

    private static Value value(String json) {
        assertThat(of(json, RUN)).isInstanceOf(Value.class);
        return (Value) of(json, RUN);
    }

    private static String missing(String json, RunResult... runs) {
        assertThat(of(json, runs)).isInstanceOf(Missing.class);
        return ((Missing) of(json, runs)).why();
    }

    @Test
    void aMetricIsThatOfAllTrials() {
        // 204.1 x 512 / 200 ms; the second trial is half a per cent slower, the third one per cent
        assertThat(value(MEAN).value()).isCloseTo(522.5 * 1.005, within(1.0));
        assertThat(value(MEAN).unit()).isEqualTo(MetricUnit.MILLIS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"256", "512", "1024", "all"})
    void theRatioOfAFigureToItselfIsOneAndTheDifferenceZero(String level) {
        for (var metric : List.of("mean", "rps", "p99", "threads.peak")) {
            var same = at("'metric':'" + metric + "'", "reactive", level);
            assertThat(value("{'ratio':[" + same + "," + same + "]}").value()).isEqualTo(1);
            assertThat(value("{'ratio':[" + same + "," + same + "]}").unit()).isEqualTo(MetricUnit.RATIO);
            assertThat(value("{'difference':[" + same + "," + same + "]}").value())
                    .isZero();
        }
    }

    @Test
    void aDifferenceHasTheUnitOfItsFirstPart() {
        var above = value("{'difference':[" + MEAN + ",{'number':500}]}");

        assertThat(above.unit()).isEqualTo(MetricUnit.MILLIS);
        assertThat(above.value()).isCloseTo(value(MEAN).value() - 500, within(1e-9));
    }

    /** Three trials of which each is half a per cent slower than the one before: 4.30 s of their standard error. */
    @Test
    void repeatedTrialsShowTheNoiseOfAMetric() {
        double mean = value(MEAN).value();

        assertThat(value(MEAN).noise()).isCloseTo(4.303 * mean * 0.005 / Math.sqrt(3), within(mean * 1e-4));
        assertThat(value("{'number':500}").noise()).isZero();
        var once = (Value) of(MEAN, Results.delay200(1));
        assertThat(once.noise()).isZero();
    }

    /** A difference has the noise of both, added as squares; a ratio that of both in proportion. */
    @Test
    void noiseGoesOnIntoWhatIsWorkedOut() {
        var other = at("'metric':'mean'", "imperative", "1024");
        double noise = value(MEAN).noise();
        double otherNoise = value(other).noise();

        assertThat(value("{'difference':[" + other + "," + MEAN + "]}").noise())
                .isCloseTo(Math.hypot(noise, otherNoise), within(1e-6));
        var ratio = value("{'ratio':[" + other + "," + MEAN + "]}");
        assertThat(ratio.noise() / ratio.value())
                .isCloseTo(
                        Math.hypot(
                                noise / value(MEAN).value(),
                                otherNoise / value(other).value()),
                        within(1e-3));
    }

    /** Such as bytes for each thread. */
    @Test
    void soMuchForEachOfWhatIsCountedKeepsItsUnit() {
        var memory = at("'metric':'rss.peak'", "imperative", "512");
        var threads = at("'metric':'threads.peak'", "imperative", "512");

        var each = value("{'ratio':[" + memory + "," + threads + "]}");

        assertThat(each.unit()).isEqualTo(MetricUnit.BYTES);
        assertThat(each.value())
                .isCloseTo(value(memory).value() / value(threads).value(), within(1e-6));
    }

    /** 200 workers at 200 ms are 1000 requests per second, whatever the number of users above 200. */
    @ParameterizedTest
    @ValueSource(strings = {"256", "512", "768", "1024"})
    void theShareOfAPredictionIsWhatOverheadLeaves(String level) {
        var share = value(at("'share-of-prediction':'rps'", "imperative", level));

        assertThat(share.unit()).isEqualTo(MetricUnit.SHARE);
        assertThat(share.value()).isCloseTo(200 / (204.1 * 1.005), within(0.002));
    }

    @Test
    void coresAreThoseOfTheMachine() {
        assertThat(value("{'cores':'delay-200'}")).isEqualTo(new Value(2, MetricUnit.COUNT));
        assertThat(missing("{'cores':'delay-500'}", RUN)).contains("delay-500");
    }

    @Test
    void nothingIsDividedByNothing() {
        assertThat(missing("{'ratio':[{'number':1},{'number':0}]}", RUN)).isEqualTo("divided by 0");
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThat(missing(MEAN)).isEqualTo("no result of delay-200 is given");
        assertThat(missing(at("'metric':'mean'", "blocking", "512"), RUN)).contains("no usable trial of blocking");
        assertThat(missing(at("'metric':'mean'", "reactive", "513"), RUN)).endsWith("has no level 513");
        assertThat(missing(at("'metric':'waiting'", "reactive", "512"), RUN))
                .endsWith("has no waiting of reactive at 512 of delay-200");
        assertThat(missing("{'ratio':[{'number':1}," + MEAN + "]}")).contains("no result");
    }

    @Test
    void ofAGroupThatWasNotSeenAmongOthersThereAreNoThreads() {
        assertThat(value(at("'threads':'http-nio-exec'", "imperative", "512")).value())
                .isPositive();
        assertThat(value(at("'threads':'DefaultDispatch'", "imperative", "512")))
                .isEqualTo(new Value(0, MetricUnit.COUNT));
    }

    @Test
    void whereNoThreadsWereLookedAtTheirNumberIsMissing() {
        var blind = SyntheticRun.eachTrial(
                RUN,
                trial -> SyntheticRun.eachWindow(trial, window -> window.with(Optional.empty(), Optional.empty())));

        assertThat(missing(at("'threads':'http-nio-exec'", "imperative", "512"), blind))
                .endsWith("has no threads http-nio-exec of imperative at 512 of delay-200");
    }

    @Test
    void invalidTrialsDoNotCount() {
        var invalid = SyntheticRun.eachTrial(RUN, trial -> SyntheticRun.invalid(trial, "steal"));

        assertThat(missing(MEAN, invalid)).contains("no usable trial of imperative");
    }

    @Test
    void theNewestRunOfAScenarioCounts() {
        var older = Copy.of(SyntheticRun.eachTrial(RUN, trial -> SyntheticRun.invalid(trial, "steal")))
                .with("origin.startedAt", RUN.origin().startedAt().minusSeconds(1))
                .made();

        assertThat(of(MEAN, older, RUN)).isEqualTo(of(MEAN, RUN));
        assertThat(of(MEAN, RUN, older)).isEqualTo(of(MEAN, RUN));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'ratio':[{'number':1}]}",
                "{'ratio':[1,2]}",
                "{'metric':'speed','scenario':'a','variant':'b','level':'1'}",
                "{'share-of-prediction':'p99','scenario':'a','variant':'b','level':'1'}",
                "{'metric':'mean','scenario':'a','variant':'b','level':'many'}",
                "{'metric':'mean','variant':'b','level':'1'}"
            })
    void whatIsNoExpressionIsADefect(String json) {
        assertThatThrownBy(() -> expression(json)).isInstanceOf(IllegalArgumentException.class);
    }
}
