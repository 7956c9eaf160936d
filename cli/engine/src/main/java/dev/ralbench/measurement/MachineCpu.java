package dev.ralbench.measurement;

import java.util.Optional;

/**
 * What programs took, in one window, of the CPUs that generator, target and what was started next to it may run on;
 * interrupts are not included.
 *
 * @param processors how many these are
 * @param programSeconds CPU time of all programs, and of the kernel on their behalf
 * @param dependencySeconds the part of what was started next to the target: servers, and the stub of a remote service; empty
 *     where one of them was not started by ralbench, so that its processes are not known, and where variants take turns
 */
public record MachineCpu(int processors, double programSeconds, Optional<Double> dependencySeconds) {

    /** Both windows together. */
    MachineCpu plus(MachineCpu other) {
        return new MachineCpu(
                processors,
                programSeconds + other.programSeconds,
                KnownOfBoth.of(dependencySeconds, other.dependencySeconds, Double::sum));
    }
}
