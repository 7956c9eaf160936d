package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.GeneratorGauges.Memory;
import dev.ralbench.measurement.GeneratorGauges.Supplies;
import dev.ralbench.measurement.GeneratorGauges.ThreadWaits;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Usages;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratorGaugesTest {
    private static final ThreadWaits WAITS = Usages.UNHINDERED.waits();

    private static ThreadWaits stoodStill(double millis, double queuedMillis) {
        return Copy.of(WAITS)
                .with("standstillMillis", Optional.of(millis))
                .with("standstillQueuedMillis", Optional.of(queuedMillis))
                .made();
    }

    private static ThreadWaits stepped(double millis) {
        return Copy.of(WAITS).with("clockStepMillis", Optional.of(millis)).made();
    }

    @Test
    void timesOffTheCpuAddUp() {
        var one = Copy.of(WAITS)
                .with("queuedSeconds", Optional.of(0.5))
                .with("loopCpuSeconds", Optional.of(1.5))
                .with("safepointSeconds", Optional.of(0.25))
                .made();
        var both = one.plus(one);

        assertThat(both.queuedSeconds()).contains(1.0);
        assertThat(both.loopCpuSeconds()).contains(3.0);
        assertThat(both.safepointSeconds()).contains(0.5);
    }

    /** The part that others had the CPU is of the longest standstill, though another's may be greater. */
    @Test
    void theLongestStandstillIsKeptWithItsOwnCause() {
        var longest = stoodStill(80, 3);
        var crowded = stoodStill(50, 45);

        assertThat(crowded.plus(longest)).isEqualTo(longest.plus(crowded));
        assertThat(crowded.plus(longest).standstillMillis()).contains(80.0);
        assertThat(crowded.plus(longest).standstillQueuedMillis()).contains(3.0);
    }

    @ParameterizedTest
    @CsvSource({"5, -80, -80", "-80, 5, -80", "80, -5, 80", "-5, 80, 80"})
    void theLargestStepOfTheClockIsKeptWhicheverWayItWent(double one, double other, double largest) {
        assertThat(stepped(one).plus(stepped(other)).clockStepMillis()).contains(largest);
    }

    @Test
    void waitsForMemoryAddUpAndWhatLayInSwapSpaceDoesNot() {
        var one = new Memory(Optional.of(3L), Optional.of(4_096L), Optional.of(0.5));
        var other = new Memory(Optional.of(4L), Optional.of(8_192L), Optional.of(0.25));

        assertThat(one.plus(other)).isEqualTo(new Memory(Optional.of(7L), Optional.of(8_192L), Optional.of(0.75)));
    }

    @Test
    void ofSuppliesTheWorstCounts() {
        var one = new Supplies(Optional.of(12L), Optional.of(28_232L), Optional.of(100L), Optional.of(0.3));
        var other = new Supplies(Optional.of(90L), Optional.of(28_232L), Optional.of(7L), Optional.of(0.1));

        assertThat(one.plus(other))
                .isEqualTo(new Supplies(Optional.of(90L), Optional.of(28_232L), Optional.of(7L), Optional.of(0.3)));
    }

    @Test
    void obstaclesOfEachKindAreMerged() {
        var swapped = new Memory(Optional.of(3L), Optional.of(4_096L), Optional.of(0.5));
        var scarce = new Supplies(Optional.of(12L), Optional.of(28_232L), Optional.of(1L), Optional.of(0.9));
        var hindered = new GeneratorGauges(stoodStill(80, 3), swapped, scarce);
        var both = Usages.UNHINDERED.plus(hindered);

        assertThat(both.waits().standstillMillis()).contains(80.0);
        assertThat(both.memory()).isEqualTo(swapped);
        assertThat(both.supplies()).isEqualTo(scarce);
    }

    @Test
    void aFigureThatOneOfTheWindowsDoesNotHaveIsUnknown() {
        var unknown = Copy.of(Usages.UNHINDERED)
                .with("waits.queuedSeconds", Optional.empty())
                .with("memory.majorFaults", Optional.empty())
                .with("supplies.descriptorsLeft", Optional.empty())
                .made();
        var both = Usages.UNHINDERED.plus(unknown);

        assertThat(both.waits().queuedSeconds()).isEmpty();
        assertThat(both.memory().majorFaults()).isEmpty();
        assertThat(both.supplies().descriptorsLeft()).isEmpty();
    }
}
