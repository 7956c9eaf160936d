package dev.ralbench.measurement;

import java.util.Optional;

/**
 * The CPU time that a target's just-in-time compilers took, and the time in which they got none. One rule says when a
 * warm-up may end, one when a trial is suspect because it was too much, and another one when they were starved.
 *
 * @param seconds CPU time of the compilers
 * @param waitSeconds that they were ready to run and waited for a CPU, the sum over their threads; 0 if unknown
 * @param cpuSeconds CPU time of the whole target
 * @param elapsedSeconds how long that took
 */
public record CompilerTime(double seconds, double waitSeconds, double cpuSeconds, double elapsedSeconds) {
    /** The largest share of the target's CPU time that compilers may take from its requests. */
    public static final double MOST_SHARE = 0.1;
    /**
     * What they may take at the end of a warm-up. By as much they lower goodput on full CPUs, and raise the CPU time of a
     * request.
     */
    public static final double MOST_SHARE_AT_REST = 0.03;
    /** A smaller share of one CPU delays no request. */
    private static final double MATTERS = 0.02;
    /**
     * The largest share of the elapsed time that compilers may wait for a CPU. A thread that waits has something to
     * compile. Levels of 4 s of a service that computes all the time, on two CPUs: 58 to 330 % cold, 0 to 13 % warm, the
     * larger ones next to other programs.
     */
    public static final double MOST_WAITING = 0.2;

    /** No compiler time is known, because ralbench has no view into the target or the target has no compilers. */
    public static final CompilerTime NONE = new CompilerTime(0, 0, 0, 0);

    /** The compiler time in one window. */
    public static CompilerTime of(WindowMeasurement window) {
        return of(window.views().inside(), window.lengthSeconds());
    }

    /** The compiler time that a view into the target shows over {@code elapsedSeconds}. */
    public static CompilerTime of(Optional<InsideView> inside, double elapsedSeconds) {
        return inside.map(seen -> new CompilerTime(
                        seen.compilerSeconds().orElse(0.0),
                        seen.compilerWaitSeconds().orElse(0.0),
                        seen.cpuSeconds(),
                        elapsedSeconds))
                .orElse(NONE);
    }

    /** The compilers' share of the target's CPU time, from 0 to 1. */
    public double share() {
        return cpuSeconds > 0 ? seconds / cpuSeconds : 0;
    }

    /** How long compilers waited for a CPU, as a share of the elapsed time; with several compilers it may exceed 1. */
    public double waiting() {
        return elapsedSeconds > 0 ? waitSeconds / elapsedSeconds : 0;
    }

    /**
     * Whether the compilers had work and too little of the CPUs, so that code ran which would have been compiled on a
     * machine with more CPUs, or a moment later. Compilers that are busy and have their CPUs are not starved.
     */
    public boolean isStarved() {
        return waiting() > MOST_WAITING;
    }

    /** Whether so little is left to compile that a warm-up may end. */
    public boolean isAtRest() {
        return !isStarved() && !exceeds(MOST_SHARE_AT_REST);
    }

    /** Whether figures measured meanwhile are those of a cold target. */
    public boolean isTooMuch() {
        return exceeds(MOST_SHARE);
    }

    private boolean exceeds(double most) {
        return share() > most && seconds > MATTERS * elapsedSeconds;
    }
}
