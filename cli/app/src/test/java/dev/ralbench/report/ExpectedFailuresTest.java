package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.RunResult;
import dev.ralbench.testing.CountedResults;
import dev.ralbench.testing.Results;
import org.junit.jupiter.api.Test;

class ExpectedFailuresTest {

    /** All notes as one line. */
    private static String notes(RunResult run) {
        return String.join(" ", new RunNotes(new RunView(run), RunTable.Detail.SHORT).texts());
    }

    @Test
    void whyRequestsFailIsSaidOnceForAllTrials() {
        assertThat(notes(CountedResults.fanOut(3)))
                .containsOnlyOnce(
                        "pooled-dropping: failed requests are expected of this variant: the published executor"
                                + " drops tasks, and requests that wait for them hang")
                .doesNotContain("no request failed");
    }

    @Test
    void expectedFailuresThatDidNotHappenAreReported() {
        assertThat(notes(CountedResults.nothingDropped()))
                .contains("pooled-dropping: no request failed, though failures were expected")
                .doesNotContain("are expected of this variant");
    }

    @Test
    void otherVariantsAreJudgedAsEver() {
        assertThat(notes(Results.troubled())).doesNotContain("expected");
    }
}
