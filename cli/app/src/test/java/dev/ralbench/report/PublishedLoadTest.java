package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.page.Numbers;
import dev.ralbench.result.ReferenceFigures;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Results;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishedLoadTest {
    private static Optional<String> another(String reference, Optional<Double> userSeconds, Optional<Long> requests) {
        var like = Results.delay200();
        var generator = new RunResult.Generator(like.generator().sender(), userSeconds, requests, Optional.empty());
        var run = Copy.of(like)
                .with("generator", generator)
                .with("expected.reference", Optional.of(reference))
                .made();
        return PublishedLoad.another(run, ReferenceFigures.of(reference).orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({"par.combined-c10, 200", "par.combined-c100, 2000", "cor.burst-1000, 1000"})
    void thePublishedNumberOfRequestsIsThePublishedLoad(String reference, long requests) {
        assertThat(another(reference, Optional.empty(), Optional.of(requests))).isEmpty();
        assertThat(another(reference, Optional.empty(), Optional.of(requests / 2)))
                .contains("published figures are not shown, because the load is another one: "
                        + Numbers.count(requests / 2.0) + " requests here, " + Numbers.count((double) requests)
                        + " there");
    }

    @Test
    void soAreThePublishedUserSeconds() {
        assertThat(another("imp.delay-200", Optional.of(71_664.0), Optional.empty()))
                .isEmpty();
        assertThat(another("imp.delay-200", Optional.of(14_336.0), Optional.empty()))
                .contains("published figures are not shown, because the load is another one: 14 336 user-seconds here,"
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
}
