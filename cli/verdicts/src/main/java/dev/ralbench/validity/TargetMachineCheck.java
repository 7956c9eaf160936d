package dev.ralbench.validity;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.Optional;

/** Whether the hypervisor took CPU time from the machine of a target that is on another one than the generator. Pure. */
final class TargetMachineCheck {
    /** CPU time comes in ticks of 10 ms: in a shorter window few of them would be a large share. */
    private static final double SHORTEST_SECONDS = 1;

    private static final Limit STEAL = Limit.share(0.1).invalid();

    static final Check CHECK = Check.of(
            STEAL.row(
                    "steal on the target's machine, of the CPUs' time in a window of 1 s and more, if an agent has the"
                            + " target (`inside.machine.stealShare`)"),
            evidence -> find(evidence.measurement()));

    private TargetMachineCheck() {}

    static Optional<CheckFinding> find(Measurement measurement) {
        return Worst.of(measurement, TargetMachineCheck::steal)
                .filter(worst -> STEAL.isExceededBy(worst.value()))
                .map(worst -> CheckFinding.invalid(
                        "%s of the CPUs' time of the target's machine %s was stolen by its host (at most %s)",
                        STEAL.text(worst.value()), worst.where(), STEAL.text()));
    }

    private static Optional<Double> steal(WindowMeasurement window) {
        return window.views()
                .inside()
                .flatMap(inside -> inside.machine())
                .filter(machine -> machine.seconds() >= SHORTEST_SECONDS)
                .flatMap(machine -> machine.stealShare());
    }
}
