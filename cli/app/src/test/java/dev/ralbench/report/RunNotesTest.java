package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.RunResult;
import dev.ralbench.result.RunResult.PredictionResult;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.CountedResults;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Notes that other classes have no test of. */
class RunNotesTest {
    private static List<String> notes(RunResult run, long atLeast) {
        var prediction = new PredictionResult(
                257,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(atLeast),
                Optional.empty());
        var predicted = Copy.of(run)
                .with("expected.predictions", Map.of("pooled-dropping", prediction))
                .made();
        return notes(predicted);
    }

    private static List<String> notes(RunResult run) {
        return new RunNotes(new RunView(run), RunTable.Detail.SHORT).texts();
    }

    /** In each of five warm rounds nine requests time out and nine are open at the end. */
    @Test
    void whatHungIsSaidNextToWhatDoesAtLeast() {
        assertThat(notes(CountedResults.fanOut(1), 70))
                .contains("pooled-dropping: 90 requests hung at the last level, at least 70 predicted");
    }

    @Test
    void fewerThanPredictedHaveTheirReason() {
        assertThat(notes(CountedResults.nothingDropped(), 14))
                .contains("pooled-dropping: 0 requests hung at the last level, at least 14 predicted: some tasks"
                        + " ended before all were handed over, which the prediction leaves out");
    }

    @Test
    void whereNoneIsPredictedNothingIsSaid() {
        assertThat(notes(CountedResults.fanOut(1))).noneMatch(note -> note.contains("hung at the last level"));
    }
}
