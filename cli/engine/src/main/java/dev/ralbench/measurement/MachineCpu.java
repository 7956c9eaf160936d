package dev.ralbench.measurement;

import java.util.Optional;

/**
 * CPU time of programs in one window, on the CPUs that generator, target and dependencies may run on; without
 * interrupts.
 *
 * @param processors how many these are
 * @param programSeconds CPU time of all programs, and of the kernel on their behalf
 * @param dependencySeconds the part of the dependencies: servers, and the stub of a remote service; in turns also of the
 *     other targets, and of their dependencies; empty if one of them was not started by ralbench, because its processes
 *     are not known
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
