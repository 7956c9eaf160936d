package dev.ralbench.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Numbers;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.CountedResults;
import dev.ralbench.testing.Results;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReproductionTest {
    private static final RunResult BURST = CountedResults.burst();

    private static Reproduction of(RunResult run) {
        return Reproduction.of(run).orElseThrow();
    }

    private static RunResult waiting(Map<String, Double> delays) {
        var predictions = new TreeMap<String, PredictionResult>();
        delays.forEach((variant, millis) -> predictions.put(
                variant, PredictionResult.ofDelay(millis, Optional.empty(), Optional.empty(), Optional.empty())));
        return Copy.of(BURST).with("expected.predictions", predictions).made();
    }

    @Test
    void whatWaitsAsLongAsPublishedIsComparedAndWhatDoesNotIsNamed() {
        var delay = of(BURST);

        assertThat(delay.isComparable("netty-io")).isTrue();
        assertThat(delay.isComparable("netty-blocking")).isFalse();
        assertThat(delay.notes())
                .containsExactly(
                        "no published figures are shown for netty-blocking (test3), because the delay is another"
                                + " one: 300 ms here, 30.0 s there");
    }

    @Test
    void variantsOfOneDelayShareALineAndUnpublishedOnesHaveNone() {
        var delays = Map.of("netty-io", 3000.0, "tomcat-blocking", 3000.0, "netty-blocking", 300.0, "new", 3000.0);
        var delay = of(waiting(delays));

        assertThat(delay.notes())
                .containsExactly(
                        "no published figures are shown for netty-blocking (test3), because the delay is another one:"
                                + " 300 ms here, 30.0 s there",
                        "no published figures are shown for netty-io (test1), tomcat-blocking (test6), because the delay"
                                + " is another one: 3.00 s here, 30.0 s there");
    }

    /** Two calls of 2 s, one after the other or at once. */
    @Test
    void aVariantMayWaitLongerThanTheOthersOfItsStudy() {
        var quick = combined(Map.of("sequence", 400.0, "parallel", 200.0));
        var published = combined(Map.of("sequence", 4000.0, "parallel", 2000.0));

        assertThat(of(published).notes()).isEmpty();
        assertThat(of(published).isComparable("sequence")).isTrue();
        assertThat(of(quick).isComparable("sequence")).isFalse();
        assertThat(of(quick).notes())
                .containsExactly(
                        "no published figures are shown for parallel, because the delay is another one: 200 ms here,"
                                + " 2.00 s there",
                        "no published figures are shown for sequence, because the delay is another one: 400 ms here,"
                                + " 4.00 s there");
    }

    private static RunResult combined(Map<String, Double> delays) {
        return Copy.of(waiting(delays))
                .with("expected.reference", Optional.of("par.combined-c10"))
                .made();
    }

    @Test
    void whereNoDelayIsKnownFiguresAreComparedAsEver() {
        var ofNoKnownScenario = of(Copy.of(BURST)
                .with("expected.reference", Optional.of("ral.none"))
                .made());

        assertThat(of(BURST).isComparable("netty-blocking-host-loops")).isTrue();
        assertThat(ofNoKnownScenario.isComparable("netty-blocking")).isTrue();
        assertThat(ofNoKnownScenario.notes()).isEmpty();
    }

    private static List<String> another(String reference, Optional<Double> userSeconds, Optional<Long> requests) {
        var like = Results.delay200();
        var generator = new RunResult.Generator(
                like.generator().sender(), Optional.empty(), userSeconds, requests, Optional.empty());
        var run = Copy.of(like)
                .with("generator", generator)
                .with("expected.reference", Optional.of(reference))
                .with("expected.predictions", Map.of())
                .made();
        return of(run).notes();
    }

    @ParameterizedTest
    @CsvSource({"par.combined-c10, 200", "par.combined-c100, 2000", "cor.burst-1000, 1000"})
    void thePublishedNumberOfRequestsIsThePublishedLoad(String reference, long requests) {
        assertThat(another(reference, Optional.empty(), Optional.of(requests))).isEmpty();
        assertThat(another(reference, Optional.empty(), Optional.of(requests / 2)))
                .containsExactly("published figures are not shown, because the load is another one: "
                        + Numbers.count(requests / 2.0) + " requests here, " + Numbers.count((double) requests)
                        + " there");
    }

    @Test
    void soAreThePublishedUserSeconds() {
        assertThat(another("imp.delay-200", Optional.of(71_664.0), Optional.empty()))
                .isEmpty();
        assertThat(another("imp.delay-200", Optional.of(14_336.0), Optional.empty()))
                .containsExactly(
                        "published figures are not shown, because the load is another one: 14 336 user-seconds here,"
                                + " 71 680 there");
    }

    /** What a study does not say, or a plan leaves open, decides nothing. */
    @Test
    void anUnknownLoadIsNoOther() {
        assertThat(another("imp.delay-200", Optional.empty(), Optional.of(5L))).isEmpty();
        assertThat(another("ral.fan-out-10x10", Optional.empty(), Optional.of(600L)))
                .isEmpty();
        assertThat(another("par.combined-c10", Optional.empty(), Optional.empty()))
                .isEmpty();
    }

    @Test
    void ofAnotherLoadNoFigureIsShown() {
        var like = Results.delay200();
        var half = like.generator().offeredUserSeconds().map(all -> all / 2);
        var other = Copy.of(like).with("generator.offeredUserSeconds", half).made();

        assertThat(of(like).figure("reactive", RequestMetrics.REQUESTS)).isPresent();
        assertThat(of(other).figure("reactive", RequestMetrics.REQUESTS)).isEmpty();
        assertThat(of(other).states(RequestMetrics.REQUESTS)).isTrue();
        assertThat(of(other).states(RequestMetrics.TOTAL_TIME)).isFalse();
    }

    /** Of the study of coroutines, whose variants are called tests. */
    @ParameterizedTest
    @CsvSource({"test1, rps.peak, about 940/s", "test3, rps.peak, at most 100/s", "test6, total-time, 150 s"})
    void qualifiersStay(String variant, String metric, String text) {
        var stated = ReferenceFigures.of("cor").orElseThrow().published("cor.burst-1000", variant, metric);
        assertThat(stated.map(Reproduction::text)).contains(text);
    }

    @Test
    void aRunOfNoStudyReproducesNone() {
        assertThat(Reproduction.of(Copy.of(BURST)
                        .with("expected.reference", Optional.empty())
                        .made()))
                .isEmpty();
        assertThat(Reproduction.of(Copy.of(BURST)
                        .with("expected.reference", Optional.of("mine.burst"))
                        .made()))
                .isEmpty();
    }
}
