package dev.ralbench.measurement;

import java.util.Optional;

/**
 * What programs took of all of the machine's processors in one window, interrupts not included.
 *
 * @param processors of the machine
 * @param programSeconds CPU time of all programs, and of the kernel on their behalf
 * @param dependencySeconds the part of what was started beside the target: servers, and the stub of a remote service; empty
 *     where one of them was not started by ralbench, so that its processes are not known
 */
public record MachineCpu(int processors, double programSeconds, Optional<Double> dependencySeconds) {

    /** Both windows together. */
    MachineCpu plus(MachineCpu other) {
        return new MachineCpu(
                processors,
                programSeconds + other.programSeconds,
                dependencySeconds.flatMap(mine -> other.dependencySeconds.map(theirs -> mine + theirs)));
    }
}
