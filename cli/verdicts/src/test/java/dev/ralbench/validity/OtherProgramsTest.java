package dev.ralbench.validity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.GeneratorGauges;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.MachineCpu;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Series;
import dev.ralbench.measurement.TargetMachine;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.testing.Distributions;
import dev.ralbench.testing.Strains;
import dev.ralbench.testing.Usages;
import dev.ralbench.testing.Windows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtherProgramsTest {
    private static final double TARGET_SECONDS = 3;
    private static final Optional<InsideView> INSIDE = Optional.of(new InsideView(
            "proc",
            TARGET_SECONDS,
            1,
            1,
            Map.of(),
            0,
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()));

    /** In a window of so many seconds ralbench used 0.4 of two CPUs, the target three seconds in all. */
    private static Optional<CheckFinding> finding(double seconds, MachineCpu machine, Optional<InsideView> inside) {
        return finding(seconds, machine, inside, Strains.queued(0.3, 0.4));
    }

    private static Optional<CheckFinding> finding(
            double seconds, MachineCpu machine, Optional<InsideView> inside, GeneratorGauges gauges) {
        return finding(seconds, machine, inside, gauges, 50);
    }

    /** The event loops were late by three milliseconds, the target's responses took so many. */
    private static Optional<CheckFinding> finding(
            double seconds,
            MachineCpu machine,
            Optional<InsideView> inside,
            GeneratorGauges gauges,
            double responseMillis) {
        var late = Usages.hampered(Usages.of(seconds, 0.4, 0.5), 0, 0, Distributions.between(1000, 3, 3));
        var usage = Usages.gauged(Usages.on(late, machine), gauges);
        var window = Windows.level(64, 0, seconds, responseMillis).with(inside, Optional.of(usage));
        return OtherPrograms.finding(new Measurement(List.of(), window, new Series(0.25, List.of()), Map.of(), ""));
    }

    private static MachineCpu machine(double programs) {
        return new MachineCpu(2, programs, Optional.of(1.0));
    }

    @Test
    void cpuTimeOfOtherProgramsIsReportedWithItsShare() {
        assertThat(finding(10, machine(17.6), INSIDE))
                .hasValue(new CheckFinding(
                        ValidityLevel.SUSPECT,
                        "other programs took 48.0 % of the CPUs in the whole load (at most 5.0 %), while an event"
                                + " loop waited for one in 3.0 % of the time: end what else runs there, unless it is a part of the"
                                + " service",
                        Optional.of(Remedy.END_OTHERS_BUT_THE_SERVICE)));
    }

    @Test
    void aTargetOnAnotherMachineTakesNothingHere() {
        var there = new TargetMachine(10, 0.2, Optional.empty(), new MachineCpu(4, 8, Optional.of(1.0)));
        var inside = INSIDE.map(seen -> seen.on(Optional.of(there)));

        assertThat(finding(10, machine(17.6), inside).orElseThrow().reason()).startsWith("other programs took 63.0 %");
    }

    @ParameterizedTest
    @CsvSource({"8.9, false", "9.1, true", "0, false"})
    void aTwentiethOfTheCpusMayBeOthers(double programs, boolean isFinding) {
        assertThat(finding(10, machine(programs), INSIDE).isPresent())
                .as("4 s are ralbench's, 3 the target's, 1 of its servers")
                .isEqualTo(isFinding);
    }

    /** A database of the service's own, on a machine with room for it. */
    @Test
    void ifNoUserHadToWaitNothingIsReported() {
        assertThat(finding(10, machine(17.6), INSIDE, Strains.queued(0.05, 0.1)))
                .isEmpty();
        assertThat(finding(10, machine(17.6), INSIDE, Strains.queued(0.3, 2.1))).isEmpty();
    }

    /** Three milliseconds of 200 change no figure. */
    @Test
    void whereTheWaitsDoNotShowInTheResponseTimesNothingIsSaid() {
        assertThat(finding(10, machine(17.6), INSIDE, Strains.queued(0.3, 0.4), 200))
                .isEmpty();
    }

    @Test
    void whereNotAllThatTakePartAreKnownNothingIsSaid() {
        assertThat(finding(10, machine(17.6), Optional.empty())).isEmpty();
        assertThat(finding(10, new MachineCpu(2, 17.6, Optional.empty()), INSIDE))
                .isEmpty();
    }

    @Test
    void aShortWindowHasTooFewTicks() {
        assertThat(finding(1.9, machine(6), INSIDE)).isEmpty();
    }

    @Test
    void aBusyMachineIsToldOfAllWindowsTogether() {
        var quiet = window(machine(8));
        var busy = window(machine(17.6));

        assertThat(ValidityJudge.busyMachine(List.of(measured(busy), measured(quiet))))
                .hasValue("other programs took 24.0 % of its CPUs");
        assertThat(ValidityJudge.busyMachine(List.of(measured(quiet), measured(quiet))))
                .isEmpty();
        assertThat(ValidityJudge.busyMachine(List.of())).isEmpty();
    }

    private static WindowMeasurement window(MachineCpu machine) {
        return Windows.level(64, 0, 10, 50).with(INSIDE, Optional.of(Usages.on(Usages.of(10, 0.4, 0.5), machine)));
    }

    private static Measurement measured(WindowMeasurement window) {
        return new Measurement(List.of(window), window, new Series(0.25, List.of()), Map.of(), "");
    }
}
