package dev.ralbench.measurement;

import java.util.Optional;

/**
 * The work of the load generator and the machine in one window.
 *
 * @param seconds length of the window
 * @param cpuSeconds CPU time of ralbench's own process
 * @param machine use of the machine's CPUs and memory
 * @param jvm the work of ralbench's own JVM
 * @param gauges obstacles of the generator; empty in results that do not have it
 * @param otherWorkShare of the generator's own CPUs, taken by other processes, 0 to 1; empty if it has no CPUs of its
 *     own
 * @param machineCpu CPU time of programs on these CPUs; empty if the kernel does not say, and in results that do not
 *     have it
 */
public record GeneratorUsage(
        double seconds,
        double cpuSeconds,
        MachineLoad machine,
        GeneratorJvm jvm,
        Optional<GeneratorGauges> gauges,
        Optional<Double> otherWorkShare,
        Optional<MachineCpu> machineCpu) {

    /**
     * The work of the machine: ralbench, its services and all other programs.
     *
     * @param machineBusyShare how much of the CPUs that generator and target may run on was busy with anything, 0 to 1
     * @param processors CPUs that ralbench may use
     * @param stealShare how much of the CPUs' time the hypervisor gave to others, 0 to 1; empty if the kernel does not
     *     say
     * @param swappedPages pages that the machine read from or wrote to its swap space; empty if the kernel does not say
     * @param throttledSeconds that ralbench's control group had to stand still, its CPU time used up; empty if there is
     *     no such group
     */
    public record MachineLoad(
            double machineBusyShare,
            int processors,
            Optional<Double> stealShare,
            Optional<Long> swappedPages,
            Optional<Double> throttledSeconds) {}

    /**
     * The work of ralbench's own JVM.
     *
     * @param allocatedBytes that all of ralbench's threads allocated on the heap; empty if the JVM does not say
     * @param collectionSeconds that its garbage collections took; empty in results that do not have it
     * @param loopLag how late the event loops ran their timers; empty in results that do not have it
     */
    public record GeneratorJvm(
            Optional<Long> allocatedBytes, Optional<Double> collectionSeconds, Optional<LatencyDistribution> loopLag) {
        GeneratorJvm plus(GeneratorJvm other) {
            return new GeneratorJvm(
                    KnownOfBoth.of(allocatedBytes, other.allocatedBytes, Long::sum),
                    KnownOfBoth.of(collectionSeconds, other.collectionSeconds, Double::sum),
                    KnownOfBoth.of(loopLag, other.loopLag, LatencyDistribution::plus));
        }
    }

    /** CPUs that ralbench used on average. */
    public double cores() {
        return seconds > 0 ? cpuSeconds / seconds : 0;
    }

    /** Both windows together; shares are weighted by their lengths. A figure is known only if both have it. */
    public GeneratorUsage plus(GeneratorUsage other) {
        return new GeneratorUsage(
                seconds + other.seconds,
                cpuSeconds + other.cpuSeconds,
                machinePlus(other),
                jvm.plus(other.jvm),
                KnownOfBoth.of(gauges, other.gauges, GeneratorGauges::plus),
                KnownOfBoth.of(otherWorkShare, other.otherWorkShare, (mine, theirs) -> weighted(mine, other, theirs)),
                KnownOfBoth.of(machineCpu, other.machineCpu, MachineCpu::plus));
    }

    private MachineLoad machinePlus(GeneratorUsage other) {
        var theirs = other.machine;
        return new MachineLoad(
                weighted(machine.machineBusyShare, other, theirs.machineBusyShare),
                machine.processors,
                KnownOfBoth.of(machine.stealShare, theirs.stealShare, (mine, share) -> weighted(mine, other, share)),
                KnownOfBoth.of(machine.swappedPages, theirs.swappedPages, Long::sum),
                KnownOfBoth.of(machine.throttledSeconds, theirs.throttledSeconds, Double::sum));
    }

    private double weighted(double mine, GeneratorUsage other, double theirs) {
        double both = seconds + other.seconds;
        return both > 0 ? (mine * seconds + theirs * other.seconds) / both : 0;
    }
}
