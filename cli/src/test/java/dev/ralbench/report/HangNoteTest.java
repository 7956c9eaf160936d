package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.testing.CountedResults;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Answer;
import dev.ralbench.testing.ScriptedSender.Script;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HangNoteTest {
    /** Of real loads, so that the words of the load generator are recognized. */
    private static Measurement measured(int users, long loops, Script script) {
        var within = Optional.of(Duration.ofSeconds(5));
        var plan = new LoadPlan(
                new LoadShape.LoopsPerUser(users, loops, Duration.ZERO, within),
                Optional.empty(),
                Duration.ofMillis(2_500),
                Duration.ZERO,
                true,
                LoadPlan.OnFailure.CONTINUE);
        var sender = new ScriptedSender(1, script);
        var recording = new LoadRecording();
        var unused = new LoadGenerator(plan, sender, recording, window -> {}).start();
        sender.run();
        return recording.finish(plan, "");
    }

    @Test
    void hangsAndTimeOutsAreOneSentence() {
        var measurement = measured(
                2,
                4,
                start -> start < 1_000 || start > 4_000_000_000L ? Answer.never() : Answer.ok(start + 2_400_000_000L));

        assertThat(HangNote.of(measurement))
                .contains("2 requests still open at the end of their level (hung), 2 timed out after 2.5 s");
        assertThat(measurement.failureDetails().keySet()).isNotEmpty().allMatch(HangNote::says);
    }

    @Test
    void oneOfEachIsInTheSingular() {
        assertThat(HangNote.of(measured(1, 1, start -> Answer.never()))).contains("1 request timed out after 2.5 s");
        assertThat(HangNote.of(measured(1, 2, start -> Answer.ok(start + 2_400_000_000L))))
                .isEmpty();
        assertThat(HangNote.of(measured(1, 3, start -> Answer.ok(start + 2_400_000_000L))))
                .contains("1 request still open at the end of its level (hung)");
    }

    @Test
    void aLevelWhoseEveryRequestHangsHasItsRow() {
        var lines =
                new RunTable(CountedResults.allHung(), RunTable.Detail.SHORT).render(Page.plain(100), Optional.empty());

        assertThat(lines).anyMatch(line -> line.matches("10 cold  pooled-dropping +0/s +– +– +100 %.*"));
        assertThat(lines)
                .contains(
                        "pooled-dropping: 10 requests still open at the end of their level (hung), 10 timed out after 10 s")
                .noneMatch(line -> line.contains("failed requests:"));
    }
}
