package dev.ralbench.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who was to run on which CPUs in a trial, and what the scheduler says of it.
 *
 * @param looks how often all threads were looked at, the last time at the end of the load
 * @param roles {@code generator}, {@code target}, {@code dependencies}: those that have CPUs of their own
 */
public record PlacementResult(int looks, Map<String, RoleResult> roles) {
    public PlacementResult {
        roles = Collections.unmodifiableMap(new LinkedHashMap<>(roles));
    }

    /**
     * What was seen of one role.
     *
     * @param processors that it was given, as the kernel writes a list
     * @param threads the most that were seen at once; 0 where none could be looked at
     * @param strayThreads how many were not there
     * @param strays the first of those
     */
    public record RoleResult(String processors, int threads, int strayThreads, List<StrayResult> strays) {
        public RoleResult {
            strays = List.copyOf(strays);
        }
    }

    /**
     * A thread that is not where its role is.
     *
     * @param thread its name
     * @param id as this machine numbers it
     * @param mayRunOn what the scheduler lets it run on
     * @param ranOn the CPU of others that it ran on; empty where it only may
     */
    public record StrayResult(String thread, long id, String mayRunOn, Optional<Integer> ranOn) {}
}
