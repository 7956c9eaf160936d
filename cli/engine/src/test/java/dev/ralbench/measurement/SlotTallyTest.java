package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class SlotTallyTest {
    private static final long SLOT = SlotTally.FIRST_SLOT_NANOS;

    @Test
    void anEventFallsIntoTheSlotOfItsTime() {
        var slots = new SlotTally(SlotLimits.NONE);
        assertThat(slots.slotAt(0)).isZero();
        assertThat(slots.slotAt(SLOT - 1)).isZero();
        assertThat(slots.slotAt(SLOT)).isOne();
        assertThat(slots.series().slots()).hasSize(2);
    }

    @Test
    void usersStayWhatTheyWereUntilSomethingIsNoted() {
        var slots = new SlotTally(SlotLimits.NONE);
        slots.state(slots.slotAt(2 * SLOT), 7, 5);
        slots.slotAt(6 * SLOT);
        assertThat(slots.series().slots()).extracting(Series.Slot::users).containsExactly(0, 0, 7, 7, 7, 7, 7);
        assertThat(slots.series().slots().get(5).inFlight()).isEqualTo(5);
    }

    @RepeatedTest(20)
    void foldingLosesNoCount(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        var slots = new SlotTally(SlotLimits.NONE);
        long hours = SLOT * SlotTally.MOST_SLOTS * (1 + random.nextInt(9));
        int events = 10_000;
        for (int i = 0; i < events; i++) {
            int slot = slots.slotAt(random.nextLong(hours));
            if (random.nextBoolean()) {
                slots.completed(slot, 1);
            } else {
                slots.failed(slot);
            }
        }
        var counted = slots.series().slots();
        assertThat(counted).hasSizeLessThanOrEqualTo(SlotTally.MOST_SLOTS);
        assertThat(counted.stream()
                        .mapToLong(slot -> slot.completions() + slot.failures())
                        .sum())
                .isEqualTo(events);
    }

    @Test
    void foldedSlotsAreTwiceAsLong() {
        var slots = new SlotTally(SlotLimits.NONE);
        slots.completed(slots.slotAt(3 * SLOT), 1);
        slots.slotAt(SLOT * SlotTally.MOST_SLOTS);
        assertThat(slots.series().slotSeconds()).isEqualTo(2 * SLOT / 1e9);
        assertThat(slots.series().slots().get(1).completions()).isOne();
    }

    @Test
    void ofTwoFoldedSlotsTheLaterStateStays() {
        var slots = new SlotTally(SlotLimits.NONE);
        slots.state(slots.slotAt(2 * SLOT), 7, 5);
        slots.state(slots.slotAt(3 * SLOT), 9, 6);
        slots.state(slots.slotAt(4 * SLOT), 8, 4);
        slots.slotAt(SLOT * SlotTally.MOST_SLOTS);
        var folded = slots.series().slots();

        assertThat(folded.subList(0, 3)).extracting(Series.Slot::users).containsExactly(0, 9, 8);
        assertThat(folded.get(1).inFlight()).isEqualTo(6);
    }
}
