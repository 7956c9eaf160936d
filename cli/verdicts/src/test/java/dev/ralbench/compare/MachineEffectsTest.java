package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.testing.Comparisons;
import dev.ralbench.testing.SyntheticRun;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pairs of several machines. */
class MachineEffectsTest {
    private static final SyntheticRun SHOP =
            SyntheticRun.of("base", "head").blocks(8).levels(20).turns(4).noise(0.005);

    @Test
    void oneMachineHasNothingToDisagreeAbout() {
        var comparison = Comparisons.of(SHOP.runId("1").run(), SHOP.runId("2").run());

        assertThat(Machine.of(comparison.runs())).containsExactly(new Machine(Map.of(), List.of(0, 1)));
        assertThat(effects(comparison)).isEmpty();
    }

    @Test
    void aMachineIsToldByWhatItDoesNotShare() {
        var machines = Machine.of(List.of(SHOP.run(), SHOP.cpu("Xeon").run(), SHOP.run()));

        assertThat(machines)
                .containsExactly(
                        new Machine(Map.of("machine.cpu", "AMD EPYC 7763"), List.of(0, 2)),
                        new Machine(Map.of("machine.cpu", "Xeon"), List.of(1)));
    }

    @ParameterizedTest
    @CsvSource({"0.1, 0.1, false", "0.0, 0.1, true", "0.1, -0.1, true"})
    void eachMachineHasItsEstimateAndADisagreementIsSeen(double here, double there, boolean isBeyondNoise) {
        var comparison = Comparisons.of(
                SHOP.harm("head", here).run(),
                SHOP.runId("there").seed(9).cpu("Xeon").harm("head", there).run());

        var goodput = effects(comparison).stream()
                .filter(each -> each.cell().id().equals("goodput@20"))
                .findFirst()
                .orElseThrow();

        assertThat(comparison.kind()).isEqualTo(ComparisonKind.PAIRED);
        assertThat(comparison.blocks()).isEqualTo(16);
        assertThat(goodput.estimates().get(0).orElseThrow()).isCloseTo(here, within(0.01));
        assertThat(goodput.estimates().get(1).orElseThrow()).isCloseTo(there, within(0.01));
        assertThat(goodput.range()).isCloseTo(Math.abs(here - there), within(0.01));
        assertThat(goodput.isBeyondNoise()).isEqualTo(isBeyondNoise);
    }

    @Test
    void oneBlockOnAMachineIsNoNoiseToHoldItAgainst() {
        var comparison = Comparisons.of(
                SHOP.run(),
                SHOP.runId("there").blocks(1).cpu("Xeon").harm("head", 1).run());

        assertThat(effects(comparison)).isNotEmpty().allSatisfy(each -> {
            assertThat(each.probability()).isEmpty();
            assertThat(each.isBeyondNoise()).isFalse();
        });
    }

    private static List<MachineEffects> effects(Comparison comparison) {
        return MachineEffects.of(Machine.of(comparison.runs()), comparison.cells());
    }
}
