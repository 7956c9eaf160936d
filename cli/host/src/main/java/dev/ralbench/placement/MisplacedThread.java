package dev.ralbench.placement;

import dev.ralbench.process.CpuSet;
import java.util.OptionalInt;

/**
 * A thread that is not where its role is.
 *
 * @param thread its name
 * @param id of the thread, as this machine numbers it
 * @param mayRunOn CPUs that the scheduler allows
 * @param ranOn the CPU outside of its role's that it ran on; empty if it only may
 */
public record MisplacedThread(String thread, long id, CpuSet mayRunOn, OptionalInt ranOn) {}
