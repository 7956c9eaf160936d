package dev.ralbench.measurement;

import java.util.Optional;

/**
 * What the load generator and the machine were busy with in one window.
 *
 * @param seconds length of the window
 * @param cpuSeconds CPU time of ralbench's own process
 * @param machineBusyShare how much of all processors was busy with anything, 0 to 1
 * @param processors that ralbench may use
 * @param stealShare how much of the processors' time the hypervisor gave to others, 0 to 1; empty where the kernel does
 *     not say
 * @param swappedPages pages that the machine read from or wrote to its swap space; empty where the kernel does not say
 */
public record GeneratorUsage(
        double seconds,
        double cpuSeconds,
        double machineBusyShare,
        int processors,
        Optional<Double> stealShare,
        Optional<Long> swappedPages) {

    /** Processors that ralbench used on average. */
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
                stealShare.flatMap(mine -> other.stealShare.map(theirs -> weighted(mine, other, theirs))),
                swappedPages.flatMap(mine -> other.swappedPages.map(theirs -> mine + theirs)));
    }

    private double weighted(double mine, GeneratorUsage other, double theirs) {
        double both = seconds + other.seconds;
        return both > 0 ? (mine * seconds + theirs * other.seconds) / both : 0;
    }
}
