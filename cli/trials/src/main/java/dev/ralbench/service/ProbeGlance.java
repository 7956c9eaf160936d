package dev.ralbench.service;

/**
 * The target at this moment.
 *
 * @param threads live threads as the operating system counts them
 * @param residentBytes resident set
 * @param cpuCores CPU used since the last glance, in cores
 */
public record ProbeGlance(int threads, long residentBytes, double cpuCores) {
    public static final ProbeGlance NOTHING = new ProbeGlance(0, 0, 0);
}
