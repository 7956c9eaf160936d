package dev.ralbench.measurement;

import java.util.Optional;

/**
 * The work of the load generator in about the last second.
 *
 * @param cores CPUs that ralbench used
 * @param processors CPUs that it may use
 * @param hasOwnCpus whether no other process is to run on these
 * @param machineBusyShare how much of the CPUs that generator and target may run on was busy with anything, 0 to 1; empty if
 *     the kernel does not say
 */
public record GeneratorGlance(double cores, int processors, boolean hasOwnCpus, Optional<Double> machineBusyShare) {}
