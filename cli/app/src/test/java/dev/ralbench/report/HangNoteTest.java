package dev.ralbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Unanswered;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.page.Page;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.CountedResults;
import dev.ralbench.testing.ScriptedSender;
import dev.ralbench.testing.ScriptedSender.Script;
import dev.ralbench.testing.ScriptedSender.ScriptedResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HangNoteTest {
    /** Of real loads, so that the words of the load generator are recognized. */
    private static Measurement measured(int users, long loops, Script script) {
        var within = Optional.of(Duration.ofSeconds(5));
        var plan =
                LoadPlan.of(new LoadShape.LoopsPerUser(users, loops, Duration.ZERO, within), Duration.ofMillis(2_500));
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
                start -> start < 1_000 || start > 4_000_000_000L
                        ? ScriptedResponse.never()
                        : ScriptedResponse.ok(start + 2_400_000_000L));

        assertThat(HangNote.of(measurement))
                .contains("2 requests still open at the end of their level (hung), 2 timed out after 2.5 s");
        assertThat(measurement.failureDetails().keySet()).isNotEmpty().allMatch(Unanswered::isOne);
    }

    @Test
    void oneOfEachIsInTheSingular() {
        assertThat(HangNote.of(measured(1, 1, start -> ScriptedResponse.never())))
                .contains("1 request timed out after 2.5 s");
        assertThat(HangNote.of(measured(1, 2, start -> ScriptedResponse.ok(start + 2_400_000_000L))))
                .isEmpty();
        assertThat(HangNote.of(measured(1, 3, start -> ScriptedResponse.ok(start + 2_400_000_000L))))
                .contains("1 request still open at the end of its level (hung)");
    }

    @Test
    void whatTheTargetDroppedIsSaidToBeTheCause() {
        var hung = measured(1, 1, start -> ScriptedResponse.never());

        assertThat(HangNote.of(counting(hung, Map.of("a_dropped_total{kind=\"x\"}", 900.0, "b_dropped_total", 14.0))))
                .contains("1 request timed out after 2.5 s; the target counted 914 dropped tasks");
        assertThat(HangNote.of(counting(hung, Map.of("dropped_tasks_total", 1.0))))
                .contains("1 request timed out after 2.5 s; the target counted 1 dropped task");
    }

    @Test
    void otherCountersAreNoCause() {
        var counters = Map.of("dropped_total", 0.0, "tasks_total{state=\"dropped\"}", 5.0, "tasks_total", 7.0);

        assertThat(HangNote.of(counting(measured(1, 1, start -> ScriptedResponse.never()), counters)))
                .contains("1 request timed out after 2.5 s");
    }

    @Test
    void droppedTasksWithoutAHangAreNoMatterOfThisNote() {
        var sound = measured(1, 1, start -> ScriptedResponse.ok(start + 1_000_000));

        assertThat(HangNote.of(counting(sound, Map.of("dropped_total", 3.0)))).isEmpty();
    }

    private static Measurement counting(Measurement measurement, Map<String, Double> counters) {
        return Copy.of(measurement)
                .with("wholeRun", measurement.wholeRun().with(Map.of(), counters))
                .made();
    }

    @Test
    void aLevelWhoseEveryRequestHangsHasItsRow() {
        var lines =
                new RunTable(CountedResults.allHung(), RunTable.Detail.SHORT).render(Page.plain(100), Optional.empty());

        assertThat(lines).anyMatch(line -> line.matches("10 cold  pooled-dropping \\(v2\\) +0/s( +–){3} +100 %.*"));
        assertThat(lines)
                .contains(
                        "pooled-dropping: 10 requests still open at the end of their level (hung), 10 timed out after 10 s")
                .noneMatch(line -> line.contains("failed requests:"));
    }
}
