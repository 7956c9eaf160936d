package dev.ralbench.measurement;

/**
 * What the load generator and the machine were busy with in one window.
 *
 * @param seconds length of the window
 * @param cpuSeconds CPU time of ralbench's own process
 * @param machineBusyShare how much of all processors was busy with anything, 0 to 1
 * @param processors that ralbench may use
 */
public record GeneratorUsage(double seconds, double cpuSeconds, double machineBusyShare, int processors) {

    /** Processors that ralbench used on average. */
    public double cores() {
        return seconds > 0 ? cpuSeconds / seconds : 0;
    }

    /** Both windows together; the busy share is weighted by their lengths. */
    public GeneratorUsage plus(GeneratorUsage other) {
        double both = seconds + other.seconds;
        double busy = machineBusyShare * seconds + other.machineBusyShare * other.seconds;
        return new GeneratorUsage(both, cpuSeconds + other.cpuSeconds, both > 0 ? busy / both : 0, processors);
    }
}
