package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.ReferenceFigures;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.CountedResults;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PublishedDelayTest {
    private static final RunResult BURST = CountedResults.burst();

    private static PublishedDelay of(RunResult run, String study) {
        return new PublishedDelay(run, ReferenceFigures.of(study).orElseThrow());
    }

    private static RunResult waiting(Map<String, Double> delays) {
        var predictions = new TreeMap<String, PredictionResult>();
        delays.forEach((variant, millis) -> predictions.put(
                variant, PredictionResult.ofDelay(millis, Optional.empty(), Optional.empty(), Optional.empty())));
        return Copy.of(BURST).with("expected.predictions", predictions).made();
    }

    @Test
    void whatWaitsAsLongAsPublishedIsComparedAndWhatDoesNotIsNamed() {
        var delay = of(BURST, "cor");

        assertThat(delay.isThatOf("netty-io")).isTrue();
        assertThat(delay.isThatOf("netty-blocking")).isFalse();
        assertThat(delay.notes())
                .containsExactly(
                        "no published figures are shown for netty-blocking (test3), because the delay is another"
                                + " one: 300 ms here, 30.0 s there");
    }

    @Test
    void variantsOfOneDelayShareALineAndUnpublishedOnesHaveNone() {
        var delays = Map.of("netty-io", 3000.0, "tomcat-blocking", 3000.0, "netty-blocking", 300.0, "new", 3000.0);
        var delay = of(waiting(delays), "cor");

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

        assertThat(of(published, "par").notes()).isEmpty();
        assertThat(of(published, "par").isThatOf("sequence")).isTrue();
        assertThat(of(quick, "par").isThatOf("sequence")).isFalse();
        assertThat(of(quick, "par").notes())
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
        assertThat(of(BURST, "cor").isThatOf("netty-blocking-host-loops")).isTrue();
        assertThat(of(BURST, "ral").isThatOf("netty-blocking")).isTrue();
        assertThat(of(BURST, "ral").notes()).isEmpty();
    }
}
