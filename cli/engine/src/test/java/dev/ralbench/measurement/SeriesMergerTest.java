package dev.ralbench.measurement;

import static dev.ralbench.measurement.RecordedLoad.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.load.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesMergerTest {
    private static final long FULL_MILLIS = 250L * SlotTally.MOST_SLOTS;

    private final RecordedLoad load = new RecordedLoad(2);

    @Test
    void whatLoopsSawInOneSlotAddsUp() {
        load.begins(0, 0);
        for (int loop = 0; loop < 2; loop++) {
            load.loop(loop).activeUsers(3 + loop);
            load.loop(loop).requestStarted(0, 300 * MILLI);
            load.request(loop, 0, Outcome.OK, 300, 400, "");
            load.request(loop, 0, Outcome.RESET, 300, 400, "reset");
        }
        var slot = load.ends(500, 1).series().slots().getLast();

        assertThat(slot.completions()).isEqualTo(2);
        assertThat(slot.failures()).isEqualTo(2);
        assertThat(slot.users()).isEqualTo(7);
        assertThat(slot.inFlight()).isEqualTo(2);
    }

    @Test
    void responsesBeyondALimitAreCountedInTheSlotInWhichTheyEnded() {
        var limited = new RecordedLoad(2, SlotLimits.of(List.of(100.0, 50.0)));
        limited.begins(0, 0);
        for (int loop = 0; loop < 2; loop++) {
            limited.request(loop, 0, Outcome.OK, 0, 50, "");
            limited.request(loop, 0, Outcome.OK, 0, 100, "");
            limited.request(loop, 0, Outcome.OK, 300, 401, "");
            limited.request(loop, 0, Outcome.RESET, 300, 450, "reset");
        }
        assertThat(limited.ends(500, 1).series().beyond())
                .containsExactly(new Series.Beyond(50, List.of(2L, 2L)), new Series.Beyond(100, List.of(0L, 2L)));
    }

    /** Two slots of 250 ms become one. */
    @Test
    void foldedSlotsKeepTheResponsesBeyondALimit() {
        var limited = new RecordedLoad(1, SlotLimits.of(List.of(100.0)));
        limited.begins(0, 0);
        limited.request(0, 0, Outcome.OK, 0, 200, "");
        limited.request(0, 0, Outcome.OK, 100, 300, "");
        limited.request(0, 0, Outcome.OK, 0, FULL_MILLIS + 100, "");
        var beyond =
                limited.ends(FULL_MILLIS + 200, 1).series().beyond().getFirst().counts();

        assertThat(beyond.getFirst()).isEqualTo(2);
        assertThat(beyond.getLast()).isOne();
    }

    /** The slots of a loop that ended early are still short. */
    @Test
    void loopsHaveSlotsOfOneLength() {
        load.begins(0, 0);
        load.request(0, 0, Outcome.OK, 0, 700, "");
        load.loop(0).windowEnded(1_000 * MILLI);
        load.request(1, 0, Outcome.OK, 0, FULL_MILLIS + 100, "");
        var series = load.ends(FULL_MILLIS + 200, 1).series();

        assertThat(series.slotSeconds()).isEqualTo(0.5);
        assertThat(series.slots().get(1).completions()).isOne();
        assertThat(series.slots()).hasSize(SlotTally.MOST_SLOTS / 2 + 1);
    }

    @Test
    void aSlotHasThePercentilesOfTheSampleThatItsMiddleLiesIn() {
        load.begins(0, 0);
        for (int i = 0; i < 20; i++) {
            load.request(0, 0, Outcome.OK, 0, 100, "");
        }
        load.recording.sample(300 * MILLI);
        for (int i = 0; i < 20; i++) {
            load.request(0, 0, Outcome.OK, 300, 500, "");
        }
        load.recording.sample(600 * MILLI);
        var slots = load.ends(1_000, 1).series().slots();

        assertThat(slots.get(0).p50Millis().orElseThrow()).isEqualTo(100, within(0.2));
        assertThat(slots.get(1).p50Millis().orElseThrow()).isEqualTo(200, within(0.2));
    }

    @Test
    void afterTheLastSampleThereAreNoPercentiles() {
        load.begins(0, 0);
        load.recording.sample(300 * MILLI);
        for (int i = 0; i < 2_000; i++) {
            load.request(0, 0, Outcome.OK, 400, 500, "");
        }
        var last = load.ends(1_000, 1).series().slots().getLast();

        assertThat(last.p50Millis()).isEmpty();
        assertThat(last.p99Millis()).isEmpty();
    }
}
