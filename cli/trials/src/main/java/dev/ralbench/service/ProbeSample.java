package dev.ralbench.service;

import dev.ralbench.measurement.PoolUse;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One sample of a running target.
 *
 * @param acceptQueue connections that wait to be accepted at its port; empty if the kernel does not say
 * @param pools its pools of threads and connections, by name; empty if it shows none, or not in time
 */
public record ProbeSample(Kernel kernel, Inside inside, OptionalInt acceptQueue, Map<String, PoolUse> pools) {
    public ProbeSample {
        pools = Map.copyOf(pools);
    }

    /**
     * The kernel's figures of its processes.
     *
     * @param threads as the kernel counts them, threads of a virtual machine included
     * @param threadGroups their number by name; empty if they were not looked at, because that takes long with many
     * @param residentBytes resident set
     * @param cpuSeconds CPU time so far; only differences mean something
     */
    public record Kernel(
            int threads, Optional<Map<String, Integer>> threadGroups, long residentBytes, double cpuSeconds) {}

    /**
     * What the JVM or Node.js says; empty where it does not say, or not in time.
     *
     * @param heapUsedBytes garbage included
     * @param heapAfterCollectionBytes right after the last collection that was seen
     * @param collectionMillis time in collections so far; only differences mean something
     * @param loopLagMillis mean lateness of the event loop's timers since the last sample
     */
    public record Inside(
            Optional<Long> heapUsedBytes,
            Optional<Long> heapAfterCollectionBytes,
            Optional<Double> collectionMillis,
            Optional<Double> loopLagMillis) {
        /** Of a program that is neither. */
        static final Inside UNKNOWN =
                new Inside(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }
}
