package dev.ralbench.measurement;

import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * What the load generator and the machine were busy with in one window.
 *
 * @param seconds length of the window
 * @param cpuSeconds CPU time of ralbench's own process
 * @param machineBusyShare how much of the CPUs that generator and target may run on was busy with anything, 0 to 1
 * @param processors that ralbench may use
 * @param stealShare how much of the CPUs' time the hypervisor gave to others, 0 to 1; empty where the kernel does
 *     not say
 * @param swappedPages pages that the machine read from or wrote to its swap space; empty where the kernel does not say
 * @param throttledSeconds that ralbench's control group had to stand still, its CPU time used up; empty where there is no
 *     such group
 * @param allocatedBytes that all of ralbench's threads allocated on the heap; empty where the JVM does not say
 * @param collectionSeconds that ralbench's own garbage collections took; empty in results that do not have it
 * @param loopLag how late the event loops ran their timers; empty in results that do not have it
 * @param strain what stood in the generator's way; empty in results that do not have it
 * @param otherWorkShare of the generator's own CPUs what others took of them, 0 to 1; empty where it has none that
 *     nobody else is to run on
 * @param machineCpu what programs took of these CPUs; empty where the kernel does not say, and in results that do not
 *     have it
 */
public record GeneratorUsage(
        double seconds,
        double cpuSeconds,
        double machineBusyShare,
        int processors,
        Optional<Double> stealShare,
        Optional<Long> swappedPages,
        Optional<Double> throttledSeconds,
        Optional<Long> allocatedBytes,
        Optional<Double> collectionSeconds,
        Optional<LatencyDistribution> loopLag,
        Optional<GeneratorGauges> strain,
        Optional<Double> otherWorkShare,
        Optional<MachineCpu> machineCpu) {

    /** CPUs that ralbench used on average. */
    public double cores() {
        return seconds > 0 ? cpuSeconds / seconds : 0;
    }

    /** Both windows together; shares are weighted by their lengths. What is known of one only is known of neither. */
    public GeneratorUsage plus(GeneratorUsage other) {
        double both = seconds + other.seconds;
        return new GeneratorUsage(
                both,
                cpuSeconds + other.cpuSeconds,
                weighted(machineBusyShare, other, other.machineBusyShare),
                processors,
                both(stealShare, other.stealShare, (mine, theirs) -> weighted(mine, other, theirs)),
                both(swappedPages, other.swappedPages, Long::sum),
                both(throttledSeconds, other.throttledSeconds, Double::sum),
                both(allocatedBytes, other.allocatedBytes, Long::sum),
                both(collectionSeconds, other.collectionSeconds, Double::sum),
                both(loopLag, other.loopLag, LatencyDistribution::plus),
                both(strain, other.strain, GeneratorGauges::plus),
                both(otherWorkShare, other.otherWorkShare, (mine, theirs) -> weighted(mine, other, theirs)),
                both(machineCpu, other.machineCpu, MachineCpu::plus));
    }

    private static <T> Optional<T> both(Optional<T> mine, Optional<T> theirs, BinaryOperator<T> plus) {
        return mine.flatMap(one -> theirs.map(two -> plus.apply(one, two)));
    }

    private double weighted(double mine, GeneratorUsage other, double theirs) {
        double both = seconds + other.seconds;
        return both > 0 ? (mine * seconds + theirs * other.seconds) / both : 0;
    }
}
