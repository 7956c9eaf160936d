package dev.ralbench.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The intended CPU placement of a trial, and the scheduler's view of it.
 *
 * @param looks how often all threads were inspected, last at the end of the load
 * @param roles {@code generator}, {@code target}, {@code dependencies}: those that have CPUs of their own
 */
public record PlacementResult(int looks, Map<String, RoleResult> roles) {
    public PlacementResult {
        roles = Collections.unmodifiableMap(new LinkedHashMap<>(roles));
    }

    /**
     * The threads of one role.
     *
     * @param processors that it was given, as the kernel writes a list
     * @param threads the most that were seen at once; 0 if none could be inspected
     * @param strayThreads how many were not there
     * @param strays the first of those
     */
    public record RoleResult(String processors, int threads, int strayThreads, List<StrayResult> strays) {
        public RoleResult {
            strays = List.copyOf(strays);
        }
    }

    /**
     * A thread that is not on its role's CPUs.
     *
     * @param thread its name
     * @param id as this machine numbers it
     * @param mayRunOn CPUs the scheduler allows it
     * @param ranOn the CPU of others that it ran on; empty if it only may
     */
    public record StrayResult(String thread, long id, String mayRunOn, Optional<Integer> ranOn) {}
}
